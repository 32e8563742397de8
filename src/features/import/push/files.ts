// Reads files named on the command line, with readable errors.

import { readFile } from 'node:fs/promises'
import { buffer } from 'node:stream/consumers'
import { PushFailure } from './failure.ts'

const reasons: Record<string, string> = {
  EACCES: 'permission denied',
  EISDIR: 'it is a folder',
  ELOOP: 'it is a symbolic link',
  ENOENT: 'no such file or folder',
  ENOTDIR: 'part of the path is not a folder',
}

/** @throws PushFailure with the file name and the reason. */
export async function readInput(file: string): Promise<Buffer> {
  try {
    return await readFile(file)
  } catch (error) {
    throw new PushFailure(`Cannot read ${file}: ${describeFileError(error)}`)
  }
}

const STANDARD_INPUT = '-'
const FETCH_TIMEOUT_MS = 60_000

export const isUrl = (file: string): boolean => /^https?:\/\//i.test(file)

/** Whether the programme is standard input or a URL, which cannot be watched for changes. */
export const isRemote = (file: string): boolean => file === STANDARD_INPUT || isUrl(file)

/** A file, `-` for standard input, or a URL. @throws PushFailure with the name and the reason. */
export async function readProgrammeFile(file: string): Promise<Buffer> {
  if (file === STANDARD_INPUT) return buffer(process.stdin)
  if (!isUrl(file)) return readInput(file)
  try {
    const response = await fetch(file, { signal: AbortSignal.timeout(FETCH_TIMEOUT_MS) })
    if (!response.ok)
      throw new PushFailure(`Cannot read ${file}: the server responded with ${response.status}`)
    return Buffer.from(await response.arrayBuffer())
  } catch (error) {
    if (error instanceof PushFailure) throw error
    const cause = error instanceof Error ? (error.cause ?? error) : error
    throw new PushFailure(`Cannot read ${file}: ${cause instanceof Error ? cause.message : String(cause)}`)
  }
}

export function describeFileError(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  const { code = '' }: NodeJS.ErrnoException = error
  return reasons[code] ?? error.message
}
