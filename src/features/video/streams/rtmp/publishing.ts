// One connection of an encoder that publishes a stream: handshake, commands, and media, without the network.
import { randomBytes } from 'node:crypto'
import { type EndReason, StreamEnd } from '../stream-end.ts'
import type { AmfValue, SentValue } from './amf0.ts'
import type { Reading } from './byte-feed.ts'
import type { MediaTag } from './media-tags.ts'
import { HANDSHAKE_BYTES, Peer, RTMP_VERSION } from './peer.ts'
import { hostOf } from './stream-address.ts'

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
  readonly #peer: Peer
  #state: 'new' | 'connected' | 'asked' | 'accepted' | 'ended' = 'new'
  #host = ''

  constructor(events: Events) {
    this.#events = events
    this.#peer = new Peer({
      send: (bytes) => events.send(bytes),
      greet: () => this.#greet(),
      onCommand: (values) => this.#run(values),
      onMedia: (tag) => this.#takeMedia(tag),
    })
  }

  receive(bytes: Buffer): void {
    if (this.#state === 'ended') return
    try {
      this.#peer.receive(bytes)
    } catch (error) {
      if (!(error instanceof StreamEnd)) throw error
      this.end(error.reason)
    }
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

  *#greet(): Reading {
    const hello = Buffer.from(yield 1 + HANDSHAKE_BYTES)
    if (hello[0] !== RTMP_VERSION) throw new StreamEnd('malformed')
    const own = randomBytes(HANDSHAKE_BYTES)
    own.fill(0, 0, 8)
    this.#events.send(Buffer.concat([Buffer.of(RTMP_VERSION), own, hello.subarray(1)]))
    yield HANDSHAKE_BYTES
  }

  #takeMedia(tag: MediaTag): void {
    if (this.#state === 'ended') return
    if (this.#state !== 'accepted') throw new StreamEnd('malformed')
    this.#events.onMedia(tag)
  }

  #run([name, transaction, ...values]: AmfValue[]): void {
    if (this.#state === 'ended') return
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
    this.#peer.sendWindowSize()
    this.#peer.sendPeerBandwidth()
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

  #answer(transaction: AmfValue | undefined, values: readonly SentValue[]): void {
    if (typeof transaction !== 'number') throw new StreamEnd('malformed')
    this.#peer.sendCommand(['_result', transaction, ...values])
  }

  #sendStatus(level: string, code: string, description: string): void {
    this.#peer.sendCommand(['onStatus', 0, null, { level, code, description }], STREAM_ID)
  }
}
