// Waits for files to change: by looking at them, which works on every file system and sees files that are replaced.

import { stat } from 'node:fs/promises'
import { setTimeout as sleep } from 'node:timers/promises'

const LOOK_MS = 250

/**
 * Calls `push` at once, and again whenever one of the files has changed and then stayed the same for a look: who
 * writes in pieces is given the time to end. Resolves when the signal is aborted; a push that runs is ended first.
 */
export async function watchFiles(
  files: string[],
  { push, signal, lookMs = LOOK_MS }: { push: () => Promise<void>; signal: AbortSignal; lookMs?: number },
): Promise<void> {
  let pushed = ''
  let seen = await stampOf(files)
  while (!signal.aborted) {
    const before = seen
    seen = await stampOf(files)
    if (seen !== pushed && seen === before) {
      pushed = seen
      await push()
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
