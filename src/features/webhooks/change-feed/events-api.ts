// The route of the change feed.

import type { FastifyPluginCallbackTypebox } from '@fastify/type-provider-typebox'
import * as schemas from '../../../kernel/changes/events-schema.ts'
import { EventList, EventListQuery } from '../../../kernel/changes/events-schema.ts'
import type { Services } from '../../../kernel/changes/services.ts'
import type { ApiPart } from '../../../kernel/http/api/api-part.ts'
import { problems } from '../../../kernel/http/api/responses.ts'
import { listEvents } from './events.ts'

/** Needs `request.caller`. */
const eventRoutes: FastifyPluginCallbackTypebox<{ services: Services }> = (app, { services }, done) => {
  app.get(
    '/events',
    {
      schema: {
        operationId: 'listEvents',
        tags: ['Events'],
        summary: 'List changes in order',
        description:
          'Returns every change of a talk, sponsor, or account exactly once, in the order of the changes. Events are kept for at least 30 days. Store `next` and send it as `after` in your next request. No event is skipped or repeated, even while changes are being made.',
        querystring: EventListQuery,
        response: { 200: EventList, ...problems.list },
      },
    },
    (request) => listEvents(services, request.caller, request.query),
  )
  done()
}

export const eventsApi: ApiPart = {
  tags: [
    {
      name: 'Events',
      description: 'The change feed: every change, in order, to keep other systems in sync.',
    },
  ],
  schemas: [schemas],
  routes: eventRoutes,
}
