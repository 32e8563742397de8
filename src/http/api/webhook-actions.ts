// Routes that rotate the secret of a webhook and send a test event.
import { rotateWebhookCommand } from '../../domain/webhooks/secret-rotation.ts'
import { testWebhookCommand } from '../../domain/webhooks/webhooks.ts'
import { ref } from '../../schema/common.ts'
import { WebhookRotate, WebhookSecret, WebhookTested } from '../../schema/webhooks/webhooks.ts'
import { problems } from './responses.ts'
import {
  tags,
  WebhookParams,
  type WebhookRouteOptions,
  type WebhookScope,
  webhookDisabled,
} from './webhook-route-options.ts'

export function declareWebhookActions(app: WebhookScope, { services, writes }: WebhookRouteOptions): void {
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
    command: (request) => rotateWebhookCommand(services, request),
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
        409: webhookDisabled,
      },
    },
    command: testWebhookCommand,
  })
}
