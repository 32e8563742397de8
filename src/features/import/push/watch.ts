// Watches files by polling, which works on every file system and notices replaced files.

import { stat } from 'node:fs/promises'
import { setTimeout as sleep } from 'node:timers/promises'

const LOOK_MS = 250
export const REPEAT_MS = 10_000

type Watch = {
  /** Returns whether this state of the files is done. */
  push: () => Promise<boolean>
  signal: AbortSignal
  lookMs?: number
  repeatMs?: number
}

/**
 * Calls `push` immediately, and again whenever a file has changed and then stayed unchanged for one poll, so that
 * programs can finish writing. A failed push is repeated after a pause. Resolves when the signal is aborted and the
 * current push has ended.
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
      const isDone = await push()
      repeatAt = isDone ? Number.POSITIVE_INFINITY : performance.now() + repeatMs
    }
    await sleep(lookMs, undefined, { signal }).catch(() => {})
  }
}

/** Identifies the state of the files. A missing file is also a state. */
async function stampOf(files: string[]): Promise<string> {
  const stamps = files.map(async (file) => {
    const { mtimeMs, size, ino } = await stat(file).catch(() => ({ mtimeMs: 0, size: 0, ino: 0 }))
    return `${mtimeMs} ${size} ${ino}`
  })
  return (await Promise.all(stamps)).join('\n')
}
