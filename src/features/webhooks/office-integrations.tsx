// Failing webhooks on the page of the integrations.

import { useMessages } from '../../kit/messages/use-messages.tsx'
import type { ReadIntegrations } from '../../kit/office/dashboard.ts'
import { WEBHOOKS } from '../../kit/office/paths.ts'
import { readHealth, type WebhookHealth } from './deliveries/deliveries.ts'
import { WebhookBadge, webhookName } from './office-card.tsx'
import type { Webhook } from './schema.ts'
import { listWebhooks } from './webhooks.ts'

/** A webhook that is failing, was disabled because it failed, or has failed deliveries. */
type Failing = { webhook: Webhook; health: WebhookHealth | undefined }

export const readIntegrations: ReadIntegrations = async (services, caller, { messages }) => {
  const [webhooks, health] = await Promise.all([listWebhooks(services, caller), readHealth(services, caller)])
  const failing = webhooks
    .map((webhook) => ({ webhook, health: health.get(webhook.id) }))
    .filter(({ webhook, health }) => isFailing(webhook, health))
  const content = <FailingWebhooks hasWebhooks={webhooks.length > 0} failing={failing} />
  return { panels: [{ title: messages.office.dashboard.webhooks.title, content }] }
}

const isFailing = (
  { failingSince, disabledReason, enabled }: Webhook,
  health: WebhookHealth | undefined,
): boolean => disabledReason !== null || (enabled && (failingSince !== null || (health?.failed ?? 0) > 0))

type Props = { hasWebhooks: boolean; failing: readonly Failing[] }

function FailingWebhooks({ hasWebhooks, failing }: Props) {
  const texts = useMessages().office.dashboard.webhooks
  if (failing.length === 0) {
    return (
      <p class="quiet">
        {hasWebhooks ? texts.allWorking : texts.none} <a href={WEBHOOKS}>{texts.view}</a>
      </p>
    )
  }
  return (
    <ul class="rows">
      {failing.map(({ webhook, health }) => (
        <li>
          <a dir="auto" href={`${WEBHOOKS}/${webhook.id}`}>
            {webhookName(webhook)}
          </a>
          <span class="quiet">
            <WebhookBadge webhook={webhook} />{' '}
            {texts.counts({ pending: health?.pending ?? 0, failed: health?.failed ?? 0 })}
          </span>
        </li>
      ))}
    </ul>
  )
}
