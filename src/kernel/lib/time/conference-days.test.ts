// Days of a conference, in the time zone of the venue.
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { dateTimeAt, localTime, spanOfDay } from './conference-days.ts'

const zones = ['UTC', 'Europe/Brussels', 'America/St_Johns', 'Asia/Kathmandu', 'Pacific/Apia']
const instants = fc.integer({ min: Date.parse('1850-01-01'), max: Date.parse('2100-01-01') })

test('puts each instant into exactly one day and formats it as the same instant', () => {
  fc.assert(
    fc.property(instants, fc.constantFrom(...zones), (ms, zone) => {
      const { dateTime, day } = localTime(ms, zone)
      expect(Date.parse(dateTime)).toBe(ms)
      const { start, end } = spanOfDay(day, zone)
      expect(Date.parse(start)).toBeLessThanOrEqual(ms)
      expect(ms).toBeLessThan(Date.parse(end) + 60_000)
    }),
  )
})

test.each([
  ['2027-03-28T01:59:59.999Z', 'Europe/Brussels', '2027-03-28T03:59:59.999+02:00', '03:59', '2027-03-27'],
  ['2027-03-28T02:00:00Z', 'Europe/Brussels', '2027-03-28T04:00:00+02:00', '04:00', '2027-03-28'],
  ['2027-05-20T10:00:00Z', 'America/St_Johns', '2027-05-20T07:30:00-02:30', '07:30', '2027-05-20'],
  // Before standard time, Brussels was 17 minutes and 30 seconds ahead, which no offset can express.
  ['1850-01-01T10:00:00Z', 'Europe/Brussels', '1850-01-01T10:00:00Z', '10:17', '1850-01-01'],
])('converts %s in %s to %s', (instant, zone, dateTime, time, day) => {
  expect(localTime(Date.parse(instant), zone)).toEqual({ dateTime, time, day })
  expect(dateTimeAt(Date.parse(instant), zone)).toBe(dateTime)
})
