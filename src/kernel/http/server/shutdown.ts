// Signals. SIGHUP reloads the certificate. SIGTERM and SIGINT shut down gracefully: the server drains while load balancers
// move to other nodes, answers requests in flight, closes idle connections at once, and all others when the time is up.
import cluster from 'node:cluster'
import type { Server as HttpServer } from 'node:http'
import type { Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { Server as TlsServer } from 'node:tls'
import closeWithGrace from 'close-with-grace'
import type { FastifyInstance } from 'fastify'
import { CONNECTIONS_CLOSED_MS, SHUTDOWN_TIMEOUT_MS } from '../../limits.ts'
import { loadCertificate, TLS_OPTIONS } from './certificate.ts'

declare module 'fastify' {
  interface FastifyInstance {
    /** The time when draining started, in ms of `performance.now()`; null before. */
    drainingSinceMs: number | null
  }
}

export const STOP_SIGNALS = ['SIGTERM', 'SIGINT'] as const

/** Sent by the primary process to a worker process. */
export type StopMessage = { signal: (typeof STOP_SIGNALS)[number] }

const IDLE_CHECK_MS = 50

/**
 * After the first call, `/ready` answers 503 and every response over HTTP/1.1 ends its connection (RFC 9112, section
 * 9.6). Requests on new and old connections are still answered. Resolves after LECTERN_DRAIN_SECONDS.
 */
export async function drain(app: FastifyInstance): Promise<void> {
  app.drainingSinceMs ??= performance.now()
  await sleep(app.config.drainSeconds * 1000)
}

/** While draining, asks HTTP/1.1 clients to reconnect. HTTP/2 forbids the header (RFC 9113, section 8.2.2). */
export function endConnectionsWhileDraining(app: FastifyInstance): void {
  app.decorate('drainingSinceMs', null)
  app.addHook('onSend', (request, reply, payload, done) => {
    if (app.drainingSinceMs !== null && request.raw.httpVersionMajor === 1)
      reply.header('connection', 'close')
    done(null, payload)
  })
}

/** Makes `app.close()` finish in time. Node would keep connections open that become idle after closing began. */
export function closeConnectionsOnShutdown(app: FastifyInstance, servers: readonly HttpServer[]): void {
  const plainClosed = Promise.withResolvers<void>()
  const timers: NodeJS.Timeout[] = []
  const closeIdle = () => {
    // Not every version of Node supports this for HTTP/2.
    for (const server of servers) server.closeIdleConnections?.()
  }
  const closers = servers.map(connectionsCloser)
  const closeAll = () => {
    for (const close of closers) close()
  }
  app.addHook('preClose', (done) => {
    const drainedMs = app.drainingSinceMs === null ? 0 : performance.now() - app.drainingSinceMs
    timers.push(setInterval(closeIdle, IDLE_CHECK_MS).unref())
    timers.push(setTimeout(closeAll, CONNECTIONS_CLOSED_MS - drainedMs).unref())
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

/** Ends every connection of the server. Node does not list those of an HTTP/2 server. */
function connectionsCloser(server: HttpServer): () => void {
  if (server.closeAllConnections !== undefined) return () => server.closeAllConnections()
  const sockets = new Set<Socket>()
  server.on('secureConnection', (socket: Socket) =>
    sockets.add(socket.once('close', () => sockets.delete(socket))),
  )
  return () => {
    for (const socket of sockets) socket.destroy()
  }
}

/** Loads the certificate files again. If they are invalid, the old certificate stays in use and the log says why. */
async function reloadCertificate(app: FastifyInstance): Promise<void> {
  try {
    const { cert, key } = await loadCertificate(app.config)
    if (app.server instanceof TlsServer) app.server.setSecureContext({ ...TLS_OPTIONS, cert, key })
    app.log.info('certificate reloaded')
  } catch (err) {
    app.log.error({ err }, 'certificate not reloaded')
  }
}

/**
 * SIGHUP reloads the certificate. SIGTERM and SIGINT shut down: requests in flight are answered, then `stop` runs, and
 * the process exits with 0 within 25 s. SIGTERM drains the server first; SIGINT, usually Ctrl+C, does not. A second
 * signal ends the process at once. A worker process does the same when the primary process sends it the signal in a
 * message.
 */
export function handleSignals(app: FastifyInstance, stop: () => Promise<void> = async () => {}): void {
  process.on('SIGHUP', () => void reloadCertificate(app))
  let received: NodeJS.Signals | undefined
  const closing = closeWithGrace(
    {
      delay: SHUTDOWN_TIMEOUT_MS,
      logger: app.log,
      skip: ['SIGHUP', ...(cluster.isWorker ? STOP_SIGNALS : [])],
    },
    async ({ err, signal = received }) => {
      if (err) app.log.fatal({ err }, 'stopping after an uncaught error')
      else app.log.info({ signal }, 'stopping')
      if (signal === 'SIGTERM') await drain(app)
      await app.close()
      await stop()
    },
  )
  if (!cluster.isWorker) return
  // A terminal sends signals to all its processes. Each process must count a signal only once.
  for (const signal of STOP_SIGNALS) process.on(signal, () => {})
  process.once('message', (message: StopMessage) => {
    received = message.signal
    closing.close()
  })
}
