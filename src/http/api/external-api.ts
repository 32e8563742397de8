// The External API: its routes, behind authentication and rate limits, with its 404 and 405 responses.
import type { FastifyInstance, FastifyPluginAsync } from 'fastify'
import type { EndedRequest } from '../../domain/office/request-log.ts'
import type { ApiServices } from '../../domain/services.ts'
import { authenticate } from '../guards/authenticate.ts'
import { addConditionalGet } from '../guards/conditional-get.ts'
import type { RateLimiter } from '../guards/rate-limit.ts'
import type { LiveHub } from '../live/live-hub.ts'
import { announceDeprecations } from '../openapi/deprecations.ts'
import type { BodyBudget } from '../server/body-budget.ts'
import { watchRoutes } from '../server/route-rules.ts'
import { attendanceRoutes } from './attendance.ts'
import { batchRoutes } from './batch.ts'
import { CachedReads } from './cached-reads.ts'
import { eventRoutes } from './events.ts'
import { favoriteRoutes } from './favorites.ts'
import { fileRoutes } from './files.ts'
import { programmeRoutes } from './import.ts'
import { ledgerRoutes } from './ledgers.ts'
import { liveRoutes } from './live.ts'
import { liveStreamRoute } from './live-stream.ts'
import { messageRoutes } from './messages.ts'
import { questionRoutes } from './questions.ts'
import { recordRequests } from './request-log.ts'
import { sponsorRoutes } from './sponsors.ts'
import { surveyRoutes } from './surveys.ts'
import { talkRoutes } from './talks.ts'
import { userRoutes } from './users.ts'
import { webhookRoutes } from './webhooks.ts'
import { WriteRoutes } from './writes.ts'

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
