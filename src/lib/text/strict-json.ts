// Strict JSON (RFC 8259, I-JSON RFC 7493): rejects what different clients or databases would read differently.

export type JsonResult = { ok: true; value: unknown } | { ok: false; problem: string }

const MAX_DEPTH = 32
const FORBIDDEN_NAMES = new Set(['__proto__', 'constructor', 'prototype'])
const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })

const QUOTE = 0x22
const COLON = 0x3a
const BACKSLASH = 0x5c

/**
 * The value of a UTF-8 body, or of one `line` of it, counted from 1; or a sentence that describes the problem without
 * repeating any content. Rejects a byte order mark, duplicate and forbidden members, U+0000 and lone surrogates, numbers
 * that a double cannot represent, and more than 32 levels of nesting.
 */
export function parseJson(bytes: Uint8Array, line?: number): JsonResult {
  const refuse = (problem: string): JsonResult => ({
    ok: false,
    problem: `${line === undefined ? 'The body' : `Line ${line}`} ${problem}.`,
  })
  const text = decode(bytes)
  if (text === undefined) return refuse('is not valid UTF-8')
  if (text === '') return refuse('is empty')
  if (text.charCodeAt(0) === 0xfeff) return refuse('starts with a byte order mark')
  const { members, depth } = scan(text)
  if (depth > MAX_DEPTH) return refuse(`is nested deeper than ${MAX_DEPTH} levels`)
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch (err) {
    return refuse(`is not valid JSON${placeOf(err, line !== undefined)}`)
  }
  // Only an escape can put U+0000 or a lone surrogate into the text of a valid body.
  const walk = { members: 0, checksText: text.includes('\\u'), problem: undefined }
  check(value, walk)
  if (walk.problem !== undefined) return refuse(walk.problem)
  // JSON.parse keeps only the last of several members with the same name, so fewer are left than the text has colons.
  return walk.members === members
    ? { ok: true, value }
    : refuse('has two members with the same name in one object')
}

function decode(bytes: Uint8Array): string | undefined {
  try {
    return utf8.decode(bytes)
  } catch {
    return undefined
  }
}

/** Counts colons outside strings and the maximum depth in one pass. JSON.parse checks the rest of the grammar. */
function scan(text: string): { members: number; depth: number } {
  let members = 0
  let depth = 0
  let maxDepth = 0
  for (let i = 0; i < text.length; i++) {
    const unit = text.charCodeAt(i)
    if (unit === QUOTE) i = endOfString(text, i)
    else if (unit === COLON) members++
    // '[' and '{' differ only in bit 5, and so do ']' and '}'.
    else if ((unit | 0x20) === 0x7b) maxDepth = Math.max(maxDepth, ++depth)
    else if ((unit | 0x20) === 0x7d) depth--
  }
  return { members, depth: maxDepth }
}

/** The index of the closing quote: the next one after an even number of backslashes. */
function endOfString(text: string, start: number): number {
  let end = start
  for (;;) {
    end = text.indexOf('"', end + 1)
    if (end === -1) return text.length
    let before = end
    while (text.charCodeAt(before - 1) === BACKSLASH) before--
    if ((end - before) % 2 === 0) return end
  }
}

type Walk = { members: number; readonly checksText: boolean; problem: string | undefined }

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
    if (FORBIDDEN_NAMES.has(name)) {
      walk.problem = 'has a member named __proto__, constructor, or prototype'
      return
    }
    if (walk.checksText) checkText(name, walk)
    check(object[name], walk)
  }
}

function checkText(text: string, walk: Walk): void {
  if (text.includes('\u0000')) walk.problem = 'has a string with the character U+0000'
  else if (!text.isWellFormed()) walk.problem = 'has a string with a lone surrogate'
}

function checkNumber(number: number, walk: Walk): void {
  if (!Number.isFinite(number)) walk.problem = 'has a number that is too large'
  else if (Number.isInteger(number) && !Number.isSafeInteger(number)) {
    walk.problem = 'has an integer outside the range from -(2^53 - 1) to 2^53 - 1'
  }
}

/** V8's message quotes the text, so only the position at its end is used. */
function placeOf(err: unknown, isLine: boolean): string {
  const [, line, column] = (err instanceof Error && /\(line (\d+) column (\d+)\)$/.exec(err.message)) || []
  if (column === undefined) return ''
  return isLine ? ` at column ${column}` : ` at line ${line}, column ${column}`
}
