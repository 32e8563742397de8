// The chunk stream of RTMP (Adobe's specification 1.0, section 5.3): messages cut into chunks, of several at a time.
import { StreamEnd } from '../stream-end.ts'
import type { Reading } from './byte-feed.ts'

export type Message = { type: number; streamId: number; timestampMs: number; payload: Buffer }

const SET_CHUNK_SIZE = 1
const ABORT = 2

const FIRST_CHUNK_SIZE = 128
const MAX_CHUNK_SIZE = 65_536
const MAX_CHUNK_STREAMS = 16
/** A key frame at 8 Mbit/s is smaller by far. */
const MAX_MESSAGE_BYTES = 1_048_576
/** Of all messages that have begun. */
const MAX_UNFINISHED_BYTES = 2 * MAX_MESSAGE_BYTES
const EXTENDED = 0xffffff

type ChunkStream = Omit<Message, 'payload'> & {
  deltaMs: number
  length: number
  hasExtendedTime: boolean
  parts: Buffer[]
  /** Number of bytes of `parts`. */
  size: number
}

const newChunkStream = (): ChunkStream => ({
  ...{ type: 0, streamId: 0, timestampMs: 0, deltaMs: 0 },
  ...{ length: 0, hasExtendedTime: false, parts: [], size: 0 },
})

/** Reads messages until the connection ends. Throws StreamEnd if the bytes are malformed or exceed a limit. */
export function* readMessages(onMessage: (message: Message) => void): Reading<never> {
  const streams = new Map<number, ChunkStream>()
  let chunkSize = FIRST_CHUNK_SIZE
  let unfinished = 0
  const drop = (stream: ChunkStream): Buffer[] => {
    const { parts, size } = stream
    unfinished -= size
    Object.assign(stream, { parts: [], size: 0 })
    return parts
  }
  for (;;) {
    const [first = 0] = yield 1
    const id = yield* readChunkStreamId(first & 0x3f)
    const stream = streams.get(id) ?? newChunkStream()
    streams.set(id, stream)
    if (streams.size > MAX_CHUNK_STREAMS) throw new StreamEnd('malformed')
    yield* readHeader(stream, first >> 6)
    const length = Math.min(chunkSize, stream.length - stream.size)
    if (length > 0) stream.parts.push(Buffer.from(yield length))
    stream.size += length
    unfinished += length
    if (unfinished > MAX_UNFINISHED_BYTES) throw new StreamEnd('malformed')
    if (stream.size < stream.length) continue
    const { type, streamId, timestampMs } = stream
    const payload = Buffer.concat(drop(stream))
    if (type === SET_CHUNK_SIZE) chunkSize = chunkSizeOf(payload)
    else if (type === ABORT) drop(streams.get(numberOf(payload)) ?? newChunkStream())
    else onMessage({ type, streamId, timestampMs, payload })
  }
}

function* readChunkStreamId(short: number): Reading<number> {
  if (short > 1) return short
  const bytes = yield short + 1
  return 64 + bytes.readUIntLE(0, bytes.length)
}

const HEADER_BYTES = [11, 7, 3, 0] as const

/** `format` 0 has all values, and each further one takes more from the message before. */
function* readHeader(stream: ChunkStream, format: number): Reading {
  const isContinued = stream.size > 0
  if (isContinued && format !== 3) throw new StreamEnd('malformed')
  const header = Buffer.from(yield* take(HEADER_BYTES[format] ?? 0))
  if (format < 3) stream.hasExtendedTime = header.readUIntBE(0, 3) === EXTENDED
  if (format < 2) {
    stream.length = header.readUIntBE(3, 3)
    stream.type = header.readUInt8(6)
  }
  if (format < 1) stream.streamId = header.readUInt32LE(7)
  if (stream.length > MAX_MESSAGE_BYTES) throw new StreamEnd('malformed')
  const extended = stream.hasExtendedTime ? (yield 4).readUInt32BE() : undefined
  if (isContinued) return
  const time = format === 3 ? undefined : (extended ?? header.readUIntBE(0, 3))
  if (format === 0) Object.assign(stream, { timestampMs: time, deltaMs: 0 })
  else {
    stream.deltaMs = time ?? stream.deltaMs
    stream.timestampMs = (stream.timestampMs + stream.deltaMs) % 2 ** 32
  }
}

function* take(length: number): Reading<Buffer> {
  return length === 0 ? Buffer.alloc(0) : yield length
}

function chunkSizeOf(payload: Buffer): number {
  const size = numberOf(payload)
  if (size < 1 || size > MAX_CHUNK_SIZE) throw new StreamEnd('malformed')
  return size
}

/** The number that a protocol message consists of. */
export function numberOf(payload: Buffer): number {
  if (payload.length < 4) throw new StreamEnd('malformed')
  return payload.readUInt32BE()
}

/** A message on one of the chunk streams of which ours are, in chunks of `chunkSize`. */
export function writeMessage(
  { type, streamId, payload }: Omit<Message, 'timestampMs'>,
  chunkSize: number = FIRST_CHUNK_SIZE,
): Buffer {
  const chunkStream = type < 8 ? 2 : 3
  const header = Buffer.alloc(12)
  header.writeUInt8(chunkStream)
  header.writeUIntBE(payload.length, 4, 3)
  header.writeUInt8(type, 7)
  header.writeUInt32LE(streamId, 8)
  const parts = [header, payload.subarray(0, chunkSize)]
  for (let at = chunkSize; at < payload.length; at += chunkSize)
    parts.push(Buffer.of(0xc0 | chunkStream), payload.subarray(at, at + chunkSize))
  return Buffer.concat(parts)
}
