// The port to which encoders publish, with its limits.
import { once } from 'node:events'
import { createServer, type Server, type Socket } from 'node:net'
import { createSecureContext, type SecureVersion, TLSSocket } from 'node:tls'
import { SECOND_MS } from '../../../../kernel/lib/time/units.ts'
import { countedAddress, parseAddress } from '../../../../kernel/lib/web/ip-addresses.ts'
import { FIRST_MS, MAX_CONNECTIONS, MAX_UNSENT_BYTES, MAX_WAITING, SILENCE_MS } from '../../limits.ts'
import type { EndReason } from '../stream-end.ts'
import type { MediaTag } from './media-tags.ts'
import { Publishing, type PublishRequest } from './publishing.ts'

export type RtmpPort = {
  /** 0 selects a free port. */
  port: number
  host: string
  /** Undefined for a port without TLS. */
  tls: TlsOptions | undefined
}
type TlsOptions = { cert: Uint8Array; key: Uint8Array; minVersion: SecureVersion; ciphers: string }

export type RtmpEvents = {
  /** `accept` or `end` answers it. */
  onRequest(connection: string, request: PublishRequest): void
  /** May throw StreamEnd. */
  onMedia(connection: string, tag: MediaTag): void
  /** Called once for each connection that has made a request. */
  onEnd(connection: string, reason: EndReason): void
}

/** Time to read why the connection ends. */
const LAST_MS = SECOND_MS

type Connection = { publishing: Publishing; onAccepted(): void }

export class RtmpServer {
  readonly #events: RtmpEvents
  readonly #server: Server
  #wrap: (socket: Socket) => Socket = (socket) => socket
  readonly #connections = new Map<string, Connection>()
  /** The number of connections by address whose keys are not accepted yet. */
  readonly #waiting = new Map<string, number>()
  #lastConnection = 0

  constructor(events: RtmpEvents) {
    this.#events = events
    this.#server = createServer((socket) => this.#open(socket))
    this.#server.maxConnections = MAX_CONNECTIONS
  }

  /** The port that is open. Throws the error of the system if it cannot be opened. */
  async listen({ port, host, tls }: RtmpPort): Promise<number> {
    this.#wrap = tls ? withTls(tls) : (socket) => socket
    this.#server.listen({ port, host })
    await once(this.#server, 'listening')
    const address = this.#server.address()
    return typeof address === 'object' && address ? address.port : port
  }

  /** Takes no further connections. */
  close(): void {
    this.#server.close()
  }

  accept(connection: string): void {
    this.#connections.get(connection)?.onAccepted()
  }

  end(connection: string, reason: EndReason): void {
    this.#connections.get(connection)?.publishing.end(reason)
  }

  #open(raw: Socket): void {
    const address = parseAddress(raw.remoteAddress)
    const leave = this.#enter(address ? countedAddress(address) : 'unknown')
    if (!leave) return void raw.destroy()
    const socket = this.#wrap(raw)
    let timer = setTimeout(() => raw.destroy(), FIRST_MS)
    const stopWaiting = () => {
      clearTimeout(timer)
      leave()
    }
    this.#lastConnection += 1
    const connection = `push ${this.#lastConnection}`
    const publishing = this.#publishOver(socket, connection, () => timer.refresh())
    this.#connections.set(connection, {
      publishing,
      onAccepted() {
        stopWaiting()
        timer = setTimeout(() => publishing.end('silent'), SILENCE_MS)
        publishing.accept()
      },
    })
    // Errors of the network end in `close`.
    for (const one of new Set([raw, socket])) one.on('error', () => raw.destroy())
    socket.on('data', (bytes) => publishing.receive(bytes))
    raw.on('close', () => {
      stopWaiting()
      publishing.end('closed')
    })
  }

  /** Counts a connection of an address. Returns a function that stops counting it; undefined if there are too many. */
  #enter(address: string): (() => void) | undefined {
    const count = this.#waiting.get(address) ?? 0
    if (count >= MAX_WAITING) return undefined
    this.#waiting.set(address, count + 1)
    let isCounted = true
    return () => {
      if (!isCounted) return
      isCounted = false
      const left = (this.#waiting.get(address) ?? 0) - 1
      if (left > 0) this.#waiting.set(address, left)
      else this.#waiting.delete(address)
    }
  }

  #publishOver(socket: Socket, connection: string, onPicture: () => void): Publishing {
    let hasAsked = false
    return new Publishing({
      send(bytes) {
        if (socket.writableLength > MAX_UNSENT_BYTES) socket.destroy()
        else if (socket.writable) socket.write(bytes)
      },
      onRequest: (request) => {
        hasAsked = true
        this.#events.onRequest(connection, request)
      },
      onMedia: (tag) => {
        this.#events.onMedia(connection, tag)
        if (tag.kind === 'video') onPicture()
      },
      onEnd: (reason) => {
        this.#connections.delete(connection)
        socket.end()
        setTimeout(() => socket.destroy(), LAST_MS).unref()
        if (hasAsked) this.#events.onEnd(connection, reason)
      },
    })
  }
}

function withTls({ cert, key, ...options }: TlsOptions): (socket: Socket) => Socket {
  const secureContext = createSecureContext({ ...options, cert: Buffer.from(cert), key: Buffer.from(key) })
  return (socket) => new TLSSocket(socket, { isServer: true, secureContext })
}
