// Strict JSON (RFC 8259, I-JSON RFC 7493): rejects everything that clients or databases could interpret differently.

export type JsonResult =
  | { ok: true; value: unknown }
  /** Not accepted as JSON. The problem is a sentence that repeats no content. */
  | { ok: false; problem: string }
  /** Not parsed, because it is larger than any valid request. */
  | { ok: false; excess: JsonExcess }

/** A JSON Pointer (RFC 6901) to the value, the keyword of JSON Schema that it violates, and a message. */
export type JsonExcess = { pointer: string; code: string; message: string }

/** More than any object of the API can have, so that the cost of a hostile body is bounded before it is parsed. */
const MAX_MEMBERS = 2_000
const MAX_VALUES = 10_000
const MAX_DEPTH = 32
export const FORBIDDEN_NAMES = new Set(['__proto__', 'constructor', 'prototype'])
const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })

const QUOTE = 0x22
const COLON = 0x3a
const COMMA = 0x2c
const BACKSLASH = 0x5c

/** Both are counted from 1; columns in UTF-16 units, like those of V8. */
export type Position = { line: number; column: number }

/** The place of the bytes if they are not a whole body: in a line of it, counted from 1, or after some of its bytes. */
type Place = {
  line?: number | undefined
  start?: (() => Position) | undefined
  /** Collects the names of members. */
  names?: Set<string> | undefined
}

/**
 * The value of a UTF-8 body, or of one line of it. Rejects a byte order mark, duplicate and forbidden members, member names
 * that need an escape, U+0000 and lone surrogates, numbers that a double cannot represent, more than 32 levels of nesting, more than 2,000 members, and
 * more than 10,000 values.
 */
export const parseJson = (bytes: Uint8Array, place: Place = {}): JsonResult =>
  parseScanned(bytes, scanValue(bytes, 0), place)

/** Like `parseJson`, for bytes that were already scanned. */
export function parseScanned(
  bytes: Uint8Array,
  { members, values, depth, hasEscapedName }: Scan,
  { line, start, names }: Place,
): JsonResult {
  const refuse = (problem: string): JsonResult => ({
    ok: false,
    problem: `${line === undefined ? 'The body' : `Line ${line}`} ${problem}.`,
  })
  if (depth > MAX_DEPTH) return refuse(`is nested deeper than ${MAX_DEPTH} levels`)
  if (members > MAX_MEMBERS) return tooMany('maxProperties', `${MAX_MEMBERS} members in total`)
  if (values > MAX_VALUES) return tooMany('maxItems', `${MAX_VALUES} values in total`)
  const text = decode(bytes)
  if (text === undefined) return refuse('is not valid UTF-8')
  if (text === '') return refuse('is empty')
  if (text.charCodeAt(0) === 0xfeff) return refuse('starts with a byte order mark')
  const { plain, problem } = hasEscapedName ? unescapeNames(text) : { plain: text }
  if (problem !== undefined) return refuse(problem)
  let value: unknown
  try {
    value = JSON.parse(plain)
  } catch (err) {
    return refuse(`is not valid JSON${placeOf(plain === text ? err : errorIn(text), { line, start })}`)
  }
  // Only an escape can put U+0000 or a lone surrogate into the text of a valid body.
  const walk = { members: 0, names, checksText: text.includes('\\u'), problem: undefined }
  check(value, walk)
  if (walk.problem !== undefined) return refuse(walk.problem)
  // JSON.parse keeps only the last of several members with the same name, so fewer are left than the text has colons.
  return walk.members === members
    ? { ok: true, value }
    : refuse('has two members with the same name in one object')
}

const tooMany = (code: string, most: string): JsonResult => ({
  ok: false,
  excess: { pointer: '', code, message: `must have at most ${most}` },
})

function decode(bytes: Uint8Array): string | undefined {
  try {
    return utf8.decode(bytes)
  } catch {
    return undefined
  }
}

/**
 * The text with the names of members written without escapes. V8 reads an escaped name as another one after it has read a
 * name that begins with a backslash (nodejs/node#63785), so names that need an escape are refused.
 */
function unescapeNames(text: string): { plain: string; problem?: string | undefined } {
  const walk: Walk = { members: 0, names: undefined, checksText: true, problem: undefined }
  try {
    const plain = text.replace(STRING, (string, colon: string | undefined) => {
      if (colon === undefined) return string
      const name: string = JSON.parse(string.slice(0, -colon.length))
      checkText(name, walk)
      if (needsEscape(name)) walk.problem ??= ESCAPED_NAME
      return JSON.stringify(name) + colon
    })
    return { plain, problem: walk.problem }
  } catch {
    // An escape of a name is not valid, so neither is the text.
    return { plain: text }
  }
}

