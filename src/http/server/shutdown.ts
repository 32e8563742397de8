// The end of the servers: what is in flight is answered, what idles is let go, what hangs is cut off.
import type { Server as HttpServer } from 'node:http'
import type { FastifyInstance } from 'fastify'

const IDLE_CHECK_MS = 50
const LONGEST_WAIT_MS = 20_000

/** Makes `app.close()` end within 20 s: Node alone would keep connections that fall idle after the close began. */
export function closeWithConnections(app: FastifyInstance, servers: readonly HttpServer[]): void {
  const plainClosed = Promise.withResolvers<void>()
  const timers: NodeJS.Timeout[] = []
  app.addHook('preClose', (done) => {
    timers.push(setInterval(() => each(servers, 'closeIdleConnections'), IDLE_CHECK_MS).unref())
    timers.push(setTimeout(() => each(servers, 'closeAllConnections'), LONGEST_WAIT_MS).unref())
    if (app.plainServer?.listening) app.plainServer.close(() => plainClosed.resolve())
    else plainClosed.resolve()
    done()
  })
  // Runs behind fastify's own, which waits for the HTTPS server.
  app.addHook('onClose', async () => {
    await plainClosed.promise
    for (const timer of timers) clearTimeout(timer)
  })
}

function each(servers: readonly HttpServer[], method: 'closeIdleConnections' | 'closeAllConnections'): void {
  // A server of HTTP/2 has neither; it ends its sessions by itself.
  for (const server of servers) server[method]?.()
}
