// Prometheus metrics, for clients on this machine and clients with the metrics token.
import cluster from 'node:cluster'
import { createHash, timingSafeEqual } from 'node:crypto'
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from '@platformatic/prom-client'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import ipaddr from 'ipaddr.js'
import Type from 'typebox'
import { Refusal } from '../../changes/errors.ts'
import { operationOf } from './access-log.ts'
import { headerValues } from './headers.ts'
import { isSecure } from './trusted-proxies.ts'

const BUCKETS_SECONDS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10]

declare module 'fastify' {
  interface FastifyInstance {
    metrics: Registry
  }
}

/** Adds `GET /metrics` and measures all requests. Other metrics are registered in `app.metrics`. */
export function addMetrics(app: FastifyInstance, { token }: { token: string | undefined }): void {
  const registry = new Registry()
  // Each of several processes answers with its own figures.
  if (cluster.worker) registry.setDefaultLabels({ worker: String(cluster.worker.id) })
  app.decorate('metrics', registry)
  collectDefaultMetrics({ register: registry })
  measureRequests(app, registry)
  const schema = { operationId: 'getMetrics', hide: true, response: { 200: Type.String() } }
  app.get('/metrics', { config: { isForAnyHost: true }, schema }, async (request, reply) => {
    if (!isFromThisMachine(request) && !hasToken(request, token)) throw new Refusal('not_found')
    return reply.type(registry.contentType).send(await registry.metrics())
  })
}

/** A timestamp, as Prometheus recommends, so that an alarm can compare it with its own clock. */
export function measureBackup(registry: Registry, completeUntilMs: () => number | undefined): void {
  new Gauge({
    name: 'lectern_backup_complete_timestamp_seconds',
    help: 'Until when the continuous backup contains every change; 0 before its first snapshot.',
    registers: [registry],
    collect() {
      this.set((completeUntilMs() ?? 0) / 1000)
    },
  })
}

/** Measures the queue of e-mails. The returned function counts the result of an attempt. */
export function measureEmails(
  registry: Registry,
  countWaiting: () => Promise<number>,
): (result: 'sent' | 'retried' | 'failed') => void {
  new Gauge({
    name: 'lectern_emails_waiting',
    help: 'E-mails that are waiting to be sent, on all nodes.',
    registers: [registry],
    async collect() {
      this.set(await countWaiting())
    },
  })
  const attempts = new Counter({
    name: 'lectern_email_attempts_total',
    help: 'Attempts of this process to send e-mails: sent, retried later, or failed for good.',
    labelNames: ['result'] as const,
    registers: [registry],
  })
  return (result) => attempts.inc({ result })
}

function measureRequests(app: FastifyInstance, registry: Registry): void {
  const durations = new Histogram({
    name: 'lectern_http_request_duration_seconds',
    help: 'Time from the head of a request to the end of its response.',
    labelNames: ['operation', 'method', 'status'] as const,
    buckets: BUCKETS_SECONDS,
    registers: [registry],
  })
  app.addHook('onResponse', (request, reply, done) => {
    const status = `${Math.floor(reply.statusCode / 100)}xx`
    durations.observe(
      { operation: operationOf(request), method: request.method, status },
      reply.elapsedTime / 1000,
    )
    done()
  })
}

/** Measures what the request log could not keep. */
export function measureDropped(registry: Registry, droppedRequests: () => number): void {
  new Gauge({
    name: 'lectern_request_log_dropped',
    help: 'Requests since the start that were counted but not written to the request log.',
    registers: [registry],
    collect() {
      this.set(droppedRequests())
    },
  })
}

/** Checks the peer of the connection, and that no proxy forwarded the request. */
function isFromThisMachine({ raw }: FastifyRequest): boolean {
  const address = raw.socket.remoteAddress
  if (address === undefined || raw.headers['x-forwarded-for'] !== undefined) return false
  if (raw.headers.forwarded !== undefined) return false
  return ipaddr.process(address).range() === 'loopback'
}

function hasToken(request: FastifyRequest, token: string | undefined): boolean {
  const [sent, ...others] = headerValues(request, 'authorization')
  if (token === undefined || sent === undefined || others.length > 0 || !isSecure(request)) return false
  // Both are hashed, so that the comparison takes the same time for tokens of any length.
  return timingSafeEqual(digest(sent), digest(`Bearer ${token}`))
}

function digest(text: string): Buffer {
  return createHash('sha256').update(text).digest()
}
