// The names of time zones to choose from.
import { expect, test } from 'vitest'
import { isTimeZone } from './instants.ts'
import { timeZones } from './zone-names.ts'

test('each time zone has one name, which is that of today', () => {
  const canonical = (zone: string) =>
    new Intl.DateTimeFormat('en', { timeZone: zone }).resolvedOptions().timeZone
  expect(new Set(timeZones.map(canonical)).size).toBe(timeZones.length)
  expect(timeZones.filter((zone) => !isTimeZone(zone))).toEqual([])
  expect(timeZones).toEqual(expect.arrayContaining(['Asia/Kolkata', 'America/Nuuk', 'Europe/Kyiv', 'UTC']))
  expect(timeZones.filter((zone) => /Calcutta|Godthab|Kiev|Saigon/.test(zone))).toEqual([])
})
