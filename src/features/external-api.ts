// The External API: its routes, behind authentication and rate limits, with its 404 and 405 responses.
import type { FastifyInstance, FastifyPluginAsync } from 'fastify'
import type { ApiServices } from '../kernel/changes/services.ts'
import { batchRoutes } from '../kernel/http/api/batch.ts'
import { CachedReads } from '../kernel/http/api/cached-reads.ts'
import { WriteRoutes } from '../kernel/http/api/writes.ts'
import { authenticate } from '../kernel/http/guards/authenticate.ts'
import { addConditionalGet } from '../kernel/http/guards/conditional-get.ts'
import type { RateLimiter } from '../kernel/http/guards/rate-limit.ts'
import { announceDeprecations } from '../kernel/http/openapi/deprecations.ts'
import type { BodyBudget } from '../kernel/http/server/body-budget.ts'
import { watchRoutes } from '../kernel/http/server/route-rules.ts'
import type { LiveHub } from '../kernel/live/live-hub.ts'
import { messageRoutes } from './chat/api.ts'
import { favoriteRoutes } from './favorites/api.ts'
import { fileRoutes } from './files/api.ts'
import { programmeRoutes } from './import/api.ts'
import { userRoutes } from './people/api.ts'
import { questionRoutes } from './questions/api.ts'
import { recordRequests } from './request-log/api.ts'
import type { EndedRequest } from './request-log/request-log.ts'
import { ledgerRoutes } from './rewards/api.ts'
import { sponsorRoutes } from './sponsors/api.ts'
import { surveyRoutes } from './surveys/api.ts'
import { talkRoutes } from './talks/api.ts'
import { liveRoutes } from './talks/live-api.ts'
import { liveStreamRoute } from './talks/stream-api.ts'
import { attendanceRoutes } from './viewers/api.ts'
import { webhookRoutes } from './webhooks/api.ts'
import { eventRoutes } from './webhooks/events-api.ts'

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
  api.addHook('onRequest', authenticate({ services, limiter }))
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
  await api.register(talkRoutes, { reads, writes })
  await api.register(liveRoutes, { writes })
  await api.register(messageRoutes, { writes })
  await api.register(liveStreamRoute, { services, hub })
  await api.register(sponsorRoutes, { reads, writes })
  await api.register(questionRoutes, { writes })
  await api.register(userRoutes, { reads, writes })
  await api.register(favoriteRoutes, { writes })
  await api.register(ledgerRoutes, { writes })
  await api.register(surveyRoutes, { writes })
  await api.register(batchRoutes, { writes, budget })
  await api.register(programmeRoutes, { writes, budget })
  await api.register(fileRoutes, { services, writes, budget })
  await api.register(webhookRoutes, { services, writes })
  await api.register(eventRoutes, { services })
  await api.register(attendanceRoutes, { services })
}
