// The page that shows the secret of a webhook once.
import type { FastifyReply, FastifyRequest } from 'fastify'
import { WEBHOOKS } from '../../../kit/office/paths.ts'
import { sendSecretsPage } from '../../../kit/office/secrets-page.tsx'
import { messagesOf } from '../../../kit/pages/visit.ts'

/** A secret that has just been created. The store keeps it encrypted. */
export type WebhookSecret = { id: string; secret: string; title: string }

declare module '../../access/one-time-pages/office-show-once.ts' {
  interface OneTimeData {
    webhook: WebhookSecret
  }
}

export function sendWebhookSecret(
  request: FastifyRequest,
  reply: FastifyReply,
  { id, secret, title }: WebhookSecret,
) {
  const { webhooks, forms } = messagesOf(request).office
  const texts = webhooks.secret
  return sendSecretsPage(request, reply, {
    documentTitle: texts.documentTitle,
    head: <h1>{title}</h1>,
    notice: texts.notice,
    secrets: [{ id: 'webhook-secret', label: texts.secret, text: secret }],
    children: (
      <p class="quiet">
        {texts.use({
          standard: (text) => (
            <a href="https://www.standardwebhooks.com/" rel="noreferrer">
              {text}
            </a>
          ),
        })}
      </p>
    ),
    next: { href: `${WEBHOOKS}/${id}`, text: forms.done },
  })
}
