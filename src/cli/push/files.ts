// Files that a person names: read, or said in words why not.

import { readFile } from 'node:fs/promises'
import { PushFailure } from './failure.ts'

const reasons: Record<string, string> = {
  EACCES: 'you may not',
  EISDIR: 'it is a folder',
  ELOOP: 'it is a symbolic link',
  ENOENT: 'there is no such file or folder',
  ENOTDIR: 'a part of its path is no folder',
}

/** @throws PushFailure with the name of the file and why it cannot be read. */
export async function readInput(file: string): Promise<Buffer> {
  try {
    return await readFile(file)
  } catch (error) {
    throw new PushFailure(`${file} cannot be read: ${describeFileError(error)}`)
  }
}

export function describeFileError(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  const { code = '' }: NodeJS.ErrnoException = error
  return reasons[code] ?? error.message
}
