// Opens the HTTP ports, reloads the certificate on SIGHUP, and shuts down on SIGTERM and SIGINT.
import { Server as TlsServer } from 'node:tls'
import closeWithGrace from 'close-with-grace'
import type { FastifyInstance } from 'fastify'
import { loadCertificate } from './certificate.ts'

const SHUTDOWN_TIMEOUT_MS = 24_000
const WILDCARDS = new Set(['0.0.0.0', '::'])

export type Listening = {
  /** The public URL if it is set, otherwise the URL on this machine. */
  url: string
  port: number
  httpPort: number | undefined
}

/** Opens the HTTPS port, and the plain HTTP port if it is set. Throws Node's error if a port is in use. */
export async function listen(app: FastifyInstance): Promise<Listening> {
  const { port, httpPort, publicUrl } = app.config
  // For the name localhost, fastify would open a second server without our handlers.
  const host = app.config.host === 'localhost' ? '127.0.0.1' : app.config.host
  try {
    await listenQuietly(app, port, host)
    if (app.plainServer !== null) await listenPlain(app.plainServer, httpPort ?? 0, host)
  } catch (err) {
    await app.close()
    throw err
  }
  const openPort = portOf(app.server.address())
  const name = WILDCARDS.has(host) ? 'localhost' : host.includes(':') ? `[${host}]` : host
  return {
    url: publicUrl ?? `https://${name}:${openPort}`,
    port: openPort,
    httpPort: app.plainServer === null ? undefined : portOf(app.plainServer.address()),
  }
}

/** Loads the certificate files again. If they are not valid, the old certificate stays in use and the log says why. */
async function reloadCertificate(app: FastifyInstance): Promise<void> {
  try {
    const { cert, key } = await loadCertificate(app.config)
    if (app.server instanceof TlsServer) app.server.setSecureContext({ cert, key })
    app.log.info('certificate reloaded')
  } catch (err) {
    app.log.error({ err }, 'certificate not reloaded')
  }
}

/**
 * SIGHUP reloads the certificate. SIGTERM and SIGINT shut down: requests in flight are answered, then `stop` runs, and
 * the process exits with 0 within 25 s. A second signal ends it at once.
 */
export function handleSignals(app: FastifyInstance, stop: () => Promise<void> = async () => {}): void {
  process.on('SIGHUP', () => void reloadCertificate(app))
  closeWithGrace(
    { delay: SHUTDOWN_TIMEOUT_MS, logger: app.log, skip: ['SIGHUP'] },
    async ({ err, signal }) => {
      if (err) app.log.fatal({ err }, 'stopping after an uncaught error')
      else app.log.info({ signal }, 'stopping')
      await app.close()
      await stop()
    },
  )
}

/** Without fastify's own log line, because the caller prints the address first. */
async function listenQuietly(app: FastifyInstance, port: number, host: string): Promise<void> {
  const { level } = app.log
  app.log.level = 'silent'
  try {
    await app.listen({ port, host })
  } finally {
    app.log.level = level
  }
}

function listenPlain(
  server: NonNullable<FastifyInstance['plainServer']>,
  port: number,
  host: string,
): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<void>()
  server.once('error', reject).listen({ port, host }, resolve)
  return promise.finally(() => server.removeListener('error', reject))
}

function portOf(address: ReturnType<FastifyInstance['server']['address']>): number {
  return typeof address === 'object' && address !== null ? address.port : 0
}
