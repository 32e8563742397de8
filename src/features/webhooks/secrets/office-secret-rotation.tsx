// The page that rotates the secret of a webhook.
import type { FastifyPluginAsync, FastifyReply, FastifyRequest } from 'fastify'
import { executeCommand } from '../../../kernel/changes/commands.ts'
import type { Problem } from '../../../kernel/changes/errors.ts'
import { check } from '../../../kit/forms/form-validation.ts'
import { fieldsOf } from '../../../kit/forms/forms.ts'
import { RotationPage } from '../../../kit/office/confirm-page.tsx'
import { numberOf } from '../../../kit/office/form-values.ts'
import { sendOfficePage } from '../../../kit/office/office-layout.tsx'
import { WEBHOOKS } from '../../../kit/office/paths.ts'
import { callerOf, messagesOf } from '../../../kit/pages/visit.ts'
import type { WebOptions } from '../../../kit/pages/web-options.ts'
import { showOnce } from '../../access/one-time-pages/office-show-once.ts'
import { askPassword } from '../../access/passwords/page-password-attempts.ts'
import { DEFAULT_GRACE_MINUTES } from '../limits.ts'
import { WebhookHead } from '../office-head.tsx'
import { requireWebhook, type WebhookRequest } from '../office-require-webhook.ts'
import { type Webhook, WebhookRotate } from '../schema.ts'
import { rotateWebhookCommand } from './secret-rotation.ts'

type Ids = { Params: { id: string } }

export const secretRotationRoutes: FastifyPluginAsync<WebOptions> = async (office, options) => {
  office.get<Ids>(
    '/settings/webhooks/:id/rotate',
    { config: { operation: 'rotateWebhookPage' } },
    async (request, reply) => sendRotation(request, reply, await requireWebhook(options, request)),
  )

  office.post<Ids>(
    '/settings/webhooks/:id/rotate',
    { config: { operation: 'rotateWebhook' } },
    (request, reply) => rotate(options, request, reply),
  )
}

async function rotate(options: WebOptions, request: WebhookRequest, reply: FastifyReply) {
  const { services } = options
  const webhook = await requireWebhook(options, request)
  const body = { graceMinutes: numberOf(fieldsOf(request)('graceMinutes')) }
  const problems = check(messagesOf(request), WebhookRotate, body)
  if (problems.length > 0) return sendRotation(request, reply.code(422), webhook, problems)
  const problem = await askPassword(options, request, reply)
  if (problem) return sendRotation(request, reply, webhook, [problem])
  const command = rotateWebhookCommand(services, { reference: webhook.id, body })
  const { response } = await executeCommand(services, callerOf(request), command)
  const title = messagesOf(request).office.webhooks.secret.rotated
  const { id, secret } = response
  return showOnce(options, request, reply, { kind: 'webhook', data: { id, secret, title } })
}

function sendRotation(
  request: FastifyRequest,
  reply: FastifyReply,
  webhook: Webhook,
  problems: readonly Problem[] = [],
) {
  const { webhooks } = messagesOf(request).office
  const { title, intro, submit, failed } = webhooks.rotation
  return sendOfficePage(request, reply, { title }, (csrf) => (
    <RotationPage
      {...{ intro, csrf, submit, failed, problems }}
      head={<WebhookHead webhook={webhook} title={title} />}
      action={`${WEBHOOKS}/${webhook.id}/rotate`}
      cancel={`${WEBHOOKS}/${webhook.id}`}
      graceMinutes={DEFAULT_GRACE_MINUTES}
      passwordHint={webhooks.form.passwordHint}
    />
  ))
}
