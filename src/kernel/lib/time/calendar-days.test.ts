// Times of the day on days that are shorter or longer than others.
import { expect, test } from 'vitest'
import { lastTimeOfDay } from './calendar-days.ts'

test.each([
  ['2027-03-28T06:00:00Z', '2027-03-28T06:00:00Z'],
  ['2027-03-28T05:59:59Z', '2027-03-27T07:00:00Z'],
  ['2027-10-31T06:59:59Z', '2027-10-30T06:00:00Z'],
  ['2027-10-31T07:00:00Z', '2027-10-31T07:00:00Z'],
])('at %s it was last 08:00 in Berlin at %s', (now, last) => {
  expect(lastTimeOfDay(Date.parse(now), 'Europe/Berlin', '08:00')).toBe(Date.parse(last))
})
