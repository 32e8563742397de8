// Deprecations: an operation that will go, or an attribute of its body, says so with every answer and in the document.
import type { FastifyInstance, FastifyRequest } from 'fastify'

/** Both are days as in 2028-03-01, and begin at midnight UTC. */
export type Deprecation = {
  since: string
  sunset: string
  /** Members of the body that are deprecated, each marked so in its schema; without them it is the operation. */
  attributes?: readonly string[]
}

declare module 'fastify' {
  interface FastifyContextConfig {
    deprecated?: Deprecation
  }
}

/** For the routes of the scope that are declared after it. */
export function announceDeprecations(scope: FastifyInstance): void {
  scope.addHook('onRoute', (route) => {
    const { deprecated } = route.config ?? {}
    if (deprecated && !deprecated.attributes) route.schema = { ...route.schema, deprecated: true }
  })
  scope.addHook('onSend', (request, reply, payload, done) => {
    const { deprecated } = request.routeOptions.config
    if (deprecated && isUsed(deprecated, request)) reply.headers(headersOf(deprecated))
    done(null, payload)
  })
}

function isUsed({ attributes }: Deprecation, { body }: FastifyRequest): boolean {
  if (!attributes) return true
  return typeof body === 'object' && body !== null && attributes.some((name) => Object.hasOwn(body, name))
}

/** RFC 9745 section 2.1 wants seconds since 1970, RFC 8594 section 3 a date of HTTP. */
const headersOf = ({ since, sunset }: Deprecation) => ({
  deprecation: `@${Date.parse(since) / 1000}`,
  sunset: new Date(sunset).toUTCString(),
})
