// One open stream: an HTTP response with server-sent events, and the positions that its client has reached.
import type { ServerResponse } from 'node:http'
import type { Writable } from 'node:stream'
import { setImmediate as pass } from 'node:timers/promises'
import type { Language } from '../../../kernel/schema/languages.ts'
import type { Recipient } from '../items.ts'
import { formatPositions, type Position } from './cursors.ts'
import {
  GZIP_HEADER,
  HEARTBEAT,
  type SharedEvent,
  type SharedFrame,
  storedBlocks,
  withPosition,
} from './frames.ts'

/** Pages get fragments of HTML in their language, API clients get JSON. Streams of the same format share events. */
export type StreamFormat = HtmlFormat | 'json'
export type HtmlFormat = `html-${Language}`

/**
 * More is not passed to the connection at once. The rest waits here, where streams share the bytes: each connection
 * encrypts and keeps its own copy of what it was given.
 */
const PIECE_BYTES = 32 * 1024
/**
 * While more than this waits, a client gets no further events. It catches up when it has read everything. A single
 * event can be larger, such as a snapshot.
 */
const MAX_WAITING_BYTES = 256 * 1024
/** A client that has read nothing between this many checks (`keepOpen`), although something waits, is disconnected. */
const MAX_STALLED_CHECKS = 3

/** After it was ended, a response is closed at the latest. */
const MAX_ENDING_MS = 10_000

/**
 * Number of streams per slice, after which other requests get a turn. A time limit would not work, because Node
 * encrypts and sends only after the slice: each stream then takes about 20 µs.
 */
const SLICE = 40

export type StreamOptions = {
  format: StreamFormat
  recipient: Recipient
  /** The account or the address that opened the stream, for limits. */
  client: string
  /** Whether the response has the content coding gzip. */
  isCompressed: boolean
}

/**
 * Sends events of a talk with the positions that the client reaches with them, and ends the hold. Does nothing after
 * another hold of the talk.
 */
export type Release = (key: string, steps: readonly Step[]) => void
/** Events with which the client reaches an entry. Its number comes with the first, so only one can have content. */
export type Step = { seq: number; frames: readonly Frame[] }
/** A frame for many streams, or a text for one stream alone. */
export type Frame = SharedFrame | string

export class LiveStream {
  readonly format: StreamFormat
  readonly client: string
  recipient: Recipient
  /** Called when the client has read everything after it had fallen behind, and has to catch up in all its talks. */
  onReadAll: () => void = () => {}
  readonly #isCompressed: boolean
  readonly #response: ServerResponse
  /** The target of events. With HTTP/1.1, it is the connection itself, which takes a tenth less time per event. */
  readonly #sink: Writable
  readonly #positions = new Map<string, Position>()
  /** Talks whose events are left out, because the stream is catching up with them, and the current hold of each. */
  readonly #held = new Map<string, Release | undefined>()
  /** Pieces that the connection does not take yet. */
  readonly #waiting: Buffer[] = []
  #waitingBytes = 0
  #isBlocked = false
  #isBehind = false
  #stalledChecks = 0
  /** Whether nothing was sent since the last check (`keepOpen`). */
  #isQuiet = false

  constructor(response: ServerResponse, { format, recipient, client, isCompressed }: StreamOptions) {
    this.#response = response
    response.flushHeaders()
    this.#sink = (response.req.httpVersionMajor === 1 && response.socket) || response
    this.#sink.on('drain', () => this.#continue())
    this.format = format
    this.client = client
    this.recipient = recipient
    this.#isCompressed = isCompressed
    if (isCompressed) this.#pass(GZIP_HEADER)
  }

  get isOpen(): boolean {
    return !this.#response.destroyed && !this.#response.writableEnded
  }

  /** The position that the client has reached in a talk; undefined if it has not received anything of it. */
  positionIn(talkId: string): Position | undefined {
    return this.#positions.get(talkId)
  }

  isHeld(talkId: string): boolean {
    return this.#held.has(talkId)
  }

