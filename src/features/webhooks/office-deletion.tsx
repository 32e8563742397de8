// The page that deletes a webhook.

import type { FastifyPluginAsync, FastifyReply, FastifyRequest } from 'fastify'
import { executeCommand } from '../../kernel/changes/commands.ts'
import { ConfirmPage } from '../../kit/office/confirm-page.tsx'
import { sendOfficePage } from '../../kit/office/office-layout.tsx'
import { WEBHOOKS } from '../../kit/office/paths.ts'
import { callerOf, messagesOf } from '../../kit/pages/visit.ts'
import type { WebOptions } from '../../kit/pages/web-options.ts'
import { WebhookHead } from './office-head.tsx'
import { requireWebhook } from './office-require-webhook.ts'
import type { Webhook } from './schema.ts'
import { deleteWebhookCommand } from './webhooks.ts'

type Ids = { Params: { id: string } }

export const webhookDeletionRoutes: FastifyPluginAsync<WebOptions> = async (office, options) => {
  office.get<Ids>(
    '/settings/webhooks/:id/delete',
    { config: { operation: 'deleteWebhookPage' } },
    async (request, reply) => sendDeletion(request, reply, await requireWebhook(options, request)),
  )

  office.post<Ids>(
    '/settings/webhooks/:id/delete',
    { config: { operation: 'deleteWebhookForm' } },
    async (request, reply) => {
      const { id } = await requireWebhook(options, request)
      await executeCommand(
        options.services,
        callerOf(request),
        deleteWebhookCommand({ reference: id, body: {} }),
      )
      return reply.redirect(`${WEBHOOKS}?done=webhook-deleted`, 303)
    },
  )
}

function sendDeletion(request: FastifyRequest, reply: FastifyReply, webhook: Webhook) {
  const { title, intro, submit } = messagesOf(request).office.webhooks.deletion
  return sendOfficePage(request, reply, { title }, (csrf) => (
    <ConfirmPage
      {...{ csrf, submit }}
      head={<WebhookHead webhook={webhook} title={title} />}
      intro={intro({ url: (text) => <code>{text}</code>, text: webhook.url })}
      action={`${WEBHOOKS}/${webhook.id}/delete`}
      isDanger
      cancel={`${WEBHOOKS}/${webhook.id}`}
    />
  ))
}
