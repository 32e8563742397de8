// Reads an object of a PDF (ISO 32000-1, sections 7.2 and 7.3).

/**
 * `tokens` are brackets, numbers, keywords, and names with their escapes decoded, such as `/Type`, but no strings.
 * `streamStart` is the start of its stream's content. `isCut` is set if the object without its stream is larger than
 * any real one.
 */
export type PdfObject = {
  tokens: string[]
  start: number
  end: number
  streamStart: number | undefined
  isCut: boolean
}

const MAX_OBJECT_BYTES = 2 ** 20

const codes = (characters: string) => new Set(Buffer.from(characters, 'latin1'))
const SPACE = codes('\0\t\n\f\r ')
const LINE_END = codes('\r\n')
/** Characters that end a name, number, or keyword. */
const END = codes('\0\t\n\f\r ()<>[]{}/%')
const [LF = 0, CR = 0, SLASH = 0, PERCENT = 0, OPEN = 0, CLOSE = 0, LESS = 0, GREATER = 0, ESCAPE = 0] =
  Buffer.from('\n\r/%()<>\\')

/** Reads the object that starts here. If its end is missing, reads up to the limit. */
export function readPdfObject(bytes: Buffer, start: number): PdfObject {
  const limit = Math.min(bytes.length, start + MAX_OBJECT_BYTES)
  const tokens: string[] = []
  let depth = 0
  let at = start
  do {
    const token = readToken(bytes, at, limit)
    at = token.end
    if (token.text === undefined) break
    if (token.text === '<<' || token.text === '[') depth += 1
    if (token.text === '>>' || token.text === ']') depth -= 1
    tokens.push(token.text)
  } while (depth > 0)
  if (depth > 0) return { tokens, start, end: at, streamStart: undefined, isCut: limit < bytes.length }
  const nextLimit = Math.min(bytes.length, at + MAX_OBJECT_BYTES)
  const next = readToken(bytes, at, nextLimit)
  const streamStart = next.text === 'stream' ? afterLineEnd(bytes, next.end) : undefined
  return {
    ...{ tokens, start, end: next.end, streamStart },
    isCut: next.text === undefined && nextLimit < bytes.length,
  }
}

const afterLineEnd = (bytes: Buffer, at: number): number =>
  bytes[at] === CR && bytes[at + 1] === LF ? at + 2 : at + 1

type Token = { text: string | undefined; end: number }

/** The next token that is not a comment; '' for a string, undefined at the end. */
function readToken(bytes: Buffer, start: number, limit: number): Token {
  let at = start
  for (;;) {
    while (at < limit && SPACE.has(bytes[at] ?? 0)) at += 1
    if (at >= limit) return { text: undefined, end: limit }
    if (bytes[at] !== PERCENT) break
    while (at < limit && !LINE_END.has(bytes[at] ?? 0)) at += 1
  }
  const byte = bytes[at] ?? 0
  if (byte === OPEN) return { text: '', end: stringEnd(bytes, at, limit) }
  if ((byte === LESS || byte === GREATER) && bytes[at + 1] === byte)
    return { text: byte === LESS ? '<<' : '>>', end: at + 2 }
  if (byte === LESS) return { text: '', end: hexStringEnd(bytes, at, limit) }
  if (END.has(byte) && byte !== SLASH) return { text: String.fromCharCode(byte), end: at + 1 }
  let end = at + 1
  while (end < limit && !END.has(bytes[end] ?? 0)) end += 1
  return { text: decodeName(bytes.toString('latin1', at, end)), end }
}

/** `/J#61vaScript` is `/JavaScript` (section 7.3.5). */
const decodeName = (text: string): string =>
  text.replace(/#([\da-f]{2})/gi, (_escape, code: string) => String.fromCharCode(Number.parseInt(code, 16)))

/** The position after a string, in which brackets are balanced or escaped. */
function stringEnd(bytes: Buffer, start: number, limit: number): number {
  let depth = 0
  for (let at = start; at < limit; at += 1) {
    const byte = bytes[at]
    if (byte === ESCAPE) at += 1
    else if (byte === OPEN) depth += 1
    else if (byte === CLOSE) depth -= 1
    if (depth === 0) return at + 1
  }
  return limit
}

function hexStringEnd(bytes: Buffer, start: number, limit: number): number {
  const end = bytes.indexOf(GREATER, start)
  return end < 0 ? limit : Math.min(limit, end + 1)
}
