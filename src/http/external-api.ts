// The External API: its routes behind keys and limits, its 404 and its 405.
import type { FastifyInstance, FastifyPluginAsync } from 'fastify'
import type { EndedRequest } from '../domain/request-log.ts'
import type { Services } from '../domain/services.ts'
import { authenticate } from './authenticate.ts'
import type { RateLimiter } from './rate-limit.ts'
import { recordRequests } from './record-requests.ts'
import { watchRoutes } from './route.ts'
import { sponsorRoutes } from './sponsors.ts'
import { talkRoutes } from './talks.ts'
import { userRoutes } from './users.ts'

type Options = {
  services: Services & { secret: Buffer }
  limiter: RateLimiter
  /** Is told of every request with a key of ours, once it has been answered. */
  record(request: EndedRequest): void
}

/** To be registered under the prefix of the API. */
export const externalApi: FastifyPluginAsync<Options> = async (api, { services, limiter, record }) => {
  const routes = watchRoutes(api, { mustBeDescribed: true })
  recordRequests(api, record)
  api.addHook('onRequest', authenticate({ services, limiter }))
  await addRoutes(api, services)
  routes.refuseOtherMethods()
}

/** The routes alone; they need `request.caller` when they are called. */
export async function addRoutes(api: FastifyInstance, services: Services): Promise<void> {
  await api.register(talkRoutes, { services })
  await api.register(sponsorRoutes, { services })
  await api.register(userRoutes, { services })
}
