// Frames of a stream of server-sent events (HTML Living Standard, section 9.2), and their compression.
import { constants, deflateRawSync } from 'node:zlib'

/** An event without an id. `data` must not contain line breaks. */
export const eventFrame = (event: string, data: string): string => `event: ${event}\ndata: ${data}\n\n`

/** An event with the position that the client reaches with it. */
export const withPosition = (position: string, frame: string): string => `id: ${position}\n${frame}`

/** Sets how long the client waits before it reconnects, in milliseconds. */
export const retryFrame = (ms: number): string => `retry: ${Math.round(ms)}\n\n`

/** A frame for many streams, encoded and compressed only once. */
export class SharedFrame {
  readonly plain: Buffer
  #compressed: Buffer | undefined

  constructor(text: string) {
    this.plain = Buffer.from(text)
  }

  /** For a stream that starts with `GZIP_HEADER`. It refers to no earlier data, so it is the same for all streams. */
  get compressed(): Buffer {
    this.#compressed ??= deflateRawSync(this.plain, { finishFlush: constants.Z_FULL_FLUSH })
    return this.#compressed
  }
}

/** An event for many streams, without and with the position that their clients reach with it. */
export class SharedEvent {
  readonly frame: SharedFrame
  readonly #text: string
  readonly #position: string
  #positioned: SharedFrame | undefined

  constructor(position: string, text: string) {
    this.frame = new SharedFrame(text)
    this.#text = text
    this.#position = position
  }

  /** For streams that carry no other talk. */
  get positioned(): SharedFrame {
    this.#positioned ??= new SharedFrame(withPosition(this.#position, this.#text))
    return this.#positioned
  }
}

/** Keeps the connection open. */
export const HEARTBEAT = new SharedFrame(':\n\n')

/**
 * The header of a gzip file of unknown origin (RFC 1952, section 2.3). There is never a trailer, because streams do not
 * end on their own.
 */
export const GZIP_HEADER = Buffer.from([0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 255])

const MAX_BLOCK_BYTES = 0xffff

/**
 * Uncompressed bytes within a compressed stream (RFC 1951, section 3.2.4). The length of personal content must not
 * depend on text that somebody else has written into it.
 */
export function storedBlocks(bytes: Buffer): Buffer {
  const parts: Buffer[] = []
  for (let start = 0; start < bytes.length; start += MAX_BLOCK_BYTES) {
    const block = bytes.subarray(start, start + MAX_BLOCK_BYTES)
    const header = Buffer.alloc(5)
    header.writeUInt16LE(block.length, 1)
    header.writeUInt16LE(block.length ^ MAX_BLOCK_BYTES, 3)
    parts.push(header, block)
  }
  return Buffer.concat(parts)
}
