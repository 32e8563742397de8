// Large JSON bodies: an object with long lists, read item by item, so that no step takes long.
import { SlicedWork } from '../time/slices.ts'
import {
  ESCAPED_NAME,
  endOfString,
  FORBIDDEN_NAMES,
  type JsonResult,
  needsEscape,
  type Position,
  parseScanned,
  type Scan,
  scanValue,
} from './strict-json.ts'

/** Limits of a body. */
export type LargeJsonLimits = {
  /** Maximum number of items of one list. */
  items: number
  /** Maximum number of members of all objects together. */
  members: number
  /** Maximum bytes of one item, or of a value that is not a list. */
  itemBytes: number
}

type Failure = Exclude<JsonResult, { ok: true }> | { ok: false; oversized: true }
export type LargeJsonResult = { ok: true; value: unknown } | Failure

/** Maximum number of members of the body itself. */
const MAX_TOP_MEMBERS = 100
/** Many more than the schemas have. The parser needs a lot of memory for objects without common names. */
const MAX_NAMES = 1_000
const SPACE_AT_ONCE = 64 * 1024

const QUOTE = 0x22
const COMMA = 0x2c
const COLON = 0x3a
const NEWLINE = 0x0a
const [OPENING_BRACKET, CLOSING_BRACKET] = [0x5b, 0x5d]
const [OPENING_BRACE, CLOSING_BRACE] = [0x7b, 0x7d]

/**
 * The value of a UTF-8 body as `parseJson` reads it, with the same rules for each item of its lists. It must be an
 * object; other values are refused with `excess`, as are lists with too many items. `oversized` means that an item, or
 * the space before it, has too many bytes. Pauses every few milliseconds.
 */
export async function parseLargeJson(bytes: Uint8Array, limits: LargeJsonLimits): Promise<LargeJsonResult> {
  try {
    return { ok: true, value: await new Reader(await withoutSpaceAtEnd(bytes), limits).read() }
  } catch (error) {
    if (error instanceof Rejected) return error.failure
    throw error
  }
}

async function withoutSpaceAtEnd(bytes: Uint8Array): Promise<Uint8Array> {
  const work = new SlicedWork()
  let end = bytes.length
  while (end > 0 && isSpace(bytes[end - 1])) {
    end--
    if (end % SPACE_AT_ONCE === 0 && work.isDue) await work.pause()
  }
  return bytes.subarray(0, end)
}

/** Space, line feed, carriage return, and tab. */
const isSpace = (byte: number | undefined) => byte === 0x20 || byte === 0x0a || byte === 0x0d || byte === 0x09

class Rejected extends Error {
  readonly failure: Failure

  constructor(failure: Failure) {
    super('The body is rejected.')
    this.failure = failure
  }
}

class Reader {
  readonly #bytes: Uint8Array
  readonly #limits: LargeJsonLimits
  readonly #work = new SlicedWork()
  #at = 0
  #members = 0
  readonly #names = new Set<string>()
  #line = 1
  #lineStart = 0
  /** The position up to which lines are counted. */
  #linesUntil = 0

  constructor(bytes: Uint8Array, limits: LargeJsonLimits) {
    this.#bytes = bytes
    this.#limits = limits
  }

