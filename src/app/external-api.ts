// The External API: its routes, behind authentication and rate limits, with its 404 and 405 responses.
import type { FastifyInstance, FastifyPluginAsync } from 'fastify'
import { authenticate } from '../features/api-keys/authentication-api.ts'
import { hooks } from '../kernel/changes/features.ts'
import type { ApiPart } from '../kernel/http/api/api-part.ts'
import { batchApi } from '../kernel/http/api/batch.ts'
import { CachedReads } from '../kernel/http/api/cached-reads.ts'
import { WriteRoutes } from '../kernel/http/api/writes.ts'
import { addConditionalGet } from '../kernel/http/guards/conditional-get.ts'
import { announceDeprecations } from '../kernel/http/openapi/deprecations.ts'
import type { Running } from '../kernel/http/running.ts'
import { watchRoutes } from '../kernel/http/server/route-rules.ts'
import { version } from '../version.ts'

/** The sections of the API reference in their order. Others follow. */
const sections = [
  ...['Talks', 'Live', 'Sponsors', 'Questions', 'Users', 'Favorites', 'Points and credits', 'Surveys'],
  ...['Programme', 'Files', 'Batch', 'Webhooks', 'Events'],
]
const apiParts = (): ApiPart[] => [...hooks.of('api').flat(), batchApi]

/** For the OpenAPI document. */
export const apiDescription = () => ({ version, parts: apiParts(), sections })

/** Register it under the prefix of the API. */
export const externalApi: FastifyPluginAsync<{ running: Running }> = async (api, { running }) => {
  const routes = watchRoutes(api, { mustBeDescribed: true })
  for (const watch of hooks.of('watchApi')) watch(api, running)
  addConditionalGet(api)
  authenticate(api, running)
  await addRoutes(api, running)
  routes.refuseOtherMethods()
}

/** Adds only the routes. They need `request.caller` when they are called. */
export async function addRoutes(api: FastifyInstance, running: Running): Promise<void> {
  announceDeprecations(api)
  const { services } = running
  const tools = { ...running, writes: new WriteRoutes(services), reads: new CachedReads(services) }
  for (const { routes } of apiParts()) await api.register(routes, tools)
}
