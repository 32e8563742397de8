// One end of an RTMP connection, without the network: messages, acknowledgements, pings, and limits, which are the same for
// a server and a client.
import { MAX_FIRST_BYTES, MAX_SILENT_BYTES } from '../../limits.ts'
import { StreamEnd } from '../stream-end.ts'
import { type AmfValue, readAmf0, type SentValue, writeAmf0 } from './amf0.ts'
import { ByteFeed, type Reading } from './byte-feed.ts'
import { type Message, numberOf, readMessages, writeMessage } from './chunks.ts'
import { AUDIO, type MediaTag, mediaTagOf, VIDEO } from './media-tags.ts'

type Events = {
  send(bytes: Buffer): void
  /** The handshake, at whose end commands and media begin. */
  greet(): Reading
  onCommand(values: AmfValue[]): void
  /** The other end has noted this about a stream (section 7.1.7 of the specification). */
  onControl?(event: number): void
  onMedia(tag: MediaTag): void
}

export const HANDSHAKE_BYTES = 1536
export const RTMP_VERSION = 3

const ACKNOWLEDGEMENT = 3
const USER_CONTROL = 4
const WINDOW_SIZE = 5
const PEER_BANDWIDTH = 6
const COMMAND = 20
const PING = 6
const PONG = 7
/** After this many bytes, the other end acknowledges what it has received. */
const WINDOW_BYTES = 2_500_000

export class Peer {
  readonly #events: Events
  readonly #feed: ByteFeed
  #received = 0
  #acknowledged = 0
  /** The other end stops if this many bytes are not acknowledged. */
  #peerWindow = WINDOW_BYTES
  /** Bytes since the last picture or sound, and how many there may be. */
  #silent = 0
  #maxSilent = MAX_FIRST_BYTES

  constructor(events: Events) {
    this.#events = events
    this.#feed = new ByteFeed(this.#read())
  }

  /** Throws StreamEnd if the bytes are malformed or exceed a limit. */
  receive(bytes: Buffer): void {
    this.#received += bytes.length
    this.#silent += bytes.length
    this.#feed.push(bytes)
    if (this.#silent > this.#maxSilent) throw new StreamEnd('malformed')
    if (this.#received - this.#acknowledged < this.#peerWindow) return
    this.#acknowledged = this.#received
    this.#send(ACKNOWLEDGEMENT, number(this.#received % 2 ** 32))
  }

  sendWindowSize(): void {
    this.#send(WINDOW_SIZE, number(WINDOW_BYTES))
  }

  sendPeerBandwidth(): void {
    this.#send(PEER_BANDWIDTH, Buffer.concat([number(WINDOW_BYTES), Buffer.of(2)]))
  }

  sendCommand(values: readonly SentValue[], streamId = 0): void {
    this.#send(COMMAND, writeAmf0(values), streamId)
  }

  *#read(): Reading {
    yield* this.#events.greet()
    yield* readMessages((message) => this.#take(message))
  }

  #take(message: Message): void {
    const { type, payload } = message
    if (type === AUDIO || type === VIDEO) this.#takeMedia(message)
    else if (type === COMMAND) this.#events.onCommand(readAmf0(payload))
    else if (type === WINDOW_SIZE) this.#peerWindow = Math.max(numberOf(payload), 1)
    else if (type === USER_CONTROL && payload.length >= 2) this.#takeControl(payload)
  }

  #takeMedia(message: Message): void {
    const tag = mediaTagOf(message)
    if (!tag) return
    this.#events.onMedia(tag)
    this.#silent = 0
    this.#maxSilent = MAX_SILENT_BYTES
  }

  #takeControl(payload: Buffer): void {
    const event = payload.readUInt16BE()
    if (event !== PING) this.#events.onControl?.(event)
    if (event !== PING || payload.length !== 6) return
    const pong = Buffer.from(payload)
    pong.writeUInt16BE(PONG)
    this.#send(USER_CONTROL, pong)
  }

  #send(type: number, payload: Buffer, streamId = 0): void {
    this.#events.send(writeMessage({ type, streamId, payload }))
  }
}

function number(value: number): Buffer {
  const bytes = Buffer.alloc(4)
  bytes.writeUInt32BE(value)
  return bytes
}
