// Failing webhooks on the page of the integrations.

import { useMessages } from '../../kit/messages/use-messages.tsx'
import type { ReadIntegrations } from '../../kit/office/dashboard.ts'
import { NEW_WEBHOOK, WEBHOOKS } from '../../kit/office/paths.ts'
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
  const count = webhooks.length
  const content = <FailingWebhooks hasWebhooks={count > 0} failing={failing} />
  const { webhooks: texts, dashboard } = messages.office
  return {
    actions: caller.user.role === 'owner' ? [{ text: texts.new, href: NEW_WEBHOOK }] : [],
    figures: [{ count, label: dashboard.figures.webhooks({ count }), href: WEBHOOKS }],
    panels: [
      { title: dashboard.webhooks.title, link: { text: dashboard.webhooks.view, href: WEBHOOKS }, content },
    ],
  }
}

const isFailing = (
  { failingSince, disabledReason, enabled }: Webhook,
  health: WebhookHealth | undefined,
): boolean => disabledReason !== null || (enabled && (failingSince !== null || (health?.failed ?? 0) > 0))

type Props = { hasWebhooks: boolean; failing: readonly Failing[] }

function FailingWebhooks({ hasWebhooks, failing }: Props) {
  const texts = useMessages().office.dashboard.webhooks
  if (failing.length === 0) return <p class="quiet">{hasWebhooks ? texts.allWorking : texts.none}</p>
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
