// Progress, with and without a terminal.

import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { createProgress } from './progress.ts'

beforeEach(() => vi.useFakeTimers())
afterEach(() => vi.useRealTimers())

/** The output of a push with this duration. */
function record(isTTY: boolean, ms: number): string[] {
  const written: string[] = []
  const output = { write: (text: string) => written.push(text), isTTY, columns: 24 }
  const progress = createProgress(output)
  progress.start('pushing 47 talks to the server')
  vi.advanceTimersByTime(ms)
  progress.note('waiting 3 s')
  progress.end()
  vi.advanceTimersByTime(ms)
  return written
}

it('without a terminal is one line at the start and one every 30 seconds', () => {
  expect(record(false, 61_000)).toEqual([
    'pushing 47 talks to the server\n',
    'still pushing 47 talks to the server: 30 s\n',
    'still pushing 47 talks to the server: 60 s\n',
    'waiting 3 s\n',
  ])
})

it('on a terminal is one line that is redrawn and fits its width', () => {
  const erase = '\r\u001B[2K'
  expect(record(true, 200)).toEqual([
    `${erase}⠙ pushing 47 talks to t`,
    `${erase}⠹ pushing 47 talks to t`,
    `${erase}waiting 3 s\n`,
    erase,
  ])
})
