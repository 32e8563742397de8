// The head of a page about one webhook.
import type { Webhook } from '../../../schema/webhooks/webhooks.ts'
import { Crumb } from '../shared/object-page.tsx'
import { WEBHOOKS } from '../shared/paths.ts'
import { webhookName } from './webhook-card.tsx'

export function WebhookHead({ webhook, title }: { webhook: Webhook; title: string }) {
  return (
    <>
      <Crumb href={`${WEBHOOKS}/${webhook.id}`} text={webhookName(webhook)} />
      <h1 dir="auto">{title}</h1>
    </>
  )
}
