// Deprecations: marks deprecated operations and attributes in the OpenAPI document and in response headers.
import type { FastifyInstance, FastifyRequest } from 'fastify'

/** Both are dates such as 2028-03-01 and take effect at midnight UTC. */
export type Deprecation = {
  since: string
  sunset: string
  /**
   * The deprecated members of the body, each also marked in its schema. If absent, the whole operation is deprecated.
   */
  attributes?: readonly string[]
}

declare module 'fastify' {
  interface FastifyContextConfig {
    deprecated?: Deprecation
  }
}

/** Applies to routes that the scope declares after this call. */
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

/** RFC 9745, section 2.1, requires seconds since 1970; RFC 8594, section 3, requires an HTTP date. */
const headersOf = ({ since, sunset }: Deprecation) => ({
  deprecation: `@${Date.parse(since) / 1000}`,
  sunset: new Date(sunset).toUTCString(),
})
