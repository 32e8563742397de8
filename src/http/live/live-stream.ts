// One open stream: an HTTP response with server-sent events, and the positions that its client has reached.
import type { ServerResponse } from 'node:http'
import type { Recipient } from '../../domain/live/live-items.ts'
import { formatPositions, type Position } from './cursors.ts'
import { withPosition } from './frames.ts'

/** Pages get fragments of HTML, API clients get JSON. */
export type StreamFormat = 'html' | 'json'

/** A client that reads more slowly than this much is disconnected. It resumes where it was. */
const MAX_BACKLOG_BYTES = 256 * 1024

export class LiveStream {
  readonly format: StreamFormat
  recipient: Recipient
  readonly #response: ServerResponse
  readonly #positions = new Map<string, Position>()
  /** Frames of talks that the stream is still catching up with. */
  readonly #held = new Map<string, { seq: number; frame: string }[]>()

  constructor(
    response: ServerResponse,
    { format, recipient }: { format: StreamFormat; recipient: Recipient },
  ) {
    this.#response = response
    this.format = format
    this.recipient = recipient
  }

  get isOpen(): boolean {
    return !this.#response.destroyed && !this.#response.writableEnded
  }

  /** The digest of features and audience that the client has of a talk (`liveKey`). */
  keyOf(talkId: string): string | undefined {
    return this.#positions.get(talkId)?.key
  }

  isHeld(talkId: string): boolean {
    return this.#held.has(talkId)
  }

  /** Holds the frames of a talk back until `release`. */
  hold(talkId: string): void {
    this.#held.set(talkId, [])
  }

  /** The client reaches a position, with an event or without one. Then sends what was held back. */
  release(talkId: string, position: Position, frame?: string): void {
    const held = this.#held.get(talkId) ?? []
    this.#held.delete(talkId)
    this.#positions.set(talkId, position)
    if (frame !== undefined) this.send(talkId, position.seq, frame)
    for (const one of held) if (one.seq > position.seq) this.send(talkId, one.seq, one.frame)
  }

  /** Sends an event of a talk. The client has reached `seq` with it. */
  send(talkId: string, seq: number, frame: string): void {
    const held = this.#held.get(talkId)
    if (held) {
      held.push({ seq, frame })
      return
    }
    this.#reach(talkId, seq)
    this.write(withPosition(formatPositions(this.#positions), frame))
  }

  /** Sends an event that gives the client another digest of a talk. */
  changeKey(talkId: string, key: string, frame: string): void {
    const { seq } = this.#positions.get(talkId) ?? { seq: 0 }
    this.release(talkId, { seq, key }, frame)
  }

  /** Sends an event that other streams get as well: the same bytes, if the stream carries no other talk. */
  sendShared(talkId: string, seq: number, { frame, bytes }: { frame: string; bytes: Buffer }): void {
    if (this.#positions.size > 1 || this.#held.size > 0) {
      this.send(talkId, seq, frame)
      return
    }
    this.#reach(talkId, seq)
    this.write(bytes)
  }

  #reach(talkId: string, seq: number): void {
    const position = this.#positions.get(talkId)
    if (position) position.seq = seq
  }

  write(bytes: Buffer): void {
    if (!this.isOpen) return
    this.#response.write(bytes)
    if (this.#response.writableLength > MAX_BACKLOG_BYTES) this.#response.destroy()
  }

  /** Forgets a talk that is gone. */
  drop(talkId: string): void {
    this.#positions.delete(talkId)
  }

  end(last?: Buffer): void {
    if (this.isOpen) this.#response.end(last)
  }
}
