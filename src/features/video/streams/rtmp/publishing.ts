// One connection of an encoder that publishes a stream: handshake, commands, and media, without the network.
import { randomBytes } from 'node:crypto'
import { MAX_FIRST_BYTES } from '../../limits.ts'
import { type EndReason, StreamEnd } from '../stream-end.ts'
import { type AmfValue, readAmf0, writeAmf0 } from './amf0.ts'
import { ByteFeed, type Reading } from './byte-feed.ts'
import { type Message, numberOf, readMessages, writeMessage } from './chunks.ts'
import { AUDIO, type MediaTag, mediaTagOf, VIDEO } from './media-tags.ts'

/** The key that an encoder sends, and the host name to which it connects. */
export type PublishRequest = { host: string; key: string }

type Events = {
  send(bytes: Buffer): void
  /** `accept` or `end` answers it. */
  onRequest(request: PublishRequest): void
  /** May throw StreamEnd. */
  onMedia(tag: MediaTag): void
  /** Called once. The connection closes after what was sent. */
  onEnd(reason: EndReason): void
}

const HANDSHAKE_BYTES = 1536
const RTMP_VERSION = 3
const ACKNOWLEDGEMENT = 3
const USER_CONTROL = 4
const WINDOW_SIZE = 5
const PEER_BANDWIDTH = 6
const COMMAND = 20
const PING = 6
const PONG = 7
/** After this many bytes, the encoder acknowledges what it has received. */
const WINDOW_BYTES = 2_500_000
const STREAM_ID = 1
const MAX_KEY_LENGTH = 200

const END_MESSAGES: Partial<Record<EndReason, string>> = {
  refused: 'The stream key is not valid now.',
  codec: 'Use H.264 video and AAC audio.',
  bit_rate: 'Use a lower bit rate.',
  key_frames: 'Use a key-frame interval of 2 seconds.',
}

export class Publishing {
  readonly #events: Events
  readonly #feed: ByteFeed
  #state: 'new' | 'connected' | 'asked' | 'accepted' | 'ended' = 'new'
  #host = ''
  #received = 0
  #acknowledged = 0
  /** The encoder stops if this many bytes are not acknowledged. */
  #peerWindow = WINDOW_BYTES

  constructor(events: Events) {
    this.#events = events
    this.#feed = new ByteFeed(this.#read())
  }

  receive(bytes: Buffer): void {
    if (this.#state === 'ended') return
    this.#received += bytes.length
    if (this.#state !== 'accepted' && this.#received > MAX_FIRST_BYTES) {
      this.end('malformed')
      return
    }
    try {
      this.#feed.push(bytes)
    } catch (error) {
      if (!(error instanceof StreamEnd)) throw error
      this.end(error.reason)
    }
    this.#acknowledge()
  }

  accept(): void {
    if (this.#state !== 'asked') return
    this.#state = 'accepted'
    this.#sendStatus('status', 'NetStream.Publish.Start', 'The stream is on.')
  }

  end(reason: EndReason): void {
    if (this.#state === 'ended') return
    const description = END_MESSAGES[reason]
    if (description !== undefined && this.#state !== 'new')
      this.#sendStatus('error', 'NetStream.Publish.BadName', description)
    this.#state = 'ended'
    this.#events.onEnd(reason)
  }

  *#read(): Reading {
    const hello = Buffer.from(yield 1 + HANDSHAKE_BYTES)
    if (hello[0] !== RTMP_VERSION) throw new StreamEnd('malformed')
    const own = randomBytes(HANDSHAKE_BYTES)
    own.fill(0, 0, 8)
    this.#events.send(Buffer.concat([Buffer.of(RTMP_VERSION), own, hello.subarray(1)]))
    yield HANDSHAKE_BYTES
    yield* readMessages((message) => this.#take(message))
  }

  #take(message: Message): void {
    if (this.#state === 'ended') return
    const { type, payload } = message
    if (type === AUDIO || type === VIDEO) this.#takeMedia(message)
    else if (type === COMMAND) this.#run(readAmf0(payload))
    else if (type === WINDOW_SIZE) this.#peerWindow = Math.max(numberOf(payload), 1)
    else if (type === USER_CONTROL) this.#answerPing(payload)
  }

  #takeMedia(message: Message): void {
    if (this.#state !== 'accepted') throw new StreamEnd('malformed')
    const tag = mediaTagOf(message)
    if (tag) this.#events.onMedia(tag)
  }

  #run([name, transaction, ...values]: AmfValue[]): void {
    if (name === 'connect') this.#connect(transaction, values)
    else if (name === 'createStream') this.#answer(transaction, [null, STREAM_ID])
    else if (name === 'publish') this.#publish(values)
    else if (name === 'play') throw new StreamEnd('malformed')
    else if (name === 'deleteStream' || name === 'FCUnpublish') this.end('closed')
  }

  #connect(transaction: AmfValue | undefined, [options]: AmfValue[]): void {
    const url = options instanceof Map ? options.get('tcUrl') : undefined
    if (this.#state !== 'new' || typeof url !== 'string') throw new StreamEnd('malformed')
    this.#state = 'connected'
    this.#host = hostOf(url)
    this.#send(WINDOW_SIZE, number(WINDOW_BYTES))
    this.#send(PEER_BANDWIDTH, Buffer.concat([number(WINDOW_BYTES), Buffer.of(2)]))
    this.#answer(transaction, [
      { fmsVer: 'FMS/3,0,1,123', capabilities: 31 },
      { level: 'status', code: 'NetConnection.Connect.Success', description: 'Connected.' },
    ])
  }

  #publish([, key]: AmfValue[]): void {
    if (this.#state !== 'connected' || typeof key !== 'string' || key.length > MAX_KEY_LENGTH)
      throw new StreamEnd('malformed')
    this.#state = 'asked'
    this.#events.onRequest({ host: this.#host, key })
  }

  #answer(transaction: AmfValue | undefined, values: Parameters<typeof writeAmf0>[0]): void {
    if (typeof transaction !== 'number') throw new StreamEnd('malformed')
    this.#send(COMMAND, writeAmf0(['_result', transaction, ...values]))
  }

  #sendStatus(level: string, code: string, description: string): void {
    this.#send(COMMAND, writeAmf0(['onStatus', 0, null, { level, code, description }]), STREAM_ID)
  }

  #answerPing(payload: Buffer): void {
    if (payload.length !== 6 || payload.readUInt16BE() !== PING) return
    const pong = Buffer.from(payload)
    pong.writeUInt16BE(PONG)
    this.#send(USER_CONTROL, pong)
  }

  #acknowledge(): void {
    if (this.#state === 'ended' || this.#received - this.#acknowledged < this.#peerWindow) return
    this.#acknowledged = this.#received
    this.#send(ACKNOWLEDGEMENT, number(this.#received % 2 ** 32))
  }

  #send(type: number, payload: Buffer, streamId = 0): void {
    this.#events.send(writeMessage({ type, streamId, payload }))
  }
}

/** The host name of the address to which the encoder connects; empty if it is none. */
function hostOf(url: string): string {
  const { hostname } = URL.parse(url.replace(/^rtmps?:/i, 'https:')) ?? { hostname: '' }
  return hostname.toLowerCase()
}

function number(value: number): Buffer {
  const bytes = Buffer.alloc(4)
  bytes.writeUInt32BE(value)
  return bytes
}
