// Progress on a terminal and off it.

import { expect, it } from 'vitest'
import { createProgress } from '../../src/cli/push/progress.ts'

function record(isTTY: boolean, columns: number): string[] {
  const written: string[] = []
  const output = { write: (text: string) => written.push(text), isTTY, columns }
  const progress = createProgress(output, 2)
  progress.step('created One')
  progress.note('waiting 3 s')
  progress.step('created a talk with a long title')
  progress.end()
  return written
}

it('is plain lines where there is no terminal', () => {
  expect(record(false, 40)).toEqual([
    '1/2 created One\n',
    'waiting 3 s\n',
    '2/2 created a talk with a long title\n',
  ])
})

it('is one line that is redrawn, and no wider than the terminal, where there is one', () => {
  const erase = '\r\u001B[2K'
  const half = `${erase}${'█'.repeat(12)}${'░'.repeat(12)} 1/2 created On`
  const full = `${erase}${'█'.repeat(24)} 2/2 created a `
  expect(record(true, 40)).toEqual([half, `${erase}waiting 3 s\n`, half, full, erase])
})
