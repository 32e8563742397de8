// Parsing of times.

import { describe, expect, it } from 'vitest'
import { readTime } from './local-times.ts'

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
    ['24.12.2026 14:30', '2026-12-24T14:30:00+01:00'],
    ['24.12.26 14.30 Uhr', '2026-12-24T14:30:00+01:00'],
    ['Do., 24. Dezember 2026, 9 h', '2026-12-24T09:00:00+01:00'],
    ['Donnerstag, 24. Dez. 2026 um 14:30 Uhr', '2026-12-24T14:30:00+01:00'],
    ['3. März 2027 9:05', '2027-03-03T09:05:00+01:00'],
    ['jeudi 24 décembre 2026 à 14h30', '2026-12-24T14:30:00+01:00'],
    ['1er août 2027 9h', '2027-08-01T09:00:00+02:00'],
    ['jueves, 24 de diciembre de 2026 14:30', '2026-12-24T14:30:00+01:00'],
    ['mar. 1 juin 2027 10h00', '2027-06-01T10:00:00+02:00'],
    ['Monday, May 17, 2027 9:30', '2027-05-17T09:30:00+02:00'],
  ])('%j in Paris is %s', (text, instant) => {
    expect(readTime(text, { timeZone: 'Europe/Paris' })).toEqual({ time: instant })
  })

  it.each([
    '',
    'tomorrow',
    '2027-05-20',
    '9:30',
    '2027-02-30 09:30',
    '2027-05-20 24:30',
    '2027-05-20 13:00 pm',
    '20 Foo 2027 09:30',
    '2027-05-20 09:30 and more',
  ])('%j is refused', (text) => {
    expect(readTime(text, { timeZone: 'Europe/Paris' })).toEqual({ problem: 'invalid' })
  })

  it.each([
    ['05/06/2027 09:30', 'dmy', '2027-06-05'],
    ['05/06/2027 09:30', 'mdy', '2027-05-06'],
    ['5/6/27 09:30', 'mdy', '2027-05-06'],
    ['20.05.27 09:30', 'dmy', '2027-05-20'],
    ['27-05-20 09:30', 'ymd', '2027-05-20'],
    ['05-06-2027 09:30', 'dmy', '2027-06-05'],
    ['05.06.2027 09:30', 'mdy', '2027-05-06'],
    ['2027/05/06 09:30', 'dmy', '2027-05-06'],
    ['2027-05-06 09:30', 'dmy', '2027-05-06'],
  ] as const)('%j in the order %s is on %s', (text, dateFormat, day) => {
    const time = `${day}T09:30:00+02:00`
    expect(readTime(text, { timeZone: 'Europe/Paris', dateFormat })).toEqual({ time })
  })

  it.each(['05/06/2027 09:30', '31/12/2027 09:30', '05-06-2027 09:30'])(
    '%j is refused as long as the order of day and month is not given',
    (text) => {
      expect(readTime(text, { timeZone: 'Europe/Paris' })).toEqual({ problem: 'ambiguous' })
    },
  )

  it.each([
    ['31/12/2027 09:30', 'mdy'],
    ['1/2/327 09:30', 'dmy'],
    ['2027/05/2027 09:30', 'ymd'],
  ] as const)('%j is not a date in the order %s', (text, dateFormat) => {
    expect(readTime(text, { timeZone: 'Europe/Paris', dateFormat })).toEqual({ problem: 'invalid' })
  })

  it('that the clocks skip or repeat is refused', () => {
    const inBerlin = (text: string) => readTime(text, { timeZone: 'Europe/Berlin' })
    expect(inBerlin('2027-03-28 02:30')).toEqual({ problem: 'skipped' })
    expect(inBerlin('2027-03-28 01:59')).toEqual({ time: '2027-03-28T01:59:00+01:00' })
    expect(inBerlin('2027-03-28 03:00')).toEqual({ time: '2027-03-28T03:00:00+02:00' })
    expect(inBerlin('2027-10-31 02:30')).toEqual({ problem: 'repeated' })
    expect(inBerlin('2027-10-31 03:00')).toEqual({ time: '2027-10-31T03:00:00+01:00' })
  })

  it('without an offset needs a time zone', () => {
    expect(readTime('2027-05-20 09:30', { timeZone: undefined })).toEqual({ problem: 'zoneless' })
    expect(readTime('nonsense', { timeZone: undefined })).toEqual({ problem: 'invalid' })
  })

  it.each([
    ['20.05.2027', '9:30', '2027-05-20T09:30:00+00:00'],
    ['2027-05-20', '12:30 AM', '2027-05-20T00:30:00+00:00'],
    ['', '9:30', undefined],
    ['2027-05-20', 'noon', undefined],
    ['2027-05-20', '9', undefined],
    ['Do, 20.05.2027', '9.30 Uhr', '2027-05-20T09:30:00+00:00'],
  ])('with the date %j and the time of day %j is %j', (day, text, time) => {
    const result = readTime(text, { timeZone: 'UTC', day })
    expect(result).toEqual(time === undefined ? { problem: 'invalid' } : { time })
  })
})
