// The module of a thread that hashes, verifies, and judges passwords, one at a time.
import { readlinkSync } from 'node:fs'
import { getPriority, setPriority } from 'node:os'
import { basename } from 'node:path'
import { parentPort } from 'node:worker_threads'
import { isEasyToGuess } from '../../../kernel/lib/security/password-strength.ts'
import { hashPasswordNow, verifyPasswordNow } from '../../../kernel/lib/security/passwords.ts'
import type { HashResult, HashTask } from './hash-threads.ts'

/**
 * Niceness above that of the program: hashing gets a tenth of the time of other threads that want the same core, so
 * requests hardly notice and hashing never stops.
 */
const MORE_NICENESS = 10
const MAX_NICENESS = 19

if (!parentPort) throw new Error('This module runs as a worker thread.')
const port = parentPort
if (process.platform === 'linux') lowerPriority()
port.on('message', async (task: HashTask) => port.postMessage(await resultOf(task)))

async function resultOf({ password, hash, inputs }: HashTask): Promise<HashResult> {
  if (inputs) return isEasyToGuess(password, inputs)
  return hash === undefined ? hashPasswordNow(password) : verifyPasswordNow(password, hash)
}

/** Threads have a priority of their own only on Linux (setpriority(2), "C library/kernel differences"). */
function lowerPriority(): void {
  try {
    const niceness = Math.min(MAX_NICENESS, getPriority() + MORE_NICENESS)
    setPriority(Number(basename(readlinkSync('/proc/thread-self'))), niceness)
  } catch {
    // Without /proc, hashing runs at the usual priority.
  }
}
