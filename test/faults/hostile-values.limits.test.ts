// Hostile values cost little time and memory.
import { expect, test } from 'vitest'
import { readXlsx } from '../../src/features/import/xlsx/read-xlsx.ts'
import { TalkPerson } from '../../src/features/people/attached/attached-people-schema.ts'
import { TalkUpdate } from '../../src/features/talks/schema.ts'
import { createCompiler } from '../../src/kernel/http/guards/validation.ts'
import { isEasyToGuess } from '../../src/kernel/lib/security/password-strength.ts'
import { isEmail } from '../../src/kernel/lib/text/email.ts'
import { maskText } from '../../src/kernel/lib/text/redaction.ts'
import { hostileTalks } from '../support/hostile-talks.ts'
import { farWorkbook } from '../support/import/workbooks.ts'

test('a hostile e-mail address is rejected in linear time', () => {
  const ms = msOf(() => {
    for (const letter of ['\u212a', 'a', '.', '!']) isEmail(`${letter.repeat(250)}@\u0000`)
  })
  expect(ms).toBeLessThan(100)
})

test('a long word is masked in linear time', () => {
  const mask = (length: number) =>
    msOf(() => {
      for (let times = 0; times < 20; times += 1) maskText(`${'x'.repeat(length)} @`)
    })
  mask(10_000)
  // Quadratic time would be a hundred times as long.
  expect(mask(200_000)).toBeLessThan(Math.max(1, mask(20_000)) * 50)
})

test('the longest password is checked in under a second', async () => {
  const names = ['Northern Lights', 'ada.lindqvist@example.org', 'Ada', 'Lindqvist']
  await isEasyToGuess('warm-up')
  for (const part of ['P@55w0rd', '$431@l70!', '1l|!i', '1234567890!@#$%^&*()']) {
    const startedMs = performance.now()
    await isEasyToGuess(part.repeat(256).slice(0, 256), names)
    expect(performance.now() - startedMs).toBeLessThan(1_000)
  }
})

test('a hostile body of 256 KiB is validated in under three seconds', () => {
  const check = createCompiler([TalkPerson])({ schema: TalkUpdate, httpPart: 'body' })
  for (const body of hostileTalks()) {
    const ms = msOf(() => {
      expect(check(body)).toHaveProperty('error')
    })
    expect(ms).toBeLessThan(3_000)
  }
})

test('a workbook with millions of empty rows does not take the memory of the server', async () => {
  const before = process.memoryUsage().rss
  await expect(readXlsx(farWorkbook())).rejects.toThrow('The workbook is too large.')
  expect(process.memoryUsage().rss - before).toBeLessThan(600 * 2 ** 20)
})

function msOf(work: () => void): number {
  const startedMs = performance.now()
  work()
  return performance.now() - startedMs
}
