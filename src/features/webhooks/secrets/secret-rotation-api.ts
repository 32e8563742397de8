// The route that rotates the secret of a webhook.

import { problems } from '../../../kernel/http/api/responses.ts'
import { ref } from '../../../kernel/schema/common.ts'
import { tags, WebhookParams, type WebhookRouteOptions, type WebhookScope } from '../route-options-api.ts'
import { WebhookRotate, WebhookSecret } from '../schema.ts'
import { rotateWebhookCommand } from './secret-rotation.ts'

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
