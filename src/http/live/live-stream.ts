// One open stream: an HTTP response with server-sent events, and the positions that its client has reached.
import type { ServerResponse } from 'node:http'
import type { Writable } from 'node:stream'
import { setImmediate as pass } from 'node:timers/promises'
import type { Recipient } from '../../domain/live/live-items.ts'
import type { Language } from '../../schema/platforms/languages.ts'
import { formatPositions, type Position } from './cursors.ts'
import { GZIP_HEADER, HEARTBEAT, type SharedFrame, storedBlocks, withPosition } from './frames.ts'

/** Pages get fragments of HTML in their language, API clients get JSON. Streams of the same format share events. */
export type StreamFormat = HtmlFormat | 'json'
export type HtmlFormat = `html-${Language}`

/** An event for many streams, plain and with the position, for streams that carry no other talk. */
export type PositionedFrame = { frame: string; positioned: SharedFrame }

/** A client with a larger backlog than this is disconnected. It resumes where it was. */
const MAX_BACKLOG_BYTES = 256 * 1024

/**
 * Number of streams per slice, after which other requests get a turn. A time limit would not work, because Node
 * encrypts and sends only after the slice: each stream then takes about 20 µs.
 */
const SLICE = 40

export type StreamOptions = {
  format: StreamFormat
  recipient: Recipient
  /** Whether the response has the content coding gzip. */
  isCompressed: boolean
}

export class LiveStream {
  readonly format: StreamFormat
  recipient: Recipient
  readonly #isCompressed: boolean
  readonly #response: ServerResponse
  /** The target of events. With HTTP/1.1, it is the connection itself, which takes a tenth less time per event. */
  readonly #sink: Writable
  readonly #positions = new Map<string, Position>()
  /** Frames of talks that the stream is still catching up with. */
  readonly #held = new Map<string, { seq: number; frame: string }[]>()
  /** Whether nothing was sent since the last check (`keepOpen`). */
  #isQuiet = false

  constructor(response: ServerResponse, { format, recipient, isCompressed }: StreamOptions) {
    this.#response = response
    response.flushHeaders()
    this.#sink = (response.req.httpVersionMajor === 1 && response.socket) || response
    this.format = format
    this.recipient = recipient
    this.#isCompressed = isCompressed
    if (isCompressed) this.#sink.write(GZIP_HEADER)
  }

  get isOpen(): boolean {
    return !this.#response.destroyed && !this.#response.writableEnded
  }

  /** The digest of features and audience that the client has for a talk (`liveKey`). */
  keyOf(talkId: string): string | undefined {
    return this.#positions.get(talkId)?.key
  }

  isHeld(talkId: string): boolean {
    return this.#held.has(talkId)
  }

  /** Holds back the frames of a talk until `release`. */
  hold(talkId: string): void {
    this.#held.set(talkId, [])
  }

  /** Sets the position of the client, with or without an event, and then sends the frames that were held back. */
  release(talkId: string, position: Position, frame?: string): void {
    const held = this.#held.get(talkId) ?? []
    this.#held.delete(talkId)
    this.#positions.set(talkId, position)
    if (frame !== undefined) this.send(talkId, position.seq, frame)
    for (const one of held) if (one.seq > position.seq) this.send(talkId, one.seq, one.frame)
  }

  /** Sends an event of a talk, with which the client reaches `seq`. */
  send(talkId: string, seq: number, frame: string): void {
    const held = this.#held.get(talkId)
    if (held) {
      held.push({ seq, frame })
      return
    }
    this.#reach(talkId, seq)
    this.write(withPosition(formatPositions(this.#positions), frame))
  }

  /** Sends an event that gives the client a new digest of a talk. */
  changeKey(talkId: string, key: string, frame: string): void {
    const { seq } = this.#positions.get(talkId) ?? { seq: 0 }
    this.release(talkId, { seq, key }, frame)
  }

  /** Sends an event that other streams get as well. The bytes are shared if the stream carries no other talk. */
  sendShared(talkId: string, seq: number, { frame, positioned }: PositionedFrame): void {
    if (this.#positions.size > 1 || this.#held.size > 0) {
      this.send(talkId, seq, frame)
      return
    }
    this.#reach(talkId, seq)
    this.write(positioned)
  }

  #reach(talkId: string, seq: number): void {
    const position = this.#positions.get(talkId)
    if (position) position.seq = seq
  }

  /** Writes a frame for many streams, or a text for this stream alone. */
  write(frame: SharedFrame | string): void {
    if (!this.isOpen) return
    this.#isQuiet = false
    this.#sink.write(this.#encode(frame))
    if (this.#sink.writableLength > MAX_BACKLOG_BYTES) this.#response.destroy()
  }

  /** Sends a heartbeat if nothing has been sent since the last call. */
  keepOpen(): void {
    if (this.#isQuiet) this.write(HEARTBEAT)
    this.#isQuiet = true
  }

  #encode(frame: SharedFrame | string): Buffer {
    if (typeof frame !== 'string') return this.#isCompressed ? frame.compressed : frame.plain
    const bytes = Buffer.from(frame)
    return this.#isCompressed ? storedBlocks(bytes) : bytes
  }

  /** Removes a talk that no longer exists. */
  drop(talkId: string): void {
    this.#positions.delete(talkId)
  }

  end(last = ''): void {
    if (this.isOpen) this.#response.end(this.#encode(last))
  }
}

/** Visits streams in slices, so that other requests are not delayed. */
export async function inSlices(
  streams: Iterable<LiveStream>,
  visit: (stream: LiveStream) => Promise<void> | void,
): Promise<void> {
  for (const [index, stream] of [...streams].entries()) {
    const pending = visit(stream)
    if (pending) await pending
    if (index % SLICE === SLICE - 1) await pass()
  }
}
