// Opens the HTTP ports.
import { createServer, type Server } from 'node:net'
import type { FastifyInstance } from 'fastify'
import { type Config, ConfigError } from '../../../config.ts'

const WILDCARDS = new Set(['0.0.0.0', '::'])

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
