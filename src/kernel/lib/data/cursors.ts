// List cursors: the sort position of the last item, as opaque text that the caller passes back.
import { isStorableText } from '../text/text.ts'

const MAX_CURSOR_LENGTH = 2048

/** The position as JSON in base64url (RFC 4648 section 5). Numbers must be safe integers. */
export function encodeCursor(position: readonly (string | number)[]): string {
  return Buffer.from(JSON.stringify(position)).toString('base64url')
}

/** The position, if the text is exactly the result of `encodeCursor` for a valid position of this shape. */
export function decodeCursor(
  text: string,
  shape: readonly ('string' | 'number')[],
): (string | number)[] | undefined {
  if (text.length > MAX_CURSOR_LENGTH) return undefined
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
