// An API key in the list of keys: its status, its use, and the viewer's actions.

import { useMessages } from '../../kit/messages/use-messages.tsx'
import { Fact } from '../../kit/office/facts.tsx'
import { REQUESTS } from '../../kit/office/paths.ts'
import { Timestamp } from '../../kit/office/timestamp.tsx'
import { endsSoon, type ShownApiKey } from './api-keys.ts'

type KeyCardProps = {
  apiKey: ShownApiKey
  /** The number of accepted requests in the last 60 seconds. */
  usedInMinute: number
  usedInDay: number
  limit: number
  zone: string
  now: number
  /** Whether the viewer may rotate and revoke it. */
  canChange: boolean
}

export function KeyCard(props: KeyCardProps) {
  const { apiKey, zone, now, canChange } = props
  const texts = useMessages().office.apiKeys.card
  const { id, name, prefix, last4, createdAt, exposedAt } = apiKey
  const isEnded = hasEnded(apiKey, now)
  return (
    <li class={isEnded ? 'card key ended' : 'card key'} id={`key-${id}`}>
      <h3>
        <bdi>{name}</bdi> <Badges apiKey={apiKey} now={now} />
      </h3>
      <p class="quiet">
        <code>
          {prefix}…{last4}
        </code>{' '}
        · {texts.created({ at: <Timestamp at={createdAt} zone={zone} /> })}
      </p>
      {exposedAt !== null && !isEnded ? (
        <p class="notice warning">{texts.exposed({ at: <Timestamp at={exposedAt} zone={zone} /> })}</p>
      ) : null}
      <KeyFacts {...props} />
      <p class="actions">
        <a class="button" href={`${REQUESTS}?key=${id}`}>
          {texts.viewRequests}
        </a>
        {apiKey.revokedAt === null && canChange ? (
          <>
            <a class="button" href={`/backoffice/settings/keys/${id}/rotate`}>
              {texts.rotate}
            </a>
            <a class="button danger" href={`/backoffice/settings/keys/${id}/revoke`}>
              {texts.revoke}
            </a>
          </>
        ) : null}
      </p>
    </li>
  )
}

const isExpired = ({ expiresAt }: ShownApiKey, now: number) => expiresAt !== null && expiresAt <= now
const hasEnded = (apiKey: ShownApiKey, now: number) => apiKey.revokedAt !== null || isExpired(apiKey, now)

function KeyFacts({ apiKey, usedInMinute, usedInDay, limit, zone, now }: KeyCardProps) {
  const { office, time } = useMessages()
  const texts = office.apiKeys.card
  const { lastUsedAt, expiresAt, allowedAddresses, previousExpiresAt } = apiKey
  const isEnded = hasEnded(apiKey, now)
  return (
    <dl class="facts">
      <Fact name={texts.lastUsed}>
        {lastUsedAt === null ? texts.neverUsed : time.fromNow(lastUsedAt, now)}
      </Fact>
      {isEnded ? null : (
        <Fact name={texts.lastMinute}>
          {texts.ofLimit({ used: usedInMinute, limit })}{' '}
          {usedInMinute > 0 ? (
            <meter
              min={0}
              max={limit}
              high={limit * 0.8}
              value={Math.min(usedInMinute, limit)}
              aria-label={texts.usage}
            />
          ) : null}
        </Fact>
      )}
      <Fact name={texts.lastDay}>{texts.requests({ count: usedInDay })}</Fact>
      <Fact name={texts.expires}>
        {expiresAt === null ? texts.neverExpires : <Timestamp at={expiresAt} zone={zone} />}
      </Fact>
      {isEnded ? null : (
        <Fact name={texts.allowedFrom}>
          {allowedAddresses.length === 0 ? texts.anywhere : allowedAddresses.join(', ')}
        </Fact>
      )}
      {previousExpiresAt !== null && previousExpiresAt > now && !isEnded ? (
        <Fact name={texts.oldSecretExpires}>
          <Timestamp at={previousExpiresAt} zone={zone} />
        </Fact>
      ) : null}
    </dl>
  )
}

function Badges({ apiKey, now }: { apiKey: ShownApiKey; now: number }) {
  const { office, time } = useMessages()
  const { card: texts, levels } = office.apiKeys
  const { level, revokedAt, expiresAt } = apiKey
  return (
    <>
      <span class={level === 'privileged' ? 'badge accent' : 'badge'}>{levels[level]}</span>{' '}
      {revokedAt === null ? null : <span class="badge danger">{texts.revoked}</span>}
      {revokedAt === null && isExpired(apiKey, now) ? (
        <span class="badge danger">{texts.expired}</span>
      ) : null}
      {expiresAt !== null && endsSoon(apiKey, now) ? (
        <span class="badge warning">{texts.expiresSoon({ when: time.fromNow(expiresAt, now) })}</span>
      ) : null}
    </>
  )
}
