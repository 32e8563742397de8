import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { formatInstant, isTimeZone, parseInstant, zonedTime } from './instants.ts'

describe('instants', () => {
  test.each([
    ['2026-03-01T10:00:00Z', '2026-03-01T10:00:00.000Z'],
    ['2026-03-01T10:00:00+01:00', '2026-03-01T09:00:00.000Z'],
    ['2026-03-01T10:00-05:30', '2026-03-01T15:30:00.000Z'],
    ['2026-03-01t10:00:00.1239z', '2026-03-01T10:00:00.123Z'],
    ['1969-12-31T23:59:59.9999-00:00', '1969-12-31T23:59:59.999Z'],
    ['2024-02-29T23:59:59+00:00', '2024-02-29T23:59:59.000Z'],
    ['2026-03-01T10:00:00+01', '2026-03-01T09:00:00.000Z'],
    ['2026-03-01T10:00:00+0130', '2026-03-01T08:30:00.000Z'],
    ['20260301T100000Z', '2026-03-01T10:00:00.000Z'],
    ['20260301T1000-0500', '2026-03-01T15:00:00.000Z'],
    ['20260301t100000.25+01', '2026-03-01T09:00:00.250Z'],
    ['20260301T100000+01:00', '2026-03-01T09:00:00.000Z'],
    ['0001-01-01T00:00:00Z', '0001-01-01T00:00:00.000Z'],
    ['9999-12-31T23:59:59.999Z', '9999-12-31T23:59:59.999Z'],
  ])('parses %j as %s', (text, expected) => {
    const ms = parseInstant(text)
    expect(ms === undefined ? undefined : formatInstant(ms)).toBe(expected)
  })

  test.each([
    '',
    '2026-03-01',
    '2026-03-01T10:00:00',
    '2026-03-01 10:00:00Z',
    '2026-03-01T10:00:00 Z',
    ' 2026-03-01T10:00:00Z',
    '2026-03-01T10:00:00Z\n',
    '2026-03-01T10Z',
    '2026-03-01T100000Z',
    '20260301T10:00:00Z',
    '20260301T10Z',
    '20260301T100000',
    '20260229T100000Z',
    '2026-03-01T10:00:00+1',
    '2026-03-01T10:00:00+24',
    '2026-W09-7T10:00:00Z',
    '2026-3-1T10:00:00Z',
    '2026-03-01T10:00:00+24:00',
    '2026-03-01T10:00:00+01:60',
    '2026-03-01T10:00:00+01:00:30',
    '2026-03-01T10:00:00\u221201:00',
    '2026-03-01T10:00:00Z[UTC]',
    '2026-03-01T10:00:00+01:00[Europe/Paris]',
    '2026-03-01T10:00:00[Europe/Paris]',
    '2026-03-01T10:00:00.Z',
    '2026-03-01T10:00:00,5Z',
    '2026-03-01T10:00:00.1234567890Z',
    '2016-12-31T23:59:60Z',
    '2026-03-01T24:00:00Z',
    '2026-02-29T10:00:00Z',
    '2026-04-31T10:00:00Z',
    '2026-13-01T10:00:00Z',
    '2026-00-01T10:00:00Z',
    '0000-12-31T23:59:59Z',
    '0001-01-01T00:00:00+00:01',
    '9999-12-31T23:59:59-00:01',
    '+012026-03-01T10:00:00Z',
    '-000001-03-01T10:00:00Z',
    '２０２６-03-01T10:00:00Z',
    '1772359200000',
  ])('rejects %j', (text) => {
    expect(parseInstant(text)).toBeUndefined()
  })

  const instant = fc.integer({
    min: Date.parse('0001-01-02T00:00:00Z'),
    max: Date.parse('9999-12-30T23:59:59Z'),
  })

  test('round-trip through text with any offset', () => {
    fc.assert(
      fc.property(instant, fc.integer({ min: -1439, max: 1439 }), (ms, offsetMinutes) => {
        expect(parseInstant(formatInstant(ms))).toBe(ms)
        const away = Math.abs(offsetMinutes)
        const offset = `${offsetMinutes < 0 ? '-' : '+'}${pad(Math.floor(away / 60))}:${pad(away % 60)}`
        expect(parseInstant(formatInstant(ms + offsetMinutes * 60_000).replace('Z', offset))).toBe(ms)
      }),
    )
  })
})

describe('time zones', () => {
  test.each([
    ['UTC', true],
    ['Etc/UTC', true],
    ['Europe/Paris', true],
    ['europe/paris', true],
    ['Asia/Calcutta', true],
    ['US/Pacific', true],
    ['America/Argentina/Buenos_Aires', true],
    ['Etc/GMT+5', true],
    ['CET', true],
    ['PRC', true],
    ['W-SU', true],
    ['', false],
    ['Z', false],
    ['+01:00', false],
    ['-0330', false],
    ['+01', false],
    ['UTC+1', false],
    ['PST', false],
    ['JST', false],
    ['SystemV/EST5', false],
    ['Factory', false],
    ['Europe/Atlantis', false],
    [' UTC', false],
    ['Europe/Paris\u0000', false],
    ['a'.repeat(65), false],
  ])('%j → %j', (name, expected) => {
    expect([isTimeZone(name), isTimeZone(name)]).toEqual([expected, expected])
  })
})

function pad(value: number): string {
  return String(value).padStart(2, '0')
}

describe('local times of a zone', () => {
  test.each([
    ['2027-05-20T09:30', 'Europe/Paris', '2027-05-20T09:30:00+02:00'],
    ['2027-01-20T09:30:15', 'Europe/Paris', '2027-01-20T09:30:15+01:00'],
    ['2027-01-20T09:30:15.250', 'Europe/Paris', '2027-01-20T09:30:15.25+01:00'],
    ['2027-03-28T02:30', 'Europe/Paris', '2027-03-28T03:30:00+02:00'],
    ['2027-10-31T02:30', 'Europe/Paris', '2027-10-31T02:30:00+02:00'],
  ])('converts %s in %s to %s', (local, zone, instant) => {
    expect(zonedTime(local, zone)).toBe(instant)
  })

  test.each([
    ['2027-02-30T09:30', 'Europe/Paris'],
    ['2027-05-20T09:30Z', 'Europe/Paris'],
    ['2027-05-20', 'Europe/Paris'],
    ['2027-05-20T09:30', 'Mars/Base'],
  ])('returns an invalid %s in %s unchanged', (local, zone) => {
    expect(zonedTime(local, zone)).toBe(local)
  })
})
