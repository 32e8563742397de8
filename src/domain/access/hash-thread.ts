// The module of a thread that hashes and verifies passwords, one at a time.
import { readlinkSync } from 'node:fs'
import { getPriority, setPriority } from 'node:os'
import { basename } from 'node:path'
import { parentPort } from 'node:worker_threads'
import { hashPasswordNow, verifyPasswordNow } from '../../lib/security/passwords.ts'
import type { HashResult, HashTask } from './hash-threads.ts'

/**
 * Above that of the program: a tenth of the time of other threads, if both want the same core. Requests hardly notice, and
 * hashing never stops.
 */
const MORE_NICENESS = 10
const MAX_NICENESS = 19

if (!parentPort) throw new Error('This module runs as a worker thread.')
const port = parentPort
if (process.platform === 'linux') lowerPriority()
port.on('message', ({ password, hash }: HashTask) => {
  const result: HashResult =
    hash === undefined ? hashPasswordNow(password) : verifyPasswordNow(password, hash)
  port.postMessage(result)
})

/** Only on Linux, a thread has a priority of its own (setpriority(2), "C library/kernel differences"). */
function lowerPriority(): void {
  try {
    const niceness = Math.min(MAX_NICENESS, getPriority() + MORE_NICENESS)
    setPriority(Number(basename(readlinkSync('/proc/thread-self'))), niceness)
  } catch {
    // Without /proc, hashing has the usual priority.
  }
}
