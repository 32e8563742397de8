// Rules for all routes of a scope: each needs an operationId and a response schema, other methods get 405, other paths 404.
import type {} from '@fastify/swagger'
import type { FastifyInstance, FastifyRequest, RouteOptions } from 'fastify'
import { Refusal } from '../../changes/errors.ts'
import { sendProblem } from '../problems/problems.ts'

// CONNECT has no path, and fastify does not route other methods.
const METHODS = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'TRACE', 'QUERY'] as const

export type KnownRoutes = {
  /** Call this after declaring all routes of the scope. Answers other methods of their paths with 405. */
  refuseOtherMethods(): void
}

/**
 * Watches the routes that the scope declares after this call, and answers unknown paths below its prefix so that its
 * hooks run for them, too. With `mustBeDescribed`, the server does not start with a route that has no operationId or no
 * schema for a 2xx response, because such a response could contain undeclared fields.
 */
export function watchRoutes(scope: FastifyInstance, options: { mustBeDescribed: boolean }): KnownRoutes {
  if (scope.prefix !== '')
    scope.setNotFoundHandler((request, reply) => sendProblem(request, reply, new Refusal('not_found')))
  const methodsByUrl = new Map<string, Set<string>>()
  scope.addHook('onRoute', (route) => {
    if (options.mustBeDescribed && route.config?.allow === undefined) refuseUndescribed(route)
    const methods = methodsByUrl.get(route.url) ?? new Set()
    for (const method of [route.method].flat()) methods.add(method)
    methodsByUrl.set(route.url, methods)
  })
  return {
    refuseOtherMethods: () => {
      for (const [url, methods] of [...methodsByUrl])
        refuseOthers(scope, url.slice(scope.prefix.length), methods)
    },
  }
}

/** Throws 404 and 405. Call it after checking credentials and rate limits, and before reading the body. */
export function refuseUnknownRoute(request: FastifyRequest): void {
  if (request.is404) throw new Refusal('not_found')
  if (request.routeOptions.config.allow !== undefined) throw new Refusal('method_not_allowed')
}

function refuseOthers(scope: FastifyInstance, url: string, methods: ReadonlySet<string>): void {
  const others = METHODS.filter((method) => !methods.has(method))
  if (others.length === 0) return
  const allow = METHODS.filter((method) => methods.has(method)).join(', ')
  scope.route({
    method: others,
    url,
    config: { allow },
    schema: { hide: true },
    exposeHeadRoute: false,
    onRequest: (_request, reply, done) => {
      reply.header('allow', allow)
      done()
    },
    // Never reached, because refuseUnknownRoute runs before.
    handler: () => {
      throw new Refusal('method_not_allowed')
    },
  })
}

function refuseUndescribed({ method, url, schema }: RouteOptions): void {
  const name = `${[method].flat().join(', ')} ${url}`
  if (!schema?.operationId) throw new Error(`The route ${name} has no schema.operationId.`)
  const statuses = Object.keys(schema.response ?? {})
  if (!statuses.some((status) => /^2(\d\d|xx)$/i.test(status))) {
    throw new Error(`The route ${name} has no schema for a 2xx response.`)
  }
}
