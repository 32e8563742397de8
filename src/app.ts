// The service as a whole: what answers at which address.
import type { FastifyInstance } from 'fastify'
import type { Config, Secrets } from './config.ts'
import type { Installation } from './context.ts'
import { API } from './http/answers.ts'
import type { Certificate } from './http/certificate.ts'
import { docs } from './http/docs.ts'
import { externalApi } from './http/external-api.ts'
import { addHealth } from './http/health.ts'
import { addMetrics } from './http/metrics.ts'
import { addOpenApi } from './http/openapi.ts'
import { LocalRateLimiter, type RateLimiter, SharedRateLimiter } from './http/rate-limit.ts'
import { createServer } from './http/server.ts'
import { version } from './version.ts'
import { website } from './web/website.ts'

export type AppOptions = {
  config: Config
  secrets: Secrets
  installation: Installation
  certificate: Pick<Certificate, 'cert' | 'key'>
  /** Set apart installations that share one Redis. */
  redisPrefix?: string
  /** Where log lines go; standard output by default. */
  logStream?: { write(line: string): void }
}

/** Everything but the open port. Closing the app closes its limiter; the installation stays open. */
export async function createApp(options: AppOptions): Promise<FastifyInstance> {
  const { config, secrets, installation, certificate, logStream } = options
  const app = createServer({ config, certificate, ...(logStream ? { logStream } : {}) })
  const limiter = createLimiter(app, options)
  app.addHook('onReady', () => limiter.open())
  app.addHook('onClose', () => limiter.close())

  addHealth(app, { isReady: () => installation.store.isReachable() })
  addMetrics(app, { token: secrets.metricsToken })
  await addOpenApi(app, version)
  await app.register(docs)
  await app.register(externalApi, { prefix: API, services: installation, limiter })
  await app.register(website, { services: installation, limiter })
  return app
}

function createLimiter(
  app: FastifyInstance,
  { secrets, installation, redisPrefix }: AppOptions,
): RateLimiter {
  const { clock } = installation
  if (secrets.redisUrl === undefined) return new LocalRateLimiter(clock)
  return new SharedRateLimiter({
    url: secrets.redisUrl,
    prefix: redisPrefix ?? 'lectern:',
    clock,
    onTrouble: (err) => app.log.warn({ err }, 'Redis is gone: limits hold per node until it is back'),
  })
}
