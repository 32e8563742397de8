// The head of a page about one webhook.

import { Crumb } from '../../kit/office/object-page.tsx'
import { WEBHOOKS } from '../../kit/office/paths.ts'
import { webhookName } from './office-card.tsx'
import type { Webhook } from './schema.ts'

export function WebhookHead({ webhook, title }: { webhook: Webhook; title: string }) {
  return (
    <>
      <Crumb href={`${WEBHOOKS}/${webhook.id}`} text={webhookName(webhook)} />
      <h1 dir="auto">{title}</h1>
    </>
  )
}
