// A TCP proxy that can hold back what the server sends, so that a request is executed and its response never arrives.

import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'

export type CutProxy = AsyncDisposable & {
  port: number
  /** Whether responses are held back. The TLS handshake always passes. */
  isHolding: boolean
}

/** The largest part of a TLS handshake that a client sends. A request with a programme has more. */
const HANDSHAKE_BYTES = 5_000

export async function startCutProxy(target: number): Promise<CutProxy> {
  const sockets = new Set<Socket>()
  const proxy = { port: 0, isHolding: false }
  const server = createServer((client) => {
    let sent = 0
    const upstream = connect(target, '127.0.0.1')
    client.on('data', (chunk) => {
      sent += chunk.length
      upstream.write(chunk)
    })
    upstream.on('data', (chunk) => {
      if (!proxy.isHolding || sent < HANDSHAKE_BYTES) client.write(chunk)
    })
    for (const [socket, other] of [
      [client, upstream],
      [upstream, client],
    ] as const) {
      sockets.add(socket)
      socket.on('error', () => {})
      socket.on('close', () => other.destroy())
    }
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  proxy.port = (server.address() as AddressInfo).port
  return Object.assign(proxy, {
    [Symbol.asyncDispose]: async () => {
      for (const socket of sockets) socket.destroy()
      server.close()
      await once(server, 'close')
    },
  })
}
