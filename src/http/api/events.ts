// The route of the change feed.
import type { FastifyPluginCallbackTypebox } from '@fastify/type-provider-typebox'
import type { Services } from '../../domain/services.ts'
import { listEvents } from '../../domain/webhooks/events.ts'
import { EventList, EventListQuery } from '../../schema/webhooks/events.ts'
import { problems } from './responses.ts'

/** Needs `request.caller`. */
export const eventRoutes: FastifyPluginCallbackTypebox<{ services: Services }> = (
  app,
  { services },
  done,
) => {
  app.get(
    '/events',
    {
      schema: {
        operationId: 'listEvents',
        tags: ['Events'],
        summary: 'Follow every change, in order',
        description:
          'Each change of a talk, sponsor or account, once, in the order it was made; kept for 30 days at least. Keep `next` and come back with it as `after`: nothing is skipped or told twice, whoever writes meanwhile.',
        querystring: EventListQuery,
        response: { 200: EventList, ...problems.list },
      },
    },
    (request) => listEvents(services, request.caller, request.query),
  )
  done()
}
