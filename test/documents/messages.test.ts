// What pages say in a language: lists and dates follow its rules, and all problems have texts.
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { createFormats } from '../../src/kit/messages/formats.ts'
import { messagesFor } from '../../src/kit/messages/messages.ts'
import { PROJECT } from '../support/process.ts'

const DEADLINE = Date.parse('2027-05-20T07:30:12Z')
const en = messagesFor('en')
const [english, polish] = [en.formats, createFormats('pl')]

describe('formats', () => {
  test('write dates as the language does, always with the 24-hour clock', () => {
    const zone = 'Europe/Brussels'
    expect([english.day(DEADLINE, zone), english.timestamp(DEADLINE, zone)]).toEqual([
      'Thursday, May 20, 2027',
      'May 20, 2027, 09:30:12',
    ])
    expect(polish.day(DEADLINE, zone)).toBe('czwartek, 20 maja 2027')
    expect([english.clock(DEADLINE, zone), polish.clock(DEADLINE, zone)]).toEqual(['09:30', '09:30'])
    expect(english.zone(DEADLINE, zone)).toBe('Europe/Brussels (GMT+2)')
  })

  test('join texts and elements with the words of the language', () => {
    expect(english.list(['digits', 'symbols', 'letters'])).toBe('digits, symbols, and letters')
    expect(english.listElements(['A', 'B', 'C'])).toEqual(['A', ', ', 'B', ', and ', 'C'])
    expect(polish.listElements(['A', 'B'])).toEqual(['A', ' i ', 'B'])
    expect(english.list(['Ada', 'שלום'], 'unit')).toBe('Ada, \u2068שלום\u2069')
  })

  test.each([
    [30_000, 'in 1 minute'],
    [90 * 60_000, 'in 90 minutes'],
    [125 * 60_000, 'in 2 hours'],
    [47 * 3_600_000, 'in 47 hours'],
    [51 * 3_600_000, 'in 2 days'],
  ])('say when something is that is %i ms away', (ms, text) => {
    expect(en.time.until(ms)).toBe(text)
  })

  test('say how long ago something was, or how far ahead it is', () => {
    const texts = [0, -3 * 60_000, 12 * 86_400_000].map((ms) => en.time.fromNow(DEADLINE + ms, DEADLINE))
    expect(texts).toEqual(['just now', '3 minutes ago', 'in 12 days'])
  })
})

/** Files whose names say no other layer. The readers of files have problems of their own. */
const isOfRules = (file: string): boolean =>
  /^(?:kernel\/changes|features\/[\w-]+)\/[\w-]+\.ts$/.test(file) &&
  !/(?:schema|tables|store|job|api)\.ts$|\/(?:page|office|render)\b/.test(file)

// The problems of schemas have texts by type: ValidationTexts.
test('every problem and warning of the domain has a text for the pages, unless only API requests can have it', () => {
  const apiOnly = new Set([
    // Pages find identifiers that occur twice before they send them.
    'unique',
    ...['cursor', 'unknown', 'exclusive', 'mismatch', 'maxItems'],
    // The form of a talk sends type and video together, which the schema checks.
    'video',
  ])
  const folder = join(PROJECT, 'src')
  const codes = readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter(isOfRules)
    .flatMap((file) => {
      const source = readFileSync(join(folder, file), 'utf8')
      return [...source.matchAll(/(?:\bcode: |\bproblem\(|\btakenValue\()'(\w+)'/g)].map(
        ([, code = '']) => code,
      )
    })
    .filter((code) => code !== 'ok' && !apiOnly.has(code))
  const { forms, office } = en
  expect(new Set(codes).size).toBeGreaterThan(15)
  const missing = codes.filter((code) => !(code in forms.problems) && !(code in office.forms.warnings))
  expect(missing).toEqual([])
})

test('every problem of a time range to redeliver has a text for the page', () => {
  const source = readFileSync(join(PROJECT, 'src/features/webhooks/deliveries/redeliveries.ts'), 'utf8')
  const found = [...source.matchAll(/\bwrong\(\s*'(\w+)',\s*'(\w+)'/g)].map(
    ([, field, code]) => `/${field} ${code}`,
  )
  const { rangeProblems } = en.office.webhooks.page
  expect([...new Set(found)].filter((one) => one !== '/from required').sort()).toEqual(
    Object.keys(rangeProblems).sort(),
  )
})
