// The route that rotates the secret of a webhook.
import { rotateWebhookCommand } from '../../domain/webhooks/secret-rotation.ts'
import { ref } from '../../schema/common.ts'
import { WebhookRotate, WebhookSecret } from '../../schema/webhooks/webhooks.ts'
import { problems } from './responses.ts'
import { tags, WebhookParams, type WebhookRouteOptions, type WebhookScope } from './webhook-route-options.ts'

export function declareSecretRotation(app: WebhookScope, { services, writes }: WebhookRouteOptions): void {
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
      'x-optional-body': true,
      body: ref(WebhookRotate),
      response: { 200: ref(WebhookSecret), ...problems.update },
    },
    command: (request) => rotateWebhookCommand(services, request),
  })
}
