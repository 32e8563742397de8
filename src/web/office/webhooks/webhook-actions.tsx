// Rotating the secret of a webhook, and deleting it, each on a page that says what will happen.
import type { FastifyPluginAsync, FastifyReply, FastifyRequest } from 'fastify'
import { executeCommand } from '../../../domain/changes/commands.ts'
import type { Problem } from '../../../domain/changes/errors.ts'
import { rotateWebhookCommand } from '../../../domain/webhooks/secret-rotation.ts'
import { deleteWebhookCommand } from '../../../domain/webhooks/webhooks.ts'
import { type Webhook, WebhookRotate } from '../../../schema/webhooks/webhooks.ts'
import { askPassword } from '../../account/password-attempts.ts'
import { check } from '../../forms/form-validation.ts'
import { fieldsOf } from '../../forms/forms.ts'
import { callerOf, messagesOf } from '../../pages/visit.ts'
import type { WebOptions } from '../../website.ts'
import { ConfirmPage, RotationPage } from '../shared/confirm-page.tsx'
import { numberOf } from '../shared/form-values.ts'
import { Crumb } from '../shared/object-page.tsx'
import { sendOfficePage } from '../shared/office-layout.tsx'
import { WEBHOOKS } from '../shared/paths.ts'
import { requireWebhook, type WebhookRequest } from './require-webhook.ts'
import { webhookName } from './webhook-card.tsx'
import { sendWebhookSecret } from './webhook-secret.tsx'

type Ids = { Params: { id: string } }

export const webhookActionRoutes: FastifyPluginAsync<WebOptions> = async (office, options) => {
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

async function rotate(options: WebOptions, request: WebhookRequest, reply: FastifyReply) {
  const { services } = options
  const webhook = await requireWebhook(options, request)
  const body = { graceMinutes: numberOf(fieldsOf(request)('graceMinutes')) }
  const problems = check(WebhookRotate, body)
  if (problems.length > 0) return sendRotation(request, reply.code(422), webhook, problems)
  const problem = await askPassword(options, request, reply)
  if (problem) return sendRotation(request, reply, webhook, [problem])
  const command = rotateWebhookCommand(services, { reference: webhook.id, body })
  const { response } = await executeCommand(services, callerOf(request), command)
  const { secret } = messagesOf(request).office.webhooks
  return sendWebhookSecret(request, reply, response, secret.rotated)
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
      head={<Head webhook={webhook} title={title} />}
      action={`${WEBHOOKS}/${webhook.id}/rotate`}
      cancel={`${WEBHOOKS}/${webhook.id}`}
      graceMinutes="1440"
      passwordHint={webhooks.form.passwordHint}
    />
  ))
}

function sendDeletion(request: FastifyRequest, reply: FastifyReply, webhook: Webhook) {
  const { title, intro, submit } = messagesOf(request).office.webhooks.deletion
  return sendOfficePage(request, reply, { title }, (csrf) => (
    <ConfirmPage
      {...{ csrf, submit }}
      head={<Head webhook={webhook} title={title} />}
      intro={intro((text) => <code>{text}</code>, webhook.url)}
      action={`${WEBHOOKS}/${webhook.id}/delete`}
      isDanger
      cancel={`${WEBHOOKS}/${webhook.id}`}
    />
  ))
}

function Head({ webhook, title }: { webhook: Webhook; title: string }) {
  return (
    <>
      <Crumb href={`${WEBHOOKS}/${webhook.id}`} text={webhookName(webhook)} />
      <h1>{title}</h1>
    </>
  )
}
