// Opens the HTTP ports, reloads the certificate on SIGHUP, and shuts down on SIGTERM and SIGINT.
import cluster from 'node:cluster'
import { createServer, type Server } from 'node:net'
import { Server as TlsServer } from 'node:tls'
import closeWithGrace from 'close-with-grace'
import type { FastifyInstance } from 'fastify'
import { type Config, ConfigError } from '../../../config.ts'
import { loadCertificate, TLS_OPTIONS } from './certificate.ts'
import { drain } from './shutdown.ts'

const SHUTDOWN_TIMEOUT_MS = 24_500
export const STOP_SIGNALS = ['SIGTERM', 'SIGINT'] as const
const WILDCARDS = new Set(['0.0.0.0', '::'])

/** Sent by the primary process to a worker process. */
export type StopMessage = { signal: (typeof STOP_SIGNALS)[number] }

export type Listening = {
  /** The public URL if it is set, otherwise the URL on this machine. */
  url: string
  port: number
  httpPort: number | undefined
}

/**
 * Throws a ConfigError that names the setting if a port cannot be opened. A port can still be taken before `listen`.
 */
export async function assertPortsFree({ port, httpPort, host }: Config): Promise<void> {
  const ports =
    httpPort === undefined ? { LECTERN_PORT: port } : { LECTERN_PORT: port, LECTERN_HTTP_PORT: httpPort }
  for (const [name, wanted] of Object.entries(ports)) {
    const probe = createServer()
    try {
      await listenAt(probe, wanted, addressOf(host))
    } catch (err) {
      throw asPortError(err, name, wanted, host)
    }
    await new Promise((resolve) => probe.close(resolve))
  }
}

/**
 * Opens the HTTPS port, and the plain HTTP port if it is set. Throws a ConfigError that names the setting if a port
 * cannot be opened.
 */
export async function listen(app: FastifyInstance): Promise<Listening> {
  const { port, httpPort, publicUrl } = app.config
  const host = addressOf(app.config.host)
  const opening = { name: 'LECTERN_PORT', port }
  try {
    await app.ready()
    await listenQuietly(app, port, host)
    Object.assign(opening, { name: 'LECTERN_HTTP_PORT', port: httpPort })
    if (app.plainServer !== null) await listenAt(app.plainServer, httpPort ?? 0, host)
  } catch (err) {
    await app.close()
    throw asPortError(err, opening.name, opening.port, host)
  }
  const openPort = portOf(app.server.address())
  const name = WILDCARDS.has(host) ? 'localhost' : host.includes(':') ? `[${host}]` : host
  return {
    url: publicUrl ?? `https://${name}:${openPort}`,
    port: openPort,
    httpPort: app.plainServer === null ? undefined : portOf(app.plainServer.address()),
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

/** Suppresses fastify's own log line, because the caller prints the address first. */
async function listenQuietly(app: FastifyInstance, port: number, host: string): Promise<void> {
  const { level } = app.log
  app.log.level = 'silent'
  try {
    await app.listen({ port, host })
  } finally {
    app.log.level = level
  }
}

/** For the name localhost, fastify would open a second server without our handlers. */
const addressOf = (host: string): string => (host === 'localhost' ? '127.0.0.1' : host)

function asPortError(err: unknown, name: string, port: number, host: string): unknown {
  const problem = PORT_PROBLEMS[err instanceof Error && 'code' in err ? String(err.code) : '']
  return problem === undefined ? err : new ConfigError(problem(name, port, host))
}

const PORT_PROBLEMS: Record<string, (name: string, port: number, host: string) => string> = {
  EADDRINUSE: (name, port, host) => `${name} ${port} is already in use on ${host}.`,
  EACCES: (name, port) => `${name} ${port} needs rights that this user does not have.`,
  EADDRNOTAVAIL: (_name, _port, host) => `LECTERN_HOST ${host} is not an address of this machine.`,
  ENOTFOUND: (_name, _port, host) => `LECTERN_HOST ${host} is not a known host name.`,
}

function listenAt(server: Server, port: number, host: string): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<void>()
  server.once('error', reject).listen({ port, host }, resolve)
  return promise.finally(() => server.removeListener('error', reject))
}

function portOf(address: ReturnType<FastifyInstance['server']['address']>): number {
  return typeof address === 'object' && address !== null ? address.port : 0
}
