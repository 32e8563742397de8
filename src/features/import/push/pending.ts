// Keeps a push in a file until its result has been saved. If the process ends before that, the next push finds the
// idempotency key in the file and gets the result, including passwords.

import { createHash } from 'node:crypto'
import { closeSync, fsyncSync, openSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import Type from 'typebox'
import { ImportFailure } from '../file/failure.ts'
import { checkJson, parseJson } from '../readers/json-files.ts'
import { PushFailure } from './failure.ts'
import { describeFileError } from './files.ts'

/** Time for which the server keeps results. */
const LIFETIME_MS = 24 * 3_600_000

const Content = Type.Object({
  idempotencyKey: Type.String(),
  /** ISO 8601. */
  createdAt: Type.String(),
  /** Documents that may have been sent with the key, exactly as they were sent, latest first. */
  documents: Type.Array(Type.String()),
})

/** `documents` belong to an earlier push whose result is unknown, latest first. */
export type Interrupted = { idempotencyKey: string; createdAt: Date; documents: string[]; isExpired: boolean }

export type PendingFile = {
  file: string
  /** @throws PushFailure if the file exists but cannot be read. */
  read(now: Date): Interrupted | undefined
  /** Writes and syncs the file, readable only for the owner. @throws PushFailure if that fails. */
  write(pending: Pick<Interrupted, 'idempotencyKey' | 'createdAt' | 'documents'>): void
  remove(): void
}

/** One file per server, API key, and source, next to the file with the passwords. */
export function pendingFile(
  credentialsFile: string,
  scope: { url: string; key: string; source: string },
): PendingFile {
  const name = createHash('sha256')
    .update(JSON.stringify([scope.url, scope.key, scope.source]))
    .digest('hex')
  const file = join(dirname(credentialsFile), `lectern-push-${name.slice(0, 16)}.json`)
  return {
    file,
    read(now) {
      const text = readIfPresent(file)
      return text === undefined ? undefined : parsePending(file, text, now)
    },
    write: ({ idempotencyKey, createdAt, documents }) =>
      replace(file, JSON.stringify({ idempotencyKey, createdAt: createdAt.toISOString(), documents })),
    remove: () => rmSync(file, { force: true }),
  }
}

function readIfPresent(file: string): string | undefined {
  try {
    return readFileSync(file, 'utf8')
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined
    throw new PushFailure(`Cannot read ${file}: ${describeFileError(error)}`)
  }
}

function parsePending(file: string, text: string, now: Date): Interrupted {
  try {
    const { createdAt, ...content } = checkJson(Content, parseJson(text), { root: 'the file' })
    const created = new Date(createdAt)
    return { ...content, createdAt: created, isExpired: !(now.getTime() - created.getTime() < LIFETIME_MS) }
  } catch (error) {
    if (!(error instanceof ImportFailure)) throw error
    throw new PushFailure(
      `${file}, which an interrupted push left behind, is damaged. Delete it to push without the result of that push.`,
    )
  }
}

/** Replaces the file atomically. */
function replace(file: string, text: string): void {
  const draft = `${file}.${process.pid}`
  try {
    rmSync(draft, { force: true })
    const fd = openSync(draft, 'wx', 0o600)
    try {
      writeFileSync(fd, text)
      fsyncSync(fd)
    } finally {
      closeSync(fd)
    }
    renameSync(draft, file)
  } catch (error) {
    throw new PushFailure(`Cannot write ${file}: ${describeFileError(error)}`)
  }
}
