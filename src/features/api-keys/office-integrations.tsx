// Keys that expire soon on the page of the integrations, and a first request until a key has been used.
import type { FastifyRequest } from 'fastify'
import { curlCommand, seenSelfSignedPath } from '../../kernel/http/server/curl.ts'
import { Copyable } from '../../kit/components/copyable.tsx'
import { useMessages } from '../../kit/messages/use-messages.tsx'
import type { ReadIntegrations } from '../../kit/office/dashboard.ts'
import { API_DOCUMENTATION, KEYS, NEW_KEY } from '../../kit/office/paths.ts'
import { Timestamp } from '../../kit/office/timestamp.tsx'
import { endsSoon, isValid, listKeys, type ShownApiKey } from './api-keys.ts'
import { exampleUrl } from './office-secret.tsx'

export const readIntegrations: ReadIntegrations = async (services, caller, { messages, zone, request }) => {
  const now = services.clock.now()
  const keys = await listKeys(services, caller)
  const ending = keys
    .filter((key) => endsSoon(key, now))
    .sort((a, b) => (a.expiresAt ?? 0) - (b.expiresAt ?? 0))
  const count = keys.filter((key) => isValid(key, now)).length
  const content = <EndingKeys keys={ending} now={now} zone={zone} />
  const { apiKeys, dashboard } = messages.office
  return {
    actions: [{ text: apiKeys.new, href: NEW_KEY, isPrimary: true }],
    figures: [{ count, label: dashboard.figures.keys({ count }), href: KEYS }],
    panels: [{ title: dashboard.keys.title, link: { text: dashboard.keys.view, href: KEYS }, content }],
    ...(keys.some(({ lastUsedAt }) => lastUsedAt !== null)
      ? {}
      : { scripts: ['copy.js'], quickstart: <Quickstart request={request} /> }),
  }
}

function Quickstart({ request }: { request: FastifyRequest }) {
  const { quickstart: texts, secret } = useMessages().office.apiKeys
  const command = curlCommand({
    ...{ url: exampleUrl(request), key: 'YOUR_API_KEY' },
    caPath: seenSelfSignedPath(request),
  })
  return (
    <section class="panel">
      <h2>{texts.title}</h2>
      <p>{texts.text}</p>
      <Copyable id="quickstart" text={command} />
      <p>
        <a href={API_DOCUMENTATION}>{secret.documentation}</a>
      </p>
    </section>
  )
}

type Props = { keys: readonly ShownApiKey[]; now: number; zone: string }

function EndingKeys({ keys, now, zone }: Props) {
  const { office, time } = useMessages()
  if (keys.length === 0) return <p class="quiet">{office.dashboard.keys.empty}</p>
  return (
    <ul class="rows">
      {keys.map(({ id, name, expiresAt }) => (
        <li>
          <a dir="auto" href={`${KEYS}#key-${id}`}>
            {name}
          </a>
          <span class="quiet">
            <span class="badge warning">{time.fromNow(expiresAt ?? now, now)}</span>{' '}
            <Timestamp at={expiresAt ?? now} zone={zone} />
          </span>
        </li>
      ))}
    </ul>
  )
}
