// Resolves JSON Pointers into the document (RFC 6901) to entries of the file.

import type { Prepared } from '../../import/document.ts'
import { itemKinds } from '../../import/programme.ts'
import { describeProblems } from './client.ts'
import type { Refused } from './send-programme.ts'

/** The entry at `/talks/3` or below; undefined for other pointers. */
export function entryAt(
  { entries }: Prepared,
  pointer: string,
): Prepared['entries']['talks'][number] | undefined {
  const [, name, index] = /^\/(\w+)\/(\d+)(?:\/|$)/.exec(pointer) ?? []
  const kind = itemKinds.find((known) => known === name)
  return kind === undefined ? undefined : entries[kind][Number(index)]
}

/** Each problem with its pointer within the item, or the message for the whole item. */
export function describeRefused({ pointer, message = 'no message', errors = [] }: Refused): string {
  if (errors.length === 0) return message
  return describeProblems(
    errors.map((problem) => ({
      ...problem,
      pointer: problem.pointer?.startsWith(`${pointer}/`)
        ? problem.pointer.slice(pointer.length)
        : (problem.pointer ?? ''),
    })),
  )
}
