// A webhook in the list of webhooks: its URL, its status, and the results of recent deliveries.

import { useMessages } from '../../kit/messages/use-messages.tsx'
import { Fact } from '../../kit/office/facts.tsx'
import { WEBHOOKS } from '../../kit/office/paths.ts'
import { Timestamp } from '../../kit/office/timestamp.tsx'
import type { WebhookHealth } from './deliveries/deliveries.ts'
import type { Webhook } from './schema.ts'

type CardProps = { webhook: Webhook; health: WebhookHealth | undefined; zone: string; now: number }

export function WebhookCard({ webhook, health, zone, now }: CardProps) {
  const texts = useMessages().office.webhooks.status
  const { id, url, createdAt, enabled } = webhook
  return (
    <li class={enabled ? 'card key' : 'card key ended'}>
      <h3>
        <a dir="auto" href={`${WEBHOOKS}/${id}`}>
          {webhookName(webhook)}
        </a>{' '}
        <WebhookBadge webhook={webhook} />
      </h3>
      <p class="quiet">
        {texts.urlAndCreated({
          url: <code>{url}</code>,
          at: <Timestamp at={Date.parse(createdAt)} zone={zone} />,
        })}
      </p>
      <WebhookTrouble webhook={webhook} zone={zone} />
      <WebhookFacts webhook={webhook} health={health} now={now} />
    </li>
  )
}

/** Its description, or the host of its URL. */
export const webhookName = ({ description, url }: Webhook): string => description ?? new URL(url).host

export function WebhookBadge({ webhook: { enabled, failingSince } }: { webhook: Webhook }) {
  const texts = useMessages().office.webhooks.status
  if (!enabled) return <span class="badge danger">{texts.disabled}</span>
  if (failingSince !== null) return <span class="badge warning">{texts.failing}</span>
  return <span class="badge success">{texts.enabled}</span>
}

/** The reason the webhook is disabled or about to be. */
export function WebhookTrouble({ webhook, zone }: { webhook: Webhook; zone: string }) {
  const texts = useMessages().office.webhooks.status
  const { enabled, disabledReason, failingSince } = webhook
  if (disabledReason === 'gone') return <p class="notice danger">{texts.gone}</p>
  if (disabledReason === 'failing') return <p class="notice danger">{texts.gaveUp}</p>
  if (!enabled || failingSince === null) return null
  return (
    <p class="notice warning">
      {texts.failingSince({ since: <Timestamp at={Date.parse(failingSince)} zone={zone} /> })}
    </p>
  )
}

type FactsProps = { webhook: Webhook; health: WebhookHealth | undefined; now: number }

export function WebhookFacts({ webhook, health, now }: FactsProps) {
  const { office, time, formats } = useMessages()
  const texts = office.webhooks.status
  const { attempts = 0, failedAttempts = 0, pending = 0, failed = 0 } = health ?? {}
  const { types, previousSecretUntil } = webhook
  return (
    <dl class="facts">
      <Fact name={texts.events}>{types.includes('*') ? texts.allEvents : types.join(', ')}</Fact>
      <Fact name={texts.attempts}>{formats.number(attempts)}</Fact>
      <Fact name={texts.failedAttempts}>
        {attempts === 0 ? '–' : formats.percent(failedAttempts / attempts)}
      </Fact>
      <Fact name={texts.pending}>{formats.number(pending)}</Fact>
      <Fact name={texts.failed}>{formats.number(failed)}</Fact>
      {previousSecretUntil === null ? null : (
        <Fact name={texts.oldSecretExpires}>{time.fromNow(Date.parse(previousSecretUntil), now)}</Fact>
      )}
    </dl>
  )
}
