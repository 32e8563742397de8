// Timeouts for request bodies: short by default, long on routes that accept large bodies or streams.
import type { FastifyInstance } from 'fastify'
import { BODY_TIMEOUT_MS } from '../../limits.ts'
import { handleClientError } from '../problems/problems.ts'

const timeoutError = Object.assign(new Error('The body did not arrive in time.'), {
  code: 'ERR_HTTP_REQUEST_TIMEOUT',
})

/** Answers 408 and closes the connection if a body takes too long. */
export function refuseSlowBodies(app: FastifyInstance): void {
  app.addHook('onRequest', (request, _reply, done) => {
    const { raw, routeOptions } = request
    if (!raw.complete && routeOptions.config?.isBulk !== true) {
      const timer = setTimeout(() => {
        if (!raw.complete) handleClientError.call(app, timeoutError, raw.socket)
      }, BODY_TIMEOUT_MS).unref()
      raw.once('close', () => clearTimeout(timer))
    }
    done()
  })
}
