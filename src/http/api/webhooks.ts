// Routes of webhooks, for privileged keys only.
import type { FastifyPluginCallbackTypebox } from '@fastify/type-provider-typebox'
import Type from 'typebox'
import { Refusal } from '../../domain/changes/errors.ts'
import type { WebhookServices } from '../../domain/services.ts'
import { listDeliveries, readDelivery } from '../../domain/webhooks/deliveries.ts'
import { redeliverCommand } from '../../domain/webhooks/redeliveries.ts'
import { rotateWebhookCommand } from '../../domain/webhooks/secret-rotation.ts'
import {
  createWebhookCommand,
  deleteWebhookCommand,
  listWebhooks,
  readWebhook,
  testWebhookCommand,
  updateWebhookCommand,
} from '../../domain/webhooks/webhooks.ts'
import { listOf, ref } from '../../schema/common.ts'
import { Deleted } from '../../schema/problems.ts'
import {
  DeliveryListQuery,
  Webhook,
  WebhookCreate,
  WebhookDelivery,
  WebhookDeliveryDetails,
  WebhookRedeliver,
  WebhookRedelivered,
  WebhookRotate,
  WebhookSaved,
  WebhookSecret,
  WebhookTested,
  WebhookUpdate,
} from '../../schema/webhooks/webhooks.ts'
import { requirePrivileged } from '../guards/authenticate.ts'
import { problems } from './responses.ts'
import type { WriteRoutes } from './writes.ts'

const tags = ['Webhooks']
const idOf = (what: string) =>
  Type.String({ description: `The id of the ${what}.`, examples: ['01980b5c-7a40-7c3e-9f21-6d2f5b1f0a11'] })
const WebhookParams = Type.Object({ id: idOf('webhook') })
const DeliveryParams = Type.Object({ id: idOf('webhook'), deliveryId: idOf('delivery') })
const taken = (description: string) => ({ ...problems.create[409], description })

/** Needs `request.caller`. */
export const webhookRoutes: FastifyPluginCallbackTypebox<{
  services: WebhookServices
  writes: WriteRoutes
}> = (app, { services, writes }, done) => {
  app.addHook('onRequest', requirePrivileged)

  app.get(
    '/webhooks',
    {
      schema: {
        operationId: 'listWebhooks',
        tags,
        summary: 'List webhooks (privileged keys only)',
        response: { 200: listOf(ref(Webhook)), ...problems.list },
      },
    },
    async (request) => ({
      code: 'ok' as const,
      items: await listWebhooks(services, request.caller),
      next: null,
    }),
  )

  writes.declare(app, {
    method: 'POST',
    url: '/webhooks',
    isPrivileged: true,
    schema: {
      operationId: 'createWebhook',
      tags,
      summary: 'Create a webhook (privileged keys only)',
      description:
        'The webhook receives the events that occur after its creation. Deliveries are signed according to Standard Webhooks. Only this response contains the secret; it cannot be retrieved later.',
      body: ref(WebhookCreate),
      response: {
        201: ref(WebhookSecret),
        ...problems.create,
        409: taken('The platform has reached its limit of webhooks.'),
      },
    },
    command: (asked) => createWebhookCommand(services, asked),
  })

  app.get(
    '/webhooks/:id',
    {
      schema: {
        operationId: 'readWebhook',
        tags,
        summary: 'Read a webhook (privileged keys only)',
        params: WebhookParams,
        response: { 200: ref(Webhook), ...problems.read },
      },
    },
    (request) => readWebhook(services, request.caller, request.params.id),
  )

  writes.declare(app, {
    method: 'PUT',
    url: '/webhooks/:id',
    isPrivileged: true,
    schema: {
      operationId: 'updateWebhook',
      tags,
      summary: 'Update a webhook (privileged keys only)',
      description:
        'Changes only the attributes you send. Pending deliveries go to the new URL. When you enable a webhook again, it continues with its pending deliveries and receives new events.',
      params: WebhookParams,
      body: ref(WebhookUpdate),
      response: { 200: ref(WebhookSaved), ...problems.update },
    },
    command: (asked) => updateWebhookCommand(services, asked),
  })

  writes.declare(app, {
    method: 'DELETE',
    url: '/webhooks/:id',
    isPrivileged: true,
    schema: {
      operationId: 'deleteWebhook',
      tags,
      summary: 'Delete a webhook (privileged keys only)',
      description: 'Also deletes its deliveries, including pending ones.',
      params: WebhookParams,
      response: { 200: ref(Deleted), ...problems.remove },
    },
    command: deleteWebhookCommand,
  })

  writes.declare(app, {
    method: 'POST',
    url: '/webhooks/:id/rotate',
    isPrivileged: true,
    schema: {
      operationId: 'rotateWebhookSecret',
      tags,
      summary: 'Rotate the secret of a webhook (privileged keys only)',
      description:
        'During the grace period, deliveries carry two signatures: one for the new secret and one for the old secret. Only this response contains the new secret; it cannot be retrieved later.',
      params: WebhookParams,
      body: ref(WebhookRotate),
      response: { 200: ref(WebhookSecret), ...problems.update },
    },
    command: (asked) => rotateWebhookCommand(services, asked),
  })

  writes.declare(app, {
    method: 'POST',
    url: '/webhooks/:id/test',
    isPrivileged: true,
    schema: {
      operationId: 'testWebhook',
      tags,
      summary: 'Send a test event to a webhook (privileged keys only)',
      description:
        'Sends a `webhook.test` event, regardless of the types of the webhook. To find its delivery, look for the `eventId` of the response.',
      params: WebhookParams,
      response: {
        200: ref(WebhookTested),
        ...problems.remove,
        409: taken('The webhook is disabled.'),
      },
    },
    command: testWebhookCommand,
  })

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
        response: { 200: listOf(ref(WebhookDelivery)), ...problems.list, 404: problems.read[404] },
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
        summary: 'Read a delivery with its attempts (privileged keys only)',
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
        409: taken('The webhook is disabled.'),
      },
    },
    command: redeliverCommand,
  })
  done()
}
