// Progress on a terminal and off it.

import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { createProgress } from '../../src/cli/push/progress.ts'

beforeEach(() => vi.useFakeTimers())
afterEach(() => vi.useRealTimers())

/** What is written in a push that takes so long, and waits in between. */
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

it('is a line at once and one every half minute where there is no terminal', () => {
  expect(record(false, 61_000)).toEqual([
    'pushing 47 talks to the server\n',
    'still pushing 47 talks to the server: 30 s\n',
    'still pushing 47 talks to the server: 60 s\n',
    'waiting 3 s\n',
  ])
})

it('is one line that is redrawn, and no wider than the terminal, where there is one', () => {
  const erase = '\r\u001B[2K'
  expect(record(true, 200)).toEqual([
    `${erase}⠙ pushing 47 talks to t`,
    `${erase}⠹ pushing 47 talks to t`,
    `${erase}waiting 3 s\n`,
    erase,
  ])
})