  async read(): Promise<Record<string, unknown>> {
    const members = new Map<string, unknown>()
    if (!this.#takes(OPENING_BRACE)) this.#rejectOther()
    if (!this.#takes(CLOSING_BRACE)) {
      do {
        const name = this.#name(members)
        if (!this.#takes(COLON)) this.#rejectSyntax()
        members.set(name, await this.#value(name))
      } while (this.#takes(COMMA))
      if (!this.#takes(CLOSING_BRACE)) this.#rejectSyntax()
    }
    this.#skipSpace()
    if (this.#at < this.#bytes.length) this.#rejectSyntax()
    return Object.fromEntries(members)
  }

  #name(members: ReadonlyMap<string, unknown>): string {
    this.#skipSpace()
    if (this.#bytes[this.#at] !== QUOTE) this.#rejectSyntax()
    // A name is a string followed by a colon, which does not end a value.
    const end = Math.min(endOfString(this.#bytes, this.#at) + 1, this.#bytes.length)
    const name = String(this.#parse({ end, members: 0, values: 1, depth: 0, hasEscapedName: false }, ''))
    if (FORBIDDEN_NAMES.has(name)) this.#reject('has a member named __proto__, constructor, or prototype')
    if (needsEscape(name)) this.#reject(ESCAPED_NAME)
    if (members.has(name)) this.#reject('has two members with the same name in one object')
    if (members.size === MAX_TOP_MEMBERS)
      this.#rejectExcess('', 'maxProperties', `must have at most ${MAX_TOP_MEMBERS} members`)
    this.#count(1)
    return name
  }

  async #value(name: string): Promise<unknown> {
    const pointer = `/${name.replaceAll('~', '~0').replaceAll('/', '~1')}`
    if (!this.#takes(OPENING_BRACKET)) return this.#item(pointer)
    const items: unknown[] = []
    if (this.#takes(CLOSING_BRACKET)) return items
    do {
      if (items.length === this.#limits.items)
        this.#rejectExcess(pointer, 'maxItems', `must have at most ${this.#limits.items} items`)
      items.push(this.#item(`${pointer}/${items.length}`))
      this.#countLines()
      if (this.#work.isDue) await this.#work.pause()
    } while (this.#takes(COMMA))
    if (!this.#takes(CLOSING_BRACKET)) this.#rejectSyntax()
    return items
  }

  /** Reads the value at the current position, and continues after it. */
  #item(pointer: string): unknown {
    this.#skipSpace()
    const start = this.#at
    const scan = scanValue(this.#bytes, start)
    if (scan.end === start) this.#rejectSyntax()
    if (scan.end - start > this.#limits.itemBytes) throw new Rejected({ ok: false, oversized: true })
    this.#count(scan.members)
    return this.#parse(scan, pointer)
  }

  #parse(scan: Scan, pointer: string): unknown {
    const part = this.#bytes.subarray(this.#at, scan.end)
    const result = parseScanned(part, scan, { start: () => this.#position(), names: this.#names })
    if (!result.ok && 'excess' in result)
      throw new Rejected({ ok: false, excess: { ...result.excess, pointer } })
    if (!result.ok) throw new Rejected(result)
    if (this.#names.size > MAX_NAMES)
      this.#rejectExcess('', 'maxProperties', `must have at most ${MAX_NAMES} different names of members`)
    this.#at = scan.end
    return result.value
  }

  #count(members: number): void {
    this.#members += members
    const { members: limit } = this.#limits
    if (this.#members > limit)
      this.#rejectExcess('', 'maxProperties', `must have at most ${limit} members in total`)
  }

  #takes(byte: number): boolean {
    this.#skipSpace()
    if (this.#bytes[this.#at] !== byte) return false
    this.#at++
    return true
  }

  #skipSpace(): void {
    const end = this.#at + this.#limits.itemBytes
    for (; this.#at < end; this.#at++) {
      if (!isSpace(this.#bytes[this.#at])) return
    }
    throw new Rejected({ ok: false, oversized: true })
  }

  #position(): Position {
    this.#countLines()
    const line = this.#bytes.subarray(this.#lineStart, this.#at)
    return { line: this.#line, column: new TextDecoder().decode(line).length + 1 }
  }

  /** Counts the lines up to the current position, item by item, so that no step takes long. */
  #countLines(): void {
    const uncounted = this.#bytes.subarray(this.#linesUntil, this.#at)
    for (let end = uncounted.indexOf(NEWLINE); end >= 0; end = uncounted.indexOf(NEWLINE, end + 1)) {
      this.#line++
      this.#lineStart = this.#linesUntil + end + 1
    }
    this.#linesUntil = this.#at
  }

  /** Rejects a body that is not an object: another value, or not JSON. */
  #rejectOther(): never {
    const isByteOrderMark = this.#bytes[0] === 0xef && this.#bytes[1] === 0xbb
    if (isByteOrderMark) this.#reject('starts with a byte order mark')
    if (/[["\d\-tfn]/.test(String.fromCharCode(this.#bytes[this.#at] ?? 0)))
      this.#rejectExcess('', 'type', 'must be an object')
    return this.#rejectSyntax()
  }

  #rejectSyntax(): never {
    const { line, column } = this.#position()
    return this.#reject(`is not valid JSON at line ${line}, column ${column}`)
  }

  #reject(problem: string): never {
    throw new Rejected({ ok: false, problem: `The body ${problem}.` })
  }

  #rejectExcess(pointer: string, code: string, message: string): never {
    throw new Rejected({ ok: false, excess: { pointer, code, message } })
  }
}
