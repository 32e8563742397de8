// A server of RTMP streams from which Lectern can pull.
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { type AddressInfo, createServer, type Socket } from 'node:net'
import { createServer as createTlsServer } from 'node:tls'
import type { AmfValue } from '../../src/features/video/streams/rtmp/amf0.ts'
import type { Reading } from '../../src/features/video/streams/rtmp/byte-feed.ts'
import { HANDSHAKE_BYTES, Peer, RTMP_VERSION } from '../../src/features/video/streams/rtmp/peer.ts'
import { type FlvTag, rtmpMessage } from './rtmp-encoder.ts'

export type Source = {
  port: number
  /** What clients have asked for: the address of the connection, and the name of the stream. */
  requests: string[]
  /** Sends these to each client that plays the stream. */
  tags: readonly FlvTag[]
  /** Ends the connections of all clients. */
  cut(): void
  [Symbol.asyncDispose](): Promise<void>
}

/** With a certificate, the port has TLS. Clients get an error for streams other than `stream`. */
export async function startSource(
  stream: string,
  {
    tags = [],
    tls,
  }: { tags?: readonly FlvTag[]; tls?: { cert: Buffer | string; key: Buffer | string } } = {},
): Promise<Source> {
  const sockets = new Set<Socket>()
  const requests: string[] = []
  const serve = (socket: Socket) => {
    sockets.add(socket)
    socket.on('error', () => {}).on('close', () => sockets.delete(socket))
    let url = ''
    const peer: Peer = new Peer({
      send: (bytes) => socket.write(bytes),
      greet: () => greet(socket),
      onMedia: () => {},
      onCommand([name, transaction, ...values]: AmfValue[]) {
        const [options, asked] = values
        if (name === 'connect' && options instanceof Map) {
          url = String(options.get('tcUrl'))
          peer.sendCommand(['_result', Number(transaction), null, { code: 'NetConnection.Connect.Success' }])
        }
        if (name === 'createStream') peer.sendCommand(['_result', Number(transaction), null, 1])
        if (name !== 'play') return
        requests.push(`${url} ${asked}`)
        const status = asked === stream ? PLAYS : NOT_FOUND
        peer.sendCommand(['onStatus', 0, null, status], 1)
        if (asked === stream) socket.write(Buffer.concat(source.tags.map(rtmpMessage)))
      },
    })
    socket.on('data', (bytes) => peer.receive(bytes))
  }
  const server = (tls ? createTlsServer(tls, serve) : createServer(serve)).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const source: Source = {
    port: (server.address() as AddressInfo).port,
    ...{ requests, tags },
    cut() {
      for (const socket of sockets) socket.destroy()
    },
    async [Symbol.asyncDispose]() {
      source.cut()
      server.close()
      await once(server, 'close')
    },
  }
  return source
}

const PLAYS = { level: 'status', code: 'NetStream.Play.Start' }
const NOT_FOUND = { level: 'error', code: 'NetStream.Play.StreamNotFound' }

function* greet(socket: Socket): Reading {
  const hello = Buffer.from(yield 1 + HANDSHAKE_BYTES)
  socket.write(Buffer.concat([Buffer.of(RTMP_VERSION), randomBytes(HANDSHAKE_BYTES), hello.subarray(1)]))
  yield HANDSHAKE_BYTES
}
