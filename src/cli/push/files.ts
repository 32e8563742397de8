// Reads files named on the command line, with readable errors.

import { readFile } from 'node:fs/promises'
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

export function describeFileError(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  const { code = '' }: NodeJS.ErrnoException = error
  return reasons[code] ?? error.message
}
