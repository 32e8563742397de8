// A TCP proxy of a test's own: between the app and a service that is to go away and come back.
import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'

export type TcpProxy = {
  /** The service's address, through the proxy. */
  url: string
  /** Ends every connection and takes no new one. */
  cut(): Promise<void>
  /** Takes new connections again, on the same port. */
  restore(): Promise<void>
  /** Lets nothing through any more, and says so to nobody. */
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
      from.on('close', () => to.destroy())
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
