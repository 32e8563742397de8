// Graceful shutdown: answers requests in flight, and closes idle connections at once and all others after 20 seconds.
import type { Server as HttpServer } from 'node:http'
import type { FastifyInstance } from 'fastify'

const IDLE_CHECK_MS = 50
const MAX_WAIT_MS = 20_000

/** Makes `app.close()` finish within 20 s. Node would keep connections open that become idle after closing began. */
export function closeConnectionsOnShutdown(app: FastifyInstance, servers: readonly HttpServer[]): void {
  const plainClosed = Promise.withResolvers<void>()
  const timers: NodeJS.Timeout[] = []
  app.addHook('preClose', (done) => {
    timers.push(setInterval(() => each(servers, 'closeIdleConnections'), IDLE_CHECK_MS).unref())
    timers.push(setTimeout(() => each(servers, 'closeAllConnections'), MAX_WAIT_MS).unref())
    if (app.plainServer?.listening) app.plainServer.close(() => plainClosed.resolve())
    else plainClosed.resolve()
    done()
  })
  // Runs after fastify's own hook, which waits for the HTTPS server.
  app.addHook('onClose', async () => {
    await plainClosed.promise
    for (const timer of timers) clearTimeout(timer)
  })
}

function each(servers: readonly HttpServer[], method: 'closeIdleConnections' | 'closeAllConnections'): void {
  // HTTP/2 servers have neither method; they end their sessions themselves.
  for (const server of servers) server[method]?.()
}
