// What the server needs of webhooks.

import type { FastifyInstance } from 'fastify'
import type { Feature } from '../../kernel/changes/features.ts'
import { type Running, runWith, wakeAfterChanges } from '../../kernel/http/running.ts'
import { version } from '../../version.ts'
import { webhooksApi } from './api.ts'
import { eventsApi } from './change-feed/events-api.ts'
import { startWebhookDelivery } from './deliveries/deliver-job.ts'
import { openEndpoints } from './deliveries/requests.ts'

function start(app: FastifyInstance, { services }: Running): undefined {
  const delivery = runWith(app, 'webhooks cannot be delivered', (onError) =>
    startWebhookDelivery({
      services,
      endpoints: openEndpoints({ listed: services.webhookAddresses, userAgent: `Lectern/${version}` }),
      candidate: services.store.openCandidate('webhook delivery'),
      onError,
    }),
  )
  wakeAfterChanges(app, delivery)
}

export const webhooksFeature: Feature = {
  start,
  api: [webhooksApi, eventsApi],
}
