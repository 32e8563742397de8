// Routes of webhooks, for privileged keys only.

import type { FastifyPluginCallbackTypebox } from '@fastify/type-provider-typebox'
import type { ApiPart } from '../../kernel/http/api/api-part.ts'
import { problems } from '../../kernel/http/api/responses.ts'
import { requirePrivileged } from '../../kernel/http/guards/api-caller.ts'
import { listOf, ref } from '../../kernel/schema/common.ts'
import { Deleted } from '../../kernel/schema/problems.ts'
import { declareWebhookDeliveries } from './deliveries/deliveries-api.ts'
import { aboutWebhooks, webhooks } from './openapi-api.ts'
import { tags, WebhookParams, type WebhookRouteOptions, webhookDisabled } from './route-options-api.ts'
import * as schemas from './schema.ts'
import {
  Webhook,
  WebhookCreate,
  WebhookSaved,
  WebhookSecret,
  WebhookTested,
  WebhookUpdate,
} from './schema.ts'
import { declareSecretRotation } from './secrets/secret-rotation-api.ts'
import {
  createWebhookCommand,
  deleteWebhookCommand,
  listWebhooks,
  readWebhook,
  testWebhookCommand,
  updateWebhookCommand,
} from './webhooks.ts'

/** Needs `request.caller`. */
const webhookRoutes: FastifyPluginCallbackTypebox<WebhookRouteOptions> = (app, options, done) => {
  const { services, writes } = options
  app.addHook('onRequest', requirePrivileged)

  app.get(
    '/webhooks',
    {
      schema: {
        operationId: 'listWebhooks',
        tags,
        summary: 'List webhooks (privileged keys only)',
        description: 'Returns all webhooks of the platform, without their secrets.',
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
        409: { ...problems.create[409], description: 'The platform has reached its limit of webhooks.' },
      },
    },
    command: (request) => createWebhookCommand(services, request),
  })

  app.get(
    '/webhooks/:id',
    {
      schema: {
        operationId: 'readWebhook',
        tags,
        summary: 'Get a webhook (privileged keys only)',
        description: 'Returns one webhook, without its secret.',
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
    command: (request) => updateWebhookCommand(services, request),
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

  declareSecretRotation(app, options)

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
        409: webhookDisabled,
      },
    },
    command: testWebhookCommand,
  })

  declareWebhookDeliveries(app, options)
  done()
}

export const webhooksApi: ApiPart = {
  tags: [{ name: 'Webhooks', description: aboutWebhooks }],
  schemas: [schemas],
  routes: webhookRoutes,
  webhooks,
}
