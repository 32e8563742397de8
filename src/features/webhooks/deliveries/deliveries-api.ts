// Routes that list, read, and repeat the deliveries of a webhook.
import Type from 'typebox'
import { Refusal } from '../../../kernel/changes/errors.ts'
import { problems } from '../../../kernel/http/api/responses.ts'
import { listOf, ref } from '../../../kernel/schema/common.ts'
import {
  idParameter,
  tags,
  WebhookParams,
  type WebhookRouteOptions,
  type WebhookScope,
  webhookDisabled,
} from '../route-options-api.ts'
import {
  DeliveryListQuery,
  WebhookDelivery,
  WebhookDeliveryDetails,
  WebhookRedeliver,
  WebhookRedelivered,
} from '../schema.ts'
import { readWebhook } from '../webhooks.ts'
import { listDeliveries, readDelivery } from './deliveries.ts'
import { redeliverCommand } from './redeliveries.ts'

const DeliveryParams = Type.Object({ id: idParameter('webhook'), deliveryId: idParameter('delivery') })

export function declareWebhookDeliveries(app: WebhookScope, { services, writes }: WebhookRouteOptions): void {
  app.get(
    '/webhooks/:id/deliveries',
    {
      schema: {
        operationId: 'listWebhookDeliveries',
        tags,
        summary: 'List the deliveries of a webhook (privileged keys only)',
        description: 'Returns the newest deliveries first. Deliveries are kept for 30 days.',
        params: WebhookParams,
        querystring: DeliveryListQuery,
        response: { 200: listOf(ref(WebhookDelivery)), ...problems.list, ...problems.read },
      },
    },
    (request) => listDeliveries(services, request.caller, request.params.id, request.query),
  )

  app.get(
    '/webhooks/:id/deliveries/:deliveryId',
    {
      schema: {
        operationId: 'readWebhookDelivery',
        tags,
        summary: 'Get a delivery (privileged keys only)',
        description: 'Returns one delivery with its payload and attempts.',
        params: DeliveryParams,
        response: { 200: ref(WebhookDeliveryDetails), ...problems.read },
      },
    },
    async ({ caller, params }) => {
      const webhook = await readWebhook(services, caller, params.id)
      const delivery = await readDelivery(services, caller, params.deliveryId)
      if (delivery.webhookId !== webhook.id) throw new Refusal('delivery_not_found')
      return delivery
    },
  )

  writes.declare(app, {
    method: 'POST',
    url: '/webhooks/:id/redeliver',
    isPrivileged: true,
    schema: {
      operationId: 'redeliverWebhook',
      tags,
      summary: 'Redeliver one delivery or a time span (privileged keys only)',
      description:
        'Sends one delivery again, or all events of a time span that match the types of the webhook, including events that were never sent to it. The events of a time span are queued step by step, up to 100,000 per request. An event that was sent before keeps its `webhook-id`.',
      params: WebhookParams,
      body: ref(WebhookRedeliver),
      response: {
        200: ref(WebhookRedelivered),
        ...problems.update,
        409: webhookDisabled,
      },
    },
    command: redeliverCommand,
  })
}
