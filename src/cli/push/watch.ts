// Waits for files to change: by looking at them, which works on every file system and sees files that are replaced.

import { stat } from 'node:fs/promises'
import { setTimeout as sleep } from 'node:timers/promises'

const LOOK_MS = 250
export const REPEAT_MS = 10_000

type Watch = {
  /** Whether it is done with this state of the files; `isRepeat` where it was not, and is called for the same. */
  push: (isRepeat: boolean) => Promise<boolean>
  signal: AbortSignal
  lookMs?: number
  repeatMs?: number
}

/**
 * Calls `push` at once, and again whenever one of the files has changed and then stayed the same for a look: who
 * writes in pieces is given the time to end. What could not be delivered is pushed again after a pause. Resolves when
 * the signal is aborted; a push that runs is ended first.
 */
export async function watchFiles(
  files: string[],
  { push, signal, lookMs = LOOK_MS, repeatMs = REPEAT_MS }: Watch,
): Promise<void> {
  let pushed = ''
  let repeatAt = Number.POSITIVE_INFINITY
  let seen = await stampOf(files)
  while (!signal.aborted) {
    const before = seen
    seen = await stampOf(files)
    const isChanged = seen !== pushed
    if (seen === before && (isChanged || performance.now() >= repeatAt)) {
      pushed = seen
      const isDone = await push(!isChanged)
      repeatAt = isDone ? Number.POSITIVE_INFINITY : performance.now() + repeatMs
    }
    await sleep(lookMs, undefined, { signal }).catch(() => {})
  }
}

/** What tells one state of the files from another; a file that is not there is a state as well. */
async function stampOf(files: string[]): Promise<string> {
  const stamps = files.map(async (file) => {
    const { mtimeMs, size, ino } = await stat(file).catch(() => ({ mtimeMs: 0, size: 0, ino: 0 }))
    return `${mtimeMs} ${size} ${ino}`
  })
  return (await Promise.all(stamps)).join('\n')
}
