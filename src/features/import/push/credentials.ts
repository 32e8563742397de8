// Writes the passwords of new accounts to a file that only the owner can read.

import {
  appendFileSync,
  closeSync,
  constants,
  fchmodSync,
  fstatSync,
  fsyncSync,
  openSync,
  unlinkSync,
} from 'node:fs'
import { PushFailure } from './failure.ts'
import { describeFileError } from './files.ts'
import type { Account } from './send-programme.ts'

export type CredentialsFile = {
  file: string
  /** The number of accounts written. */
  readonly count: number
  /**
   * Writes and syncs the accounts that have a password. A crash must not lose it, because it cannot be retrieved later.
   */
  add(accounts: (Account & { event: string })[]): void
  /** Closes the file, and removes it if it is new and empty. */
  close(): void
}

const HEADER = 'email,password,event\n'

/** `credentials-20260102T030405Z.csv` in the current folder. */
export const defaultCredentialsFile = (now: Date): string =>
  `credentials-${now.toISOString().replace(/[-:]|\.\d+/g, '')}.csv`

/**
 * Opens the file (CSV, RFC 4180) for appending, and makes it readable only for the owner.
 * @throws PushFailure if that fails. Nothing may be sent then, because the passwords would be lost.
 */
export function openCredentials(file: string): CredentialsFile {
  const fd = openOwn(file)
  const isNew = fstatSync(fd).size === 0
  let count = 0
  return {
    file,
    get count() {
      return count
    },
    add(accounts) {
      const rows = accounts.flatMap(({ email, password, event }) =>
        password === undefined ? [] : [`${[email, password, event].map(quote).join(',')}\n`],
      )
      if (rows.length === 0) return
      appendFileSync(fd, (isNew && count === 0 ? HEADER : '') + rows.join(''))
      fsyncSync(fd)
      count += rows.length
    },
    close() {
      closeSync(fd)
      if (isNew && count === 0) unlinkSync(file)
    },
  }
}

function openOwn(file: string): number {
  const { O_APPEND, O_CREAT, O_NOFOLLOW, O_WRONLY } = constants
  try {
    const fd = openSync(file, O_WRONLY | O_APPEND | O_CREAT | O_NOFOLLOW, 0o600)
    if (!fstatSync(fd).isFile()) throw new Error('not a regular file')
    fchmodSync(fd, 0o600)
    return fd
  } catch (error) {
    throw new PushFailure(`Cannot write ${file}: ${describeFileError(error)}`)
  }
}

const quote = (value: string): string => (/[",\r\n]/.test(value) ? `"${value.replaceAll('"', '""')}"` : value)
