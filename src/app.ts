// Assembles the app: the server, its routes, and its background jobs.
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Config, Secrets } from './config.ts'
import type { Installation } from './context.ts'
import { apiParts, externalApi } from './features/external-api.ts'
import { startFileRemoval } from './features/files/job.ts'
import { fragmentRenderers } from './features/live/page-fragments.tsx'
import { jsonRenderer } from './features/live/streams/json-renderer.ts'
import { LiveHub } from './features/live/streams/live-hub.ts'
import type { SharedSignals } from './features/live/streams/shared-signals.ts'
import { emailRenderer } from './features/mail-delivery/render-email.ts'
import { startMailings } from './features/mailings/job.ts'
import { mailingEmails } from './features/mailings/render-mailing.ts'
import { panelParts } from './features/panel-parts.ts'
import { readPlatformByHost } from './features/platforms/platforms.ts'
import { type RequestLog, startRequestLog } from './features/request-log/job.ts'
import { startRetention } from './features/retention.ts'
import { streamParts } from './features/stream-parts.ts'
import { startSurveys } from './features/surveys/job.ts'
import { Heartbeats } from './features/viewers/heartbeats.ts'
import { startAttendance } from './features/viewers/job.ts'
import { startWebhookDelivery } from './features/webhooks/deliveries/deliver-job.ts'
import { openEndpoints } from './features/webhooks/deliveries/requests.ts'
import { website } from './features/website.ts'
import { API } from './kernel/http/api/responses.ts'
import { LocalRateLimiter, type RateLimiter } from './kernel/http/guards/rate-limit.ts'
import { docs } from './kernel/http/openapi/docs.ts'
import { addOpenApi } from './kernel/http/openapi/openapi.ts'
import type { Certificate } from './kernel/http/server/certificate.ts'
import { addHealth } from './kernel/http/server/health.ts'
import { refuseOtherHosts } from './kernel/http/server/hosts.ts'
import { createBodyBudget } from './kernel/http/server/large-bodies.ts'
import { addMetrics, measureEmails } from './kernel/http/server/metrics.ts'
import { createServer } from './kernel/http/server/server.ts'
import { startClockCheck } from './kernel/jobs/clock-check.ts'
import { startIdleCollection } from './kernel/jobs/idle-collection.ts'
import { startStatistics } from './kernel/jobs/statistics.ts'
import { countWaiting } from './kernel/outbox/emails.ts'
import { startEmailDelivery } from './kernel/outbox/send-job.ts'
import type { LiveChanges } from './kernel/store/changes/transaction.ts'
import { version } from './version.ts'

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
  /** The target of log lines; standard output by default. */
  logStream?: { write(line: string): void }
}

/** Everything except the open port. Closing the app also closes its limiter and jobs; the installation stays open. */
export async function createApp(options: AppOptions): Promise<FastifyInstance> {
  const { config, secrets, installation, certificate, logStream } = options
  const app = createServer({ config, certificate, ...(logStream ? { logStream } : {}) })
  const limiter = await createLimiter(app, options)
  app.addHook('onReady', () => limiter.open())
  app.addHook('onClose', () => limiter.close())

  const signals = await createSignals(app, options)
  const services = signals
    ? { ...installation, onLiveChanges: (changes: LiveChanges) => signals.send(changes) }
    : installation
  const requestLog = startJobs(app, services)
  const hub = startLiveHub(app, services)
  signals?.open(hub)
  const heartbeats = startHeartbeats(app, services)

  refuseOtherHosts(app, async (name) => (await readPlatformByHost(installation, name)) !== undefined)
  addHealth(app, { isReady: () => installation.store.isReachable() })
  addMetrics(app, { token: secrets.metricsToken, droppedRequests: () => requestLog.dropped })
  startEmails(app, services)
  await addOpenApi(app, { version, parts: apiParts })
  await app.register(docs, { version })
  const budget = createBodyBudget()
  await app.register(externalApi, {
    prefix: API,
    services,
    hub,
    limiter,
    budget,
    record: requestLog.record,
  })
  await app.register(website, { services, limiter, budget, hub, heartbeats })
  return app
}

/** Delivers changes in live talks to open streams, until the app closes. */
function startLiveHub(app: FastifyInstance, services: Installation): LiveHub {
  const hub = new LiveHub({
    services,
    parts: streamParts,
    renderers: { ...fragmentRenderers(services, panelParts), json: jsonRenderer(services, streamParts) },
    onError: (err) => app.log.warn({ err }, 'live talks cannot be followed'),
  })
  app.addHook('onResponse', (request, _reply, done) => {
    if (canHaveChanged(request)) hub.wake()
    done()
  })
  const surveys = startSurveys({
    services,
    onChange: () => hub.wake(),
    onError: (err) => app.log.warn({ err }, 'surveys cannot be opened or published'),
  })
  app.addHook('onClose', () => surveys.close())
  // Runs before the server waits for open responses to end.
  app.addHook('preClose', () => hub.close())
  return hub
}

