// Cursors of lists: the sort position of the last item, as text that a caller passes back unread.
import { isStorableText } from '../text/text.ts'

const LONGEST_CURSOR = 2048

/** The position as base64url (RFC 4648 section 5) of its JSON. Numbers are safe integers. */
export function encodeCursor(position: readonly (string | number)[]): string {
  return Buffer.from(JSON.stringify(position)).toString('base64url')
}

/** The position, if the text is exactly what `encodeCursor` makes of one of this shape that a store can compare. */
export function decodeCursor(
  text: string,
  shape: readonly ('string' | 'number')[],
): (string | number)[] | undefined {
  if (text.length > LONGEST_CURSOR) return undefined
  const position = parseOrUndefined(Buffer.from(text, 'base64url').toString())
  if (!Array.isArray(position) || position.length !== shape.length) return undefined
  if (!position.every((part, i) => typeof part === shape[i] && isComparable(part))) return undefined
  return encodeCursor(position) === text ? position : undefined
}

function parseOrUndefined(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

function isComparable(part: unknown): boolean {
  return typeof part === 'string' ? isStorableText(part) : Number.isSafeInteger(part)
}
