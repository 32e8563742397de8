// The External API: its routes, behind authentication and rate limits, with its 404 and 405 responses.
import type { FastifyInstance, FastifyPluginAsync } from 'fastify'
import type { ApiServices } from '../kernel/changes/services.ts'
import type { ApiPart, ApiTools } from '../kernel/http/api/api-part.ts'
import { batchApi } from '../kernel/http/api/batch.ts'
import { CachedReads } from '../kernel/http/api/cached-reads.ts'
import { WriteRoutes } from '../kernel/http/api/writes.ts'
import { addConditionalGet } from '../kernel/http/guards/conditional-get.ts'
import type { RateLimiter } from '../kernel/http/guards/rate-limit.ts'
import { announceDeprecations } from '../kernel/http/openapi/deprecations.ts'
import type { BodyBudget } from '../kernel/http/server/body-budget.ts'
import { watchRoutes } from '../kernel/http/server/route-rules.ts'
import { authenticate } from './api-keys/authentication-api.ts'
import { chatApi } from './chat/api.ts'
import { favoritesApi } from './favorites/api.ts'
import { filesApi } from './files/api.ts'
import './live-parts.ts'
import { importApi } from './import/api.ts'
import { liveApi } from './live/api.ts'
import { liveStreamApi } from './live/stream-api.ts'
import type { LiveHub } from './live/streams/live-hub.ts'
import { peopleApi } from './people/api.ts'
import { questionsApi } from './questions/api.ts'
import { recordRequests } from './request-log/api.ts'
import type { EndedRequest } from './request-log/request-log.ts'
import { rewardsApi } from './rewards/api.ts'
import { sponsorsApi } from './sponsors/api.ts'
import { surveysApi } from './surveys/api.ts'
import { talksApi } from './talks/api.ts'
import { attendanceApi } from './viewers/api.ts'
import { webhooksApi } from './webhooks/api.ts'
import { eventsApi } from './webhooks/change-feed/events-api.ts'

/** In the order of the API reference. */
export const apiParts: readonly ApiPart<ApiTools & { hub: LiveHub }>[] = [
  talksApi,
  liveApi,
  chatApi,
  liveStreamApi(),
  sponsorsApi,
  questionsApi,
  peopleApi,
  favoritesApi,
  rewardsApi,
  surveysApi,
  importApi,
  filesApi,
  batchApi,
  webhooksApi,
  eventsApi,
  attendanceApi,
]

type Options = {
  services: ApiServices
  hub: LiveHub
  limiter: RateLimiter
  budget: BodyBudget
  /** Called after the response to every request with a known API key. */
  record(request: EndedRequest): void
}

/** Register it under the prefix of the API. */
export const externalApi: FastifyPluginAsync<Options> = async (
  api,
  { services, hub, limiter, budget, record },
) => {
  const routes = watchRoutes(api, { mustBeDescribed: true })
  recordRequests(api, record)
  addConditionalGet(api)
  authenticate(api, { services, limiter })
  await addRoutes(api, { services, hub, budget })
  routes.refuseOtherMethods()
}

/** Adds only the routes. They need `request.caller` when they are called. */
export async function addRoutes(
  api: FastifyInstance,
  { services, hub, budget }: Pick<Options, 'services' | 'hub' | 'budget'>,
): Promise<void> {
  announceDeprecations(api)
  const writes = new WriteRoutes(services)
  const reads = new CachedReads(services)
  for (const { routes } of apiParts) await api.register(routes, { services, hub, budget, reads, writes })
}
