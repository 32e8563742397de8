// Describes refused items by the pointers of their problems (JSON Pointer, RFC 6901).

import { describeProblems } from './client.ts'
import type { Refused } from './send-programme.ts'

/** Each problem with its pointer within the item, or the message for the whole item. */
export function describeRefused({ pointer, message = 'no message', errors = [], source }: Refused): string {
  if (source !== undefined)
    return `it belongs to the source "${source}"; use --source '${source}' if this is a newer version of that programme, otherwise --id-prefix`
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
