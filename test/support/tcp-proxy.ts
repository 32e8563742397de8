// A TCP proxy between the app and a service, to simulate outages.
import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'

export type TcpProxy = {
  /** The address of the service through the proxy. */
  url: string
  /** Closes all connections and accepts no new ones. */
  cut(): Promise<void>
  /** Accepts new connections again, on the same port. */
  restore(): Promise<void>
  /** Drops all traffic silently. */
  stall(): void
  [Symbol.asyncDispose](): Promise<void>
}

export async function startTcpProxy(target: string): Promise<TcpProxy> {
  const url = new URL(target)
  const { hostname: host, port: targetPort } = url
  const sockets = new Set<Socket>()
  let isStalled = false
  const server = createServer((client) => {
    const service = connect({ host, port: Number(targetPort) })
    for (const socket of [client, service]) {
      sockets.add(socket)
      socket.on('close', () => sockets.delete(socket))
      socket.on('error', () => {})
    }
    const pass = (from: Socket, to: Socket) => {
      from.on('data', (chunk) => void (isStalled || to.write(chunk)))
      // A machine without power or network does not close its connections.
      from.on('close', () => void (isStalled || to.destroy()))
    }
    pass(client, service)
    pass(service, client)
  })
  const open = async (port: number) => {
    isStalled = false
    server.listen({ host: '127.0.0.1', port })
    await once(server, 'listening')
  }
  const cut = async () => {
    if (!server.listening) return
    const closed = once(server, 'close')
    server.close()
    for (const socket of sockets) socket.destroy()
    await closed
  }
  await open(0)
  const { port } = server.address() as AddressInfo
  url.host = `127.0.0.1:${port}`
  return {
    url: url.href,
    cut,
    restore: () => open(port),
    stall: () => {
      isStalled = true
    },
    [Symbol.asyncDispose]: cut,
  }
}