export const ESCAPED_NAME = 'has a member name with a quotation mark, a backslash, or a control character'
export const needsEscape = (name: string): boolean => JSON.stringify(name).includes('\\')

/** A string, and the colon after it if it is the name of a member. */
const STRING = /"[^"\\]*(?:\\[\s\S][^"\\]*)*"(\s*:)?/g

function errorIn(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch (err) {
    return err
  }
}

export type Scan = {
  /** The index of the comma or bracket after the value, or the end of the bytes. */
  end: number
  members: number
  values: number
  depth: number
  hasEscapedName: boolean
}

/**
 * Finds the end of a value and counts colons outside strings, values, and the maximum depth in one pass, which ends
 * early if there are too many. JSON.parse checks the rest of the grammar.
 */
export function scanValue(bytes: Uint8Array, start: number): Scan {
  let members = 0
  let values = 1
  let depth = 0
  let maxDepth = 0
  let stringStart = start
  let hasEscapedName = false
  let i = start
  for (; i < bytes.length && members <= MAX_MEMBERS && values <= MAX_VALUES; i++) {
    const byte = bytes[i] ?? 0
    if (byte === QUOTE) {
      stringStart = i
      i = endOfString(bytes, i)
    } else if (byte === COLON) {
      members++
      hasEscapedName ||= bytes.subarray(stringStart, i).includes(BACKSLASH)
    } else if (byte === COMMA) {
      if (depth === 0) break
      // Each value except the first of a list or object follows a comma.
      values++
    }
    // '[' and '{' differ only in bit 5, as do ']' and '}'.
    else if ((byte | 0x20) === 0x7b) maxDepth = Math.max(maxDepth, ++depth)
    else if ((byte | 0x20) === 0x7d && depth-- === 0) break
  }
  return { end: Math.min(i, bytes.length), members, values, depth: maxDepth, hasEscapedName }
}

/** The index of the closing quote: the next one after an even number of backslashes. */
export function endOfString(bytes: Uint8Array, start: number): number {
  let end = start
  for (;;) {
    end = bytes.indexOf(QUOTE, end + 1)
    if (end === -1) return bytes.length
    let before = end
    while (bytes[before - 1] === BACKSLASH) before--
    if ((end - before) % 2 === 0) return end
  }
}

type Walk = {
  members: number
  readonly names: Set<string> | undefined
  readonly checksText: boolean
  problem: string | undefined
}

function check(value: unknown, walk: Walk): void {
  if (typeof value === 'string') {
    if (walk.checksText) checkText(value, walk)
  } else if (typeof value === 'number') {
    checkNumber(value, walk)
  } else if (Array.isArray(value)) {
    for (const item of value) check(item, walk)
  } else if (typeof value === 'object' && value !== null) {
    checkMembers(value as Record<string, unknown>, walk)
  }
}

function checkMembers(object: Record<string, unknown>, walk: Walk): void {
  for (const name of Object.keys(object)) {
    walk.members++
    walk.names?.add(name)
    if (FORBIDDEN_NAMES.has(name)) {
      walk.problem ??= 'has a member named __proto__, constructor, or prototype'
      return
    }
    if (walk.checksText) checkText(name, walk)
    check(object[name], walk)
  }
}

function checkText(text: string, walk: Walk): void {
  if (text.includes('\u0000')) walk.problem ??= 'has a string with the character U+0000'
  else if (!text.isWellFormed()) walk.problem ??= 'has a string with a lone surrogate'
}

function checkNumber(number: number, walk: Walk): void {
  if (!Number.isFinite(number)) walk.problem ??= 'has a number that is too large'
  else if (Number.isInteger(number) && !Number.isSafeInteger(number)) {
    walk.problem ??= 'has an integer outside the range from -(2^53 - 1) to 2^53 - 1'
  }
}

/** V8's message quotes the text, so only the position at its end is used. */
function placeOf(err: unknown, { line: ownLine, start }: Place): string {
  const [, line, column] = (err instanceof Error && /\(line (\d+) column (\d+)\)$/.exec(err.message)) || []
  if (line === undefined || column === undefined) return ''
  if (ownLine !== undefined) return ` at column ${column}`
  const first = start?.() ?? { line: 1, column: 1 }
  const columnsBefore = line === '1' ? first.column - 1 : 0
  return ` at line ${first.line + Number(line) - 1}, column ${columnsBefore + Number(column)}`
}
