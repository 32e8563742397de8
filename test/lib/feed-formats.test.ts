// What feeds are written with: strict addresses, days of a conference, calendars, numbers of talks.
import fc from 'fast-check'
import { IsUri } from 'typebox/format'
import { describe, expect, test } from 'vitest'
import { newId } from '../../src/lib/data/ids.ts'
import { calendarText } from '../../src/lib/text/icalendar.ts'
import { dateTimeAt, localTime, spanOfDay } from '../../src/lib/time/conference-days.ts'
import { strictUri } from '../../src/lib/web/uris.ts'
import { isPublicHttpsUrl } from '../../src/lib/web/urls.ts'
import { numbersOf } from '../../src/web/site/feeds/frab-schedule.ts'

const anyText = fc.string({ unit: 'binary' })

test('every address that the API takes becomes a URI, and stays the same address', () => {
  fc.assert(
    fc.property(anyText, (path) => {
      const address = `https://static.example.org/${path}`
      fc.pre(isPublicHttpsUrl(address))
      const uri = strictUri(address)
      expect(IsUri(uri), uri).toBe(true)
      expect(strictUri(uri)).toBe(uri)
      expect(new URL(uri).host).toBe('static.example.org')
    }),
  )
})

describe('a day of a conference', () => {
  const zones = ['UTC', 'Europe/Brussels', 'America/St_Johns', 'Asia/Kathmandu', 'Pacific/Apia']
  const instants = fc.integer({ min: Date.parse('1850-01-01'), max: Date.parse('2100-01-01') })

  test('holds each instant in one day, and its text is that instant', () => {
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
    // Before standard time: 17 minutes and 30 seconds ahead, which no offset can say.
    ['1850-01-01T10:00:00Z', 'Europe/Brussels', '1850-01-01T10:00:00Z', '10:17', '1850-01-01'],
  ])('%s in %s is %s', (instant, zone, dateTime, time, day) => {
    expect(localTime(Date.parse(instant), zone)).toEqual({ dateTime, time, day })
    expect(dateTimeAt(Date.parse(instant), zone)).toBe(dateTime)
  })
})

test('a calendar gives every text back, in lines of 75 octets, whatever the text holds', () => {
  fc.assert(
    fc.property(anyText, anyText, fc.array(anyText, { maxLength: 3 }), (title, description, tags) => {
      const times = { changedAt: 0, startAt: 0, endAt: 60_000 }
      const event = {
        id: 'one',
        sequence: 1,
        ...times,
        title,
        description,
        place: '',
        tags,
        url: 'https://a.example',
      }
      const lines = calendarText('Name', [event]).split('\r\n')
      for (const line of lines) expect(Buffer.byteLength(line)).toBeLessThanOrEqual(75)
      const whole = lines.join('\r\n').replaceAll('\r\n ', '').split('\r\n')
      expect(whole).toHaveLength(lines.filter((line) => !line.startsWith(' ')).length)
      expect(read(whole, 'SUMMARY')).toBe(kept(title))
      expect(read(whole, 'DESCRIPTION')).toBe(kept(description))
    }),
  )
})

const read = (lines: readonly string[], name: string) =>
  lines
    .find((line) => line.startsWith(`${name}:`))
    ?.slice(name.length + 1)
    .replace(/\\(.)/gs, (_all, char: string) => (char === 'n' ? '\n' : char))
const kept = (text: string) =>
  text
    // biome-ignore lint/suspicious/noControlCharactersInRegex: these may not be in a calendar.
    .replace(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f]/g, '')
    .replace(/\r\n|\r|\n/g, '\n')

describe('the number of a talk', () => {
  test('is positive, its own, and the same whatever comes and goes', () => {
    const ids = Array.from({ length: 2000 }, () => newId())
    const numbers = numbersOf(ids)
    expect(new Set(numbers.values()).size).toBe(2000)
    for (const number of numbers.values()) expect(number > 0 && number < 2 ** 31).toBe(true)
    const [first = '', ...rest] = ids
    expect(numbersOf(rest.reverse()).get(rest[0] ?? '')).toBe(numbers.get(rest[0] ?? ''))
    expect(numbersOf([first]).get(first)).toBe(numbers.get(first))
  })

  test('stays with the older of two that fall together', () => {
    const [older, newer] = ['019a0000-0000-7000-8000-000000000005', '019b0000-0000-7000-8000-000080000005']
    expect([...numbersOf([newer, older])]).toEqual([
      [older, 5],
      [newer, 6],
    ])
    expect(numbersOf(['019a0000-0000-7000-8000-000000000000'])).toEqual(
      new Map([['019a0000-0000-7000-8000-000000000000', 1]]),
    )
  })
})
