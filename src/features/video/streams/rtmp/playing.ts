// One connection to a server whose stream is played: handshake, commands, and media, without the network.
import { randomBytes } from 'node:crypto'
import { type EndReason, StreamEnd } from '../stream-end.ts'
import type { AmfValue } from './amf0.ts'
import type { Reading } from './byte-feed.ts'
import type { MediaTag } from './media-tags.ts'
import { HANDSHAKE_BYTES, Peer, RTMP_VERSION } from './peer.ts'
import type { StreamAddress } from './stream-address.ts'

type Events = {
  send(bytes: Buffer): void
  /** May throw StreamEnd. */
  onMedia(tag: MediaTag): void
  /** Called once. */
  onEnd(reason: EndReason): void
}

const CONNECT = 1
const CREATE_STREAM = 2
const PLAY = 3
/** A live stream with this name, or else a recording. */
const LIVE_OR_RECORDED = -2
const STREAM_EOF = 1
/** Some servers refuse clients that do not say which codecs they play. These are the values of ffmpeg. */
const CLIENT = {
  flashVer: 'LNX 9,0,124,2',
  capabilities: 15,
  audioCodecs: 4071,
  videoCodecs: 252,
  videoFunction: 1,
}
const MAX_STREAM_ID = 2 ** 32 - 1
/** The notices of servers that a stream is over. */
const OVER =
  /^NetStream\.(?:Play\.(?:UnpublishNotify|Stop|Complete)|Unpublish)|^NetConnection\.Connect\.Closed/

export class Playing {
  readonly #address: Pick<StreamAddress, 'app' | 'url' | 'stream'>
  readonly #events: Events
  readonly #peer: Peer
  #state: 'greeting' | 'connecting' | 'creating' | 'playing' | 'ended' = 'greeting'

  constructor(address: Pick<StreamAddress, 'app' | 'url' | 'stream'>, events: Events) {
    this.#address = address
    this.#events = events
    this.#peer = new Peer({
      send: (bytes) => events.send(bytes),
      greet: () => this.#greet(),
      onCommand: (values) => this.#run(values),
      onControl: (event) => {
        if (event === STREAM_EOF) this.end('closed')
      },
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

  end(reason: EndReason): void {
    if (this.#state === 'ended') return
    this.#state = 'ended'
    this.#events.onEnd(reason)
  }

  *#greet(): Reading {
    const own = randomBytes(HANDSHAKE_BYTES)
    own.fill(0, 0, 8)
    this.#events.send(Buffer.concat([Buffer.of(RTMP_VERSION), own]))
    const hello = Buffer.from(yield 1 + HANDSHAKE_BYTES)
    if (hello[0] !== RTMP_VERSION) throw new StreamEnd('malformed')
    this.#events.send(hello.subarray(1))
    yield HANDSHAKE_BYTES
    this.#state = 'connecting'
    const { app, url: tcUrl } = this.#address
    this.#peer.sendCommand(['connect', CONNECT, { app, tcUrl, ...CLIENT }])
  }

  #takeMedia(tag: MediaTag): void {
    if (this.#state === 'ended') return
    if (this.#state !== 'playing') throw new StreamEnd('malformed')
    this.#events.onMedia(tag)
  }

  #run([name, transaction, ...values]: AmfValue[]): void {
    if (this.#state === 'ended') return
    if (name === '_result') this.#continue(transaction, values)
    else if (name === 'onStatus') this.#takeStatus(values)
    else if (name === '_error') this.end('not_found')
    else if (name === 'close') this.end('closed')
  }

  #continue(transaction: AmfValue | undefined, [, streamId]: AmfValue[]): void {
    if (transaction === CONNECT && this.#state === 'connecting') {
      this.#state = 'creating'
      this.#peer.sendWindowSize()
      this.#peer.sendCommand(['createStream', CREATE_STREAM, null])
    } else if (transaction === CREATE_STREAM && this.#state === 'creating') {
      const isValid = typeof streamId === 'number' && Number.isInteger(streamId)
      if (!isValid || streamId < 0 || streamId > MAX_STREAM_ID) throw new StreamEnd('malformed')
      this.#state = 'playing'
      this.#peer.sendCommand(['play', PLAY, null, this.#address.stream, LIVE_OR_RECORDED], streamId)
    }
  }

  #takeStatus([, status]: AmfValue[]): void {
    const [level, code] = status instanceof Map ? [status.get('level'), status.get('code')] : []
    if (level === 'error') this.end('not_found')
    else if (typeof code === 'string' && OVER.test(code)) this.end('closed')
  }
}
