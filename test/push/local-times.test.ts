// Parsing of times.

import { describe, expect, it } from 'vitest'
import { joinLocal, readTime } from '../../src/cli/push/readers/local-times.ts'

describe('a time', () => {
  it.each([
    ['2027-05-20T09:30:00+02:00', '2027-05-20T09:30:00+02:00'],
    ['2027-05-20T07:30Z', '2027-05-20T07:30Z'],
    ['2027-05-20T09:30:00', '2027-05-20T09:30:00+02:00'],
    ['2027-05-20 09:30', '2027-05-20T09:30:00+02:00'],
    ['2027-01-20  9:30:15', '2027-01-20T09:30:15+01:00'],
    ['20.05.2027 9:30', '2027-05-20T09:30:00+02:00'],
    ['20.5.2027, 9:30', '2027-05-20T09:30:00+02:00'],
    ['20 May 2027 09:30 AM', '2027-05-20T09:30:00+02:00'],
    ['20. March 2027 12:00 am', '2027-03-20T00:00:00+01:00'],
    ['Sept 2, 2027 12:15 PM', '2027-09-02T12:15:00+02:00'],
    ['May 20, 2027 1:05pm', '2027-05-20T13:05:00+02:00'],
  ])('%j in Paris is %s', (text, instant) => {
    expect(readTime(text, 'Europe/Paris')).toBe(instant)
  })

  it.each([
    '',
    'tomorrow',
    '2027-05-20',
    '9:30',
    '05/06/2027 09:30',
    '2027-02-30 09:30',
    '2027-05-20 24:00',
    '2027-05-20 13:00 pm',
    '20 Foo 2027 09:30',
    '20.05.27 09:30',
    '2027-05-20 09:30 and more',
  ])('%j is refused', (text) => {
    expect(readTime(text, 'Europe/Paris')).toBeUndefined()
  })

  it('without an offset needs a time zone', () => {
    expect(readTime('2027-05-20 09:30', undefined)).toBe('zoneless')
    expect(readTime('nonsense', undefined)).toBeUndefined()
  })

  it.each([
    ['20.05.2027', '9:30', '2027-05-20T09:30:00'],
    ['2027-05-20', '12:30 AM', '2027-05-20T00:30:00'],
    ['', '9:30', undefined],
    ['2027-05-20', 'noon', undefined],
  ])('with the date %j and the time of day %j is %j', (date, clock, local) => {
    expect(joinLocal(date, clock)).toBe(local)
  })
})
