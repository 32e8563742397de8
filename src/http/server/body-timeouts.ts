// How long a body may take to arrive: not long, but for routes that take large ones, or a stream of them.
import type { FastifyInstance } from 'fastify'
import { handleClientError } from '../problems/problems.ts'

const PATIENCE_MS = 30_000
/** Node's own limit, which no route can lift for itself. */
export const BULK_PATIENCE_MS = 600_000

const late = Object.assign(new Error('The body did not arrive in time.'), {
  code: 'ERR_HTTP_REQUEST_TIMEOUT',
})

/** Answers 408 where a body is late, and ends the connection. */
export function refuseSlowBodies(app: FastifyInstance): void {
  app.addHook('onRequest', (request, _reply, done) => {
    const { raw, routeOptions } = request
    if (!raw.complete && routeOptions.config?.isBulk !== true) {
      const timer = setTimeout(() => {
        if (!raw.complete) handleClientError.call(app, late, raw.socket)
      }, PATIENCE_MS).unref()
      raw.once('close', () => clearTimeout(timer))
    }
    done()
  })
}