/** Tells other nodes right away that live content has changed. Without Redis, they notice within a second. */
async function createSignals(
  app: FastifyInstance,
  { secrets, redisPrefix = REDIS_PREFIX }: AppOptions,
): Promise<SharedSignals | undefined> {
  if (secrets.redisUrl === undefined) return undefined
  const { SharedSignals } = await import('./features/live/streams/shared-signals.ts')
  const signals = new SharedSignals({
    url: secrets.redisUrl,
    prefix: redisPrefix,
    onError: (err) =>
      app.log.warn(
        { err },
        'Redis is unavailable (LECTERN_REDIS_URL): live changes take up to a second to other nodes until it is back',
      ),
  })
  app.addHook('onClose', async () => signals.close())
  return signals
}

/** Sends queued e-mails until the app closes. Does nothing without a mail server. */
function startEmails(app: FastifyInstance, services: Installation): void {
  const { mailer } = services
  if (!mailer) return
  const delivery = startEmailDelivery({
    services,
    mailer,
    render: emailRenderer(services, mailingEmails),
    onResult: measureEmails(app.metrics, () => countWaiting(services)),
    onError: (err) => app.log.warn({ err }, 'e-mails cannot be sent'),
  })
  const mailings = startMailings({
    services,
    publicUrl: app.config.publicUrl,
    onError: (err) => app.log.warn({ err }, 'e-mails to many people cannot be queued'),
  })
  app.addHook('onResponse', (request, _reply, done) => {
    if (canHaveChanged(request)) delivery.wake()
    done()
  })
  app.addHook('onClose', async () => {
    await mailings.close()
    await delivery.close()
  })
}

/** Records attendance of talks until the app closes. */
function startHeartbeats(app: FastifyInstance, services: Installation): Heartbeats {
  const heartbeats = new Heartbeats({
    services,
    onError: (err) => app.log.warn({ err }, 'attendance cannot be recorded'),
  })
  app.addHook('onClose', () => heartbeats.close())
  return heartbeats
}

/** Thousands of viewers send heartbeats, which are written later. */
const canHaveChanged = ({ method, routeOptions }: FastifyRequest): boolean =>
  method !== 'GET' && routeOptions.config.isHeartbeat !== true

/** Starts the background jobs, which run until the app closes. */
function startJobs(app: FastifyInstance, services: Installation): RequestLog {
  const requestLog = startRequestLog({
    services,
    onError: (err) => app.log.warn({ err }, 'requests could not be written to the request log'),
  })
  const retention = startRetention({
    services,
    onError: (err) => app.log.warn({ err }, 'the retention job failed'),
  })
  const statistics = startStatistics({
    services,
    onError: (err) => app.log.warn({ err }, 'the statistics of the store could not be renewed'),
  })
  const fileRemoval = startFileRemoval({
    services,
    onError: (err) => app.log.warn({ err }, 'unused files cannot be removed'),
  })
  const attendance = startAttendance({
    services,
    onError: (err) => app.log.warn({ err }, 'attendance cannot be completed'),
  })
  const webhookDelivery = startWebhookDelivery({
    services,
    endpoints: openEndpoints({ listed: services.webhookAddresses, userAgent: `Lectern/${version}` }),
    candidate: services.store.openCandidate(),
    onError: (err) => app.log.warn({ err }, 'webhooks cannot be delivered'),
  })
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
  app.addHook('onResponse', (request, _reply, done) => {
    if (canHaveChanged(request)) webhookDelivery.wake()
    done()
  })
  app.addHook('onClose', async () => {
    await webhookDelivery.close()
    await requestLog.close()
    await retention.close()
    await statistics.close()
    await fileRemoval.close()
    await attendance.close()
    await clockCheck.close()
    idleCollection.close()
  })
  return requestLog
}

async function createLimiter(
  app: FastifyInstance,
  { secrets, installation, redisPrefix = REDIS_PREFIX, redisTimeoutMs }: AppOptions,
): Promise<RateLimiter> {
  const { clock } = installation
  if (secrets.redisUrl === undefined) return new LocalRateLimiter(clock)
  // Loaded on first use, because the Redis client would slow down every start.
  const { SharedRateLimiter } = await import('./kernel/http/guards/shared-rate-limit.ts')
  return new SharedRateLimiter({
    url: secrets.redisUrl,
    prefix: redisPrefix,
    clock,
    timeoutMs: redisTimeoutMs,
    onError: (err) =>
      app.log.warn(
        { err },
        'Redis is unavailable (LECTERN_REDIS_URL): rate limits apply per node until it is back',
      ),
  })
}
