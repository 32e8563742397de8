// The ports: opened, told by address, kept in step with the certificate files, closed on a signal.
import { Server as TlsServer } from 'node:tls'
import closeWithGrace from 'close-with-grace'
import type { FastifyInstance } from 'fastify'
import { loadCertificate } from './certificate.ts'

const LONGEST_STOP_MS = 24_000
const WILDCARDS = new Set(['0.0.0.0', '::'])

export type Listening = {
  /** Where a client on this machine, or by the public address, reaches the service. */
  url: string
  port: number
  httpPort: number | undefined
}

/** Opens the HTTPS port, and the plain one where it is set. Throws what Node throws where a port is taken. */
export async function listen(app: FastifyInstance): Promise<Listening> {
  const { port, httpPort, publicUrl } = app.config
  // By name, fastify would open a second server that has none of our handlers.
  const host = app.config.host === 'localhost' ? '127.0.0.1' : app.config.host
  try {
    await listenQuietly(app, port, host)
    if (app.plainServer !== null) await listenPlain(app.plainServer, httpPort ?? 0, host)
  } catch (err) {
    await app.close()
    throw err
  }
  const taken = portOf(app.server.address())
  const name = WILDCARDS.has(host) ? 'localhost' : host.includes(':') ? `[${host}]` : host
  return {
    url: publicUrl ?? `https://${name}:${taken}`,
    port: taken,
    httpPort: app.plainServer === null ? undefined : portOf(app.plainServer.address()),
  }
}

/** Takes up the certificate files as they are now; where they cannot be used, the old ones stay and the log says why. */
export async function reloadCertificate(app: FastifyInstance): Promise<void> {
  try {
    const { cert, key } = await loadCertificate(app.config)
    if (app.server instanceof TlsServer) app.server.setSecureContext({ cert, key })
    app.log.info('certificate reloaded')
  } catch (err) {
    app.log.error({ err }, 'certificate not reloaded')
  }
}

/**
 * SIGHUP reloads the certificate. SIGTERM and SIGINT stop: requests in flight are answered, `stop` runs after them,
 * and the process ends with 0 within 25 s; a second signal ends it at once.
 */
export function obeySignals(app: FastifyInstance, stop: () => Promise<void> = async () => {}): void {
  process.on('SIGHUP', () => void reloadCertificate(app))
  closeWithGrace({ delay: LONGEST_STOP_MS, logger: app.log, skip: ['SIGHUP'] }, async ({ err, signal }) => {
    if (err) app.log.fatal({ err }, 'ended by an error that nobody caught')
    else app.log.info({ signal }, 'stopping')
    await app.close()
    await stop()
  })
}

/** Without fastify's own line: whoever starts the server says where it listens, and says so first. */
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
