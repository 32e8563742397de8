// A webhook among the others: where it goes, whether it is well, and how its deliveries went of late.
import type { WebhookHealth } from '../../../domain/webhooks/deliveries.ts'
import type { Webhook } from '../../../schema/webhooks/webhooks.ts'
import { Fact } from '../shared/facts.tsx'
import { fromNow, Stamp } from '../shared/timestamp.tsx'

export const WEBHOOKS = '/backoffice/settings/webhooks'

type CardProps = { webhook: Webhook; health: WebhookHealth | undefined; zone: string; now: number }

export function WebhookCard({ webhook, health, zone, now }: CardProps) {
  const { id, url, description, createdAt, enabled } = webhook
  return (
    <li class={enabled ? 'card key' : 'card key ended'}>
      <h3>
        <a href={`${WEBHOOKS}/${id}`}>{description ?? new URL(url).host}</a>{' '}
        <WebhookBadge webhook={webhook} />
      </h3>
      <p class="quiet">
        <code>{url}</code> made <Stamp at={Date.parse(createdAt)} zone={zone} />
      </p>
      <WebhookTrouble webhook={webhook} zone={zone} />
      <WebhookFacts webhook={webhook} health={health} now={now} />
    </li>
  )
}

export function WebhookBadge({ webhook: { enabled, failingSince } }: { webhook: Webhook }) {
  if (!enabled) return <span class="badge bad">disabled</span>
  if (failingSince !== null) return <span class="badge warn">failing</span>
  return <span class="badge good">enabled</span>
}

/** What is wrong with it, where something is. */
export function WebhookTrouble({ webhook, zone }: { webhook: Webhook; zone: string }) {
  const { enabled, disabledReason, failingSince } = webhook
  if (disabledReason === 'gone')
    return (
      <p class="notice bad">
        It was disabled since the endpoint answered 410: gone. Enable it again when the endpoint is back.
      </p>
    )
  if (disabledReason === 'failing')
    return (
      <p class="notice bad">
        It was disabled after five days of nothing but failures. Enable it again when the endpoint is well,
        and have the time span sent again.
      </p>
    )
  if (!enabled || failingSince === null) return null
  return (
    <p class="notice warn">
      Every attempt has failed since <Stamp at={Date.parse(failingSince)} zone={zone} />. After five days of
      that it is disabled.
    </p>
  )
}

type FactsProps = { webhook: Webhook; health: WebhookHealth | undefined; now: number }

export function WebhookFacts({ webhook, health, now }: FactsProps) {
  const { attempts = 0, failedAttempts = 0, pending = 0, failed = 0 } = health ?? {}
  const { types, previousSecretUntil } = webhook
  return (
    <dl class="facts">
      <Fact name="Told of">{types.includes('*') ? 'Everything' : types.join(', ')}</Fact>
      <Fact name="Attempts in 24 hours">{attempts.toLocaleString('en')}</Fact>
      <Fact name="Of them failed">
        {attempts === 0 ? '–' : `${Math.round((100 * failedAttempts) / attempts)} %`}
      </Fact>
      <Fact name="Waiting">{pending.toLocaleString('en')}</Fact>
      <Fact name="Given up">{failed.toLocaleString('en')}</Fact>
      {previousSecretUntil === null ? null : (
        <Fact name="Old secret signs until">{fromNow(Date.parse(previousSecretUntil), now)}</Fact>
      )}
    </dl>
  )
}
