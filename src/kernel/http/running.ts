// What runs with the app. Features start their jobs, and add what routes use of them.
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { PageServices } from '../changes/services.ts'
import type { RedisServer } from '../outbound/redis.ts'
import type { Mailer } from '../outbox/mailer.ts'
import type { RateLimiter } from './guards/rate-limit.ts'
import type { BodyBudget } from './server/body-budget.ts'

/** Features declare what their `start` returns. */
export interface Running {
  /** Without a mailer, e-mails wait in their queue. */
  services: PageServices & { mailer: Mailer | null }
  limiter: RateLimiter
  budget: BodyBudget
  /** Undefined without other nodes. */
  redis: RedisServer | undefined
}

declare module '../changes/features.ts' {
  interface Feature {
    /** Starts what runs until the app closes. It can use what earlier features have started. */
    start?(
      app: FastifyInstance,
      running: Running,
    ): Partial<Running> | undefined | Promise<Partial<Running> | undefined>
  }
}

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Marks a route for heartbeats, which thousands of viewers send and which are written later. */
    isHeartbeat?: boolean
  }
}

/** Closes a job with the app. `failure` is the line of the log for its errors. */
export function runWith<Job extends { close(): unknown }>(
  app: FastifyInstance,
  failure: string,
  start: (onError: (error: unknown) => void) => Job,
): Job {
  const job = start((err) => app.log.warn({ err }, failure))
  app.addHook('onClose', async () => {
    await job.close()
  })
  return job
}

/** Wakes a job after each request that can have changed something. */
export function wakeAfterChanges(app: FastifyInstance, job: { wake(): void }): void {
  app.addHook('onResponse', (request, _reply, done) => {
    if (canHaveChanged(request)) job.wake()
    done()
  })
}

const canHaveChanged = ({ method, routeOptions }: FastifyRequest): boolean =>
  method !== 'GET' && routeOptions.config.isHeartbeat !== true
