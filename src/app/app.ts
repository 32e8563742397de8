// Assembles the app: the server, its routes, and its background jobs.
import type { FastifyInstance } from 'fastify'
import type { Config, Secrets } from '../config.ts'
import type { Installation } from './context.ts'
import { apiDescription, externalApi } from './external-api.ts'
import '../features/features.ts'
import '../features/operations.ts'
import '../features/pages.ts'
import type { SharedSignals } from '../features/live/streams/shared-signals.ts'
import { readPlatformByHost } from '../features/platforms/platforms.ts'
import { hooks } from '../kernel/changes/features.ts'
import { API } from '../kernel/http/api/responses.ts'
import { LocalRateLimiter, type RateLimiter } from '../kernel/http/guards/rate-limit.ts'
import { docs } from '../kernel/http/openapi/docs.ts'
import { addOpenApi } from '../kernel/http/openapi/openapi.ts'
import { type Running, runWith } from '../kernel/http/running.ts'
import type { Certificate } from '../kernel/http/server/certificate.ts'
import { addHealth } from '../kernel/http/server/health.ts'
import { refuseOtherHosts } from '../kernel/http/server/hosts.ts'
import { createBodyBudget } from '../kernel/http/server/large-bodies.ts'
import { addMetrics } from '../kernel/http/server/metrics.ts'
import { createServer } from '../kernel/http/server/server.ts'
import { startClockCheck } from '../kernel/jobs/clock-check.ts'
import { startIdleCollection } from '../kernel/jobs/idle-collection.ts'
import { startStatistics } from '../kernel/jobs/statistics.ts'
import type { RedisServer } from '../kernel/outbound/redis.ts'
import type { LiveChanges } from '../kernel/store/changes/transaction.ts'
import { version } from '../version.ts'
import { website } from './website.ts'

const REDIS_PREFIX = 'lectern:'

export type AppOptions = {
  config: Config
  secrets: Secrets
  installation: Installation
  certificate: Pick<Certificate, 'cert' | 'key'>
  /** Separates installations that share a Redis server. */
  redisPrefix?: string
  /** How long a request waits for Redis. Tests on busy machines need more than the default. */
  redisTimeoutMs?: number | undefined
  /** Starts what runs besides the features. */
  startMore?(app: FastifyInstance, running: Running): Promise<void>
  /** The target of log lines; standard output by default. */
  logStream?: { write(line: string): void }
}

/** Everything except the open port. Closing the app also closes its limiter and jobs; the installation stays open. */
export async function createApp(options: AppOptions): Promise<FastifyInstance> {
  const { config, secrets, installation, certificate, logStream } = options
  const app = createServer({ config, certificate, ...(logStream ? { logStream } : {}) })
  const redis = redisOf(options)
  const limiter = await createLimiter(app, redis, options)
  app.addHook('onReady', () => limiter.open())
  app.addHook('onClose', () => limiter.close())
  addMetrics(app, { token: secrets.metricsToken })

  const signals = await createSignals(app, redis)
  const services = signals
    ? { ...installation, onLiveChanges: (changes: LiveChanges) => signals.send(changes) }
    : installation
  startJobs(app, services)
  const running = await startFeatures(app, { services, limiter, budget: createBodyBudget(), redis })
  signals?.open(running.hub)

  refuseOtherHosts(app, async (name) => (await readPlatformByHost(installation, name)) !== undefined)
  addHealth(app, { isReady: () => installation.store.isReachable() })
  await addOpenApi(app, apiDescription())
  await app.register(docs, { version })
  await app.register(externalApi, { prefix: API, running })
  await app.register(website, running)
  await options.startMore?.(app, running)
  return app
}

/** Each feature can use what earlier ones have started. Together, they add everything that `Running` declares. */
async function startFeatures(
  app: FastifyInstance,
  base: Pick<Running, 'services' | 'limiter' | 'budget' | 'redis'>,
): Promise<Running> {
  const running = { ...base } as Running
  for (const start of hooks.of('start')) Object.assign(running, await start(app, running))
  return running
}

/** Starts the jobs of the kernel, which run until the app closes. */
function startJobs(app: FastifyInstance, services: Installation): void {
  runWith(app, 'the statistics of the store could not be renewed', (onError) =>
    startStatistics({ services, onError }),
  )
  const clockCheck = startClockCheck({
    clock: services.clock,
    correctClock: services.correctClock,
    onOffset: (offsetMs) =>
      app.log.warn(
        { offsetMs },
        "this machine's clock differs from the database's clock, which is used instead",
      ),
  })
  const idleCollection = startIdleCollection()
  app.addHook('onClose', async () => {
    await clockCheck.close()
    idleCollection.close()
  })
}

const redisOf = ({
  secrets: { redisUrl },
  redisPrefix = REDIS_PREFIX,
}: AppOptions): RedisServer | undefined =>
  redisUrl === undefined ? undefined : { url: redisUrl, prefix: redisPrefix }

/** Tells other nodes right away that live content has changed. Without Redis, they notice within a second. */
async function createSignals(
  app: FastifyInstance,
  redis: RedisServer | undefined,
): Promise<SharedSignals | undefined> {
  if (redis === undefined) return undefined
  const { SharedSignals } = await import('../features/live/streams/shared-signals.ts')
  const signals = new SharedSignals({
    ...redis,
    onError: (err) =>
      app.log.warn(
        { err },
        'Redis is unavailable (LECTERN_REDIS_URL): live changes take up to a second to other nodes until it is back',
      ),
  })
  app.addHook('onClose', async () => signals.close())
  return signals
}

async function createLimiter(
  app: FastifyInstance,
  redis: RedisServer | undefined,
  { installation, redisTimeoutMs }: AppOptions,
): Promise<RateLimiter> {
  const { clock } = installation
  if (redis === undefined) return new LocalRateLimiter(clock)
  // Loaded on first use, because the Redis client would slow down every start.
  const { SharedRateLimiter } = await import('../kernel/http/guards/shared-rate-limit.ts')
  return new SharedRateLimiter({
    ...redis,
    clock,
    timeoutMs: redisTimeoutMs,
    onError: (err) =>
      app.log.warn(
        { err },
        'Redis is unavailable (LECTERN_REDIS_URL): rate limits apply per node until it is back',
      ),
  })
}
