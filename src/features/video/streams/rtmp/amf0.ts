// The values of RTMP commands (Action Message Format, AMF 0).
import { StreamEnd } from '../stream-end.ts'

export type AmfValue = number | boolean | string | null | AmfObject | AmfValue[]
export type AmfObject = Map<string, AmfValue>

const MAX_DEPTH = 4
const MAX_VALUES = 256

const NUMBER = 0
const BOOLEAN = 1
const STRING = 2
const OBJECT = 3
const NULL = 5
const UNDEFINED = 6
const ECMA_ARRAY = 8
const OBJECT_END = 9
const STRICT_ARRAY = 10
const DATE = 11
const LONG_STRING = 12

/** The values of a payload. Throws StreamEnd if it is malformed or has too many values. */
export function readAmf0(payload: Buffer): AmfValue[] {
  const reader = new Reader(payload)
  const values: AmfValue[] = []
  while (!reader.isAtEnd) values.push(reader.value())
  return values
}

class Reader {
  readonly #bytes: Buffer
  #at = 0
  #count = 0

  constructor(bytes: Buffer) {
    this.#bytes = bytes
  }

  get isAtEnd(): boolean {
    return this.#at === this.#bytes.length
  }

  value(depth = 0): AmfValue {
    this.#count += 1
    if (depth > MAX_DEPTH || this.#count > MAX_VALUES) throw new StreamEnd('malformed')
    switch (this.#take(1).readUInt8()) {
      case NUMBER:
        return this.#take(8).readDoubleBE()
      case BOOLEAN:
        return this.#take(1).readUInt8() !== 0
      case STRING:
        return this.#text(this.#take(2).readUInt16BE())
      case LONG_STRING:
        return this.#text(this.#take(4).readUInt32BE())
      case ECMA_ARRAY:
        this.#take(4)
        return this.#object(depth)
      case OBJECT:
        return this.#object(depth)
      case STRICT_ARRAY:
        return this.#array(this.#take(4).readUInt32BE(), depth)
      case DATE:
        return this.#take(10).readDoubleBE()
      case NULL:
      case UNDEFINED:
        return null
      default:
        throw new StreamEnd('malformed')
    }
  }

  #object(depth: number): AmfObject {
    const object: AmfObject = new Map()
    for (;;) {
      const name = this.#text(this.#take(2).readUInt16BE())
      if (name === '' && this.#bytes[this.#at] === OBJECT_END) break
      object.set(name, this.value(depth + 1))
    }
    this.#take(1)
    return object
  }

  #array(length: number, depth: number): AmfValue[] {
    const values: AmfValue[] = []
    // A wrong length ends at the limit of values, or at the end of the bytes.
    while (values.length < length) values.push(this.value(depth + 1))
    return values
  }

  #text(length: number): string {
    return this.#take(length).toString('utf8')
  }

  #take(length: number): Buffer {
    if (this.#at + length > this.#bytes.length) throw new StreamEnd('malformed')
    this.#at += length
    return this.#bytes.subarray(this.#at - length, this.#at)
  }
}

/** The values that we send: numbers, short texts, null, and objects of them. */
export type SentValue = number | string | null | Readonly<Record<string, number | string>>

export const writeAmf0 = (values: readonly SentValue[]): Buffer => Buffer.concat(values.map(encode))

function encode(value: SentValue): Buffer {
  if (value === null) return Buffer.of(NULL)
  if (typeof value === 'number') {
    const bytes = Buffer.alloc(9)
    bytes.writeDoubleBE(value, 1)
    return bytes
  }
  if (typeof value === 'string') return Buffer.concat([Buffer.of(STRING), named(value)])
  const members = Object.entries(value).flatMap(([name, member]) => [named(name), encode(member)])
  return Buffer.concat([Buffer.of(OBJECT), ...members, named(''), Buffer.of(OBJECT_END)])
}

function named(text: string): Buffer {
  const bytes = Buffer.from(text)
  const length = Buffer.alloc(2)
  length.writeUInt16BE(bytes.length)
  return Buffer.concat([length, bytes])
}