  /** Leaves out the events of a talk, in which the client has reached a position, until the release. */
  hold(talkId: string, reached: Position | undefined): Release {
    if (reached) this.#positions.set(talkId, reached)
    const release: Release = (key, steps) => {
      if (this.#held.get(talkId) !== release || this.#isFull()) return
      this.#held.delete(talkId)
      for (const { seq, frames } of steps) {
        this.#positions.set(talkId, { seq, key })
        if (frames.length > 0) this.#writePositioned(frames)
      }
    }
    this.#held.set(talkId, release)
    return release
  }

  /** Sends an event with which the client reaches `seq` of a talk, whose bytes are shared with other streams. */
  send(talkId: string, seq: number, event: SharedEvent): void {
    if (this.isHeld(talkId) || this.#isFull()) return
    const position = this.#positions.get(talkId)
    if (position) position.seq = seq
    if (this.#positions.size > 1) this.#writePositioned([event.frame])
    else this.write(event.positioned)
  }

  /** Sends an event that gives the client a new digest of a talk. */
  changeKey(talkId: string, key: string, frame: Frame): void {
    const { seq } = this.#positions.get(talkId) ?? { seq: 0 }
    this.hold(talkId, undefined)(key, [{ seq, frames: [frame] }])
  }

  #writePositioned(frames: readonly Frame[]): void {
    this.write(withPosition(formatPositions(this.#positions), ''))
    for (const frame of frames) this.write(frame)
  }

  /**
   * Whether too much waits. Then the client falls behind: it gets nothing until it has read that, and then what it has
   * missed since its positions.
   */
  #isFull(): boolean {
    if (this.#waitingBytes <= MAX_WAITING_BYTES) return false
    this.#isBehind = true
    for (const talkId of this.#positions.keys()) this.#held.set(talkId, undefined)
    return true
  }

  /** Writes a frame that changes no position. */
  write(frame: Frame): void {
    if (!this.isOpen) return
    this.#isQuiet = false
    this.#pass(this.#encode(frame))
  }

  /** Passes bytes to the connection in pieces, each when the one before has left. */
  #pass(bytes: Buffer): void {
    if (!this.#isBlocked && bytes.length <= PIECE_BYTES) {
      this.#isBlocked = !this.#sink.write(bytes)
      return
    }
    for (let start = 0; start < bytes.length; start += PIECE_BYTES)
      this.#waiting.push(bytes.subarray(start, start + PIECE_BYTES))
    this.#waitingBytes += bytes.length
    if (!this.#isBlocked) this.#continue()
  }

  #continue(): void {
    this.#isBlocked = false
    this.#stalledChecks = 0
    for (
      let piece = this.#waiting.shift();
      piece;
      piece = this.#isBlocked ? undefined : this.#waiting.shift()
    ) {
      this.#waitingBytes -= piece.length
      this.#isBlocked = !this.#sink.write(piece)
    }
    if (!this.#isBehind || this.#waitingBytes > 0) return
    this.#isBehind = false
    this.onReadAll()
  }

  /** Sends a heartbeat if nothing has been sent since the last call. Disconnects a client that does not read. */
  keepOpen(): void {
    if (this.#isBlocked) {
      this.#stalledChecks += 1
      if (this.#stalledChecks > MAX_STALLED_CHECKS) this.#response.destroy()
      return
    }
    if (this.#isQuiet) this.write(HEARTBEAT)
    this.#isQuiet = true
  }

  #encode(frame: Frame): Buffer {
    if (typeof frame !== 'string') return this.#isCompressed ? frame.compressed : frame.plain
    const bytes = Buffer.from(frame)
    return this.#isCompressed ? storedBlocks(bytes) : bytes
  }

  /** Removes a talk that no longer exists. */
  drop(talkId: string): void {
    this.#positions.delete(talkId)
    this.#held.delete(talkId)
  }

  /** Ends the response. `last` is left out if it would be written into an event that is still waiting. */
  end(last = ''): void {
    if (!this.isOpen) return
    if (this.#waitingBytes > 0) this.#response.end()
    else this.#response.end(this.#encode(last))
    // A client that does not read would keep the connection and what waits for it.
    setTimeout(() => this.#response.destroy(), MAX_ENDING_MS).unref()
  }
}

/** Visits streams in slices, so that other requests are not delayed. */
export async function inSlices(
  streams: Iterable<LiveStream>,
  visit: (stream: LiveStream) => Promise<void> | void,
): Promise<void> {
  let pending: Promise<void>[] = []
  for (const [index, stream] of [...streams].entries()) {
    const visiting = visit(stream)
    if (visiting) pending.push(visiting)
    if (index % SLICE !== SLICE - 1) continue
    await Promise.all(pending)
    pending = []
    await pass()
  }
  await Promise.all(pending)
}
