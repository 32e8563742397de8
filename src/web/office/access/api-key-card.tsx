// One API key among the others: what it is, how it is used, and what can be done with it.
import type { ShownApiKey } from '../../../domain/access/api-keys.ts'
import { endsSoon } from '../../../domain/office/dashboard.ts'
import { Fact } from '../shared/facts.tsx'
import { fromNow, Stamp } from '../shared/timestamp.tsx'

type KeyCardProps = {
  apiKey: ShownApiKey
  /** Accepted requests of the last 60 seconds, and of the last 24 hours. */
  used: number
  today: number
  limit: number
  zone: string
  now: number
  /** Whether the viewer may rotate and revoke it. */
  canChange: boolean
}

export function KeyCard({ apiKey, used, today, limit, zone, now, canChange }: KeyCardProps) {
  const hasEnded = apiKey.revokedAt !== null || (apiKey.expiresAt !== null && apiKey.expiresAt <= now)
  return (
    <li class={hasEnded ? 'card key ended' : 'card key'} id={`key-${apiKey.id}`}>
      <h3>
        {apiKey.name} <Badges apiKey={apiKey} now={now} />
      </h3>
      <p class="quiet">
        <code>
          {apiKey.prefix}…{apiKey.last4}
        </code>{' '}
        made <Stamp at={apiKey.createdAt} zone={zone} />
      </p>
      {apiKey.exposedAt !== null && !hasEnded ? (
        <p class="notice warn">
          It was sent without TLS on <Stamp at={apiKey.exposedAt} zone={zone} />: somebody may have read it.
          Rotate it.
        </p>
      ) : null}
      <dl class="facts">
        <Fact name="Last used">{apiKey.lastUsedAt === null ? 'Never' : fromNow(apiKey.lastUsedAt, now)}</Fact>
        {hasEnded ? null : (
          <Fact name="In the last minute">
            {used.toLocaleString('en')} of {limit.toLocaleString('en')}{' '}
            <meter
              min={0}
              max={limit}
              high={limit * 0.8}
              value={Math.min(used, limit)}
              aria-label="Use of the limit"
            />
          </Fact>
        )}
        <Fact name="In 24 hours">{today.toLocaleString('en')}</Fact>
        <Fact name="Ends">
          {apiKey.expiresAt === null ? 'Not by itself' : <Stamp at={apiKey.expiresAt} zone={zone} />}
        </Fact>
        <Fact name="From">
          {apiKey.allowedAddresses.length === 0 ? 'Everywhere' : apiKey.allowedAddresses.join(', ')}
        </Fact>
        {apiKey.previousExpiresAt !== null && apiKey.previousExpiresAt > now && !hasEnded ? (
          <Fact name="Old secret good until">
            <Stamp at={apiKey.previousExpiresAt} zone={zone} />
          </Fact>
        ) : null}
      </dl>
      <p class="actions">
        <a class="button" href={`/backoffice/requests?key=${apiKey.id}`}>
          Its requests
        </a>
        {apiKey.revokedAt === null && canChange ? (
          <>
            <a class="button" href={`/backoffice/settings/keys/${apiKey.id}/rotate`}>
              Rotate
            </a>
            <a class="button danger" href={`/backoffice/settings/keys/${apiKey.id}/revoke`}>
              Revoke
            </a>
          </>
        ) : null}
      </p>
    </li>
  )
}

function Badges({ apiKey, now }: { apiKey: ShownApiKey; now: number }) {
  const { level, revokedAt, expiresAt } = apiKey
  const hasExpired = revokedAt === null && expiresAt !== null && expiresAt <= now
  return (
    <>
      <span class={level === 'privileged' ? 'badge accent' : 'badge'}>{level}</span>{' '}
      {revokedAt === null ? null : <span class="badge bad">revoked</span>}
      {hasExpired ? <span class="badge bad">expired</span> : null}
      {endsSoon(apiKey, now) ? <span class="badge warn">ends {fromNow(expiresAt ?? now, now)}</span> : null}
    </>
  )
}
