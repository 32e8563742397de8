// One request of the log: what was sent, what was answered, what it changed.
import type { AuditEvent } from '../../../store/office/audit.ts'
import type { LoggedRequest } from '../../../store/office/request-log.ts'
import { zoneText } from '../../components/time.tsx'
import { Fact } from '../shared/facts.tsx'
import { Stamp } from '../shared/timestamp.tsx'
import { ChangeList } from './change-list.tsx'
import { StatusBadge } from './request-table.tsx'

type PageProps = {
  id: string
  /** Undefined where only its changes are still known, or where it was made at a page. */
  logged: LoggedRequest | undefined
  events: readonly AuditEvent[]
  zone: string
}

export function RequestPage({ id, logged, events, zone }: PageProps) {
  return (
    <>
      <p class="crumb">
        <a href="/backoffice/requests">Requests</a>
      </p>
      <h1>{logged ? logged.operation : 'Request'}</h1>
      <p class="quiet">
        Request <code>{id}</code>
      </p>
      {logged ? (
        <Logged request={logged} zone={zone} />
      ) : (
        <p class="notice">
          This request is not in the log of the External API: it was made at a page, or is older than seven
          days.
        </p>
      )}
      <section>
        <h2>What it changed</h2>
        {events.length === 0 ? (
          <p class="quiet">Nothing.</p>
        ) : (
          <>
            <ChangeList events={events} zone={zone} />
            <p class="quiet">Times in {zoneText(events[0]?.at ?? 0, zone)}.</p>
          </>
        )}
      </section>
    </>
  )
}

function Logged({ request, zone }: { request: LoggedRequest; zone: string }) {
  return (
    <>
      <dl class="facts">
        <Fact name="Status">
          <StatusBadge status={request.status} />
        </Fact>
        <Fact name="Time">
          <Stamp at={request.at} zone={zone} /> {zoneText(request.at, zone)}
        </Fact>
        <Fact name="Took">{(request.durationUs / 1000).toFixed(1)} ms</Fact>
        <Fact name="Key">
          <a href={`/backoffice/requests?key=${request.keyId}`}>{request.keyName ?? 'a key that is gone'}</a>
        </Fact>
        <Fact name="Request line">
          <code>
            {request.method} {request.path}
          </code>
        </Fact>
      </dl>
      {request.errorCode === null ? null : <Problems request={request} />}
      <section>
        <h2>What was sent</h2>
        {request.body === null ? (
          <p class="quiet">No body, or none that could be read.</p>
        ) : (
          <>
            <pre class="body">{indented(request.body)}</pre>
            <p class="quiet">
              E-mails are masked; names, usernames and secrets are hidden; what is longer than 4 KiB is cut.
            </p>
          </>
        )}
      </section>
    </>
  )
}

function Problems({ request: { errorCode, problems } }: { request: LoggedRequest }) {
  return (
    <section>
      <h2>Problems</h2>
      <p>
        <a href={`/problems/${errorCode}`}>
          <code>{errorCode}</code>
        </a>
      </p>
      {problems.length === 0 ? null : (
        <ul class="problems">
          {problems.map(({ pointer, parameter, message }) => (
            <li>
              {pointer === undefined && parameter === undefined ? null : (
                <>
                  <code>{pointer ?? parameter}</code>{' '}
                </>
              )}
              {message}
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}

/** A body that was cut is no JSON any more, and is shown as it is. */
function indented(body: string): string {
  try {
    return JSON.stringify(JSON.parse(body), null, 2)
  } catch {
    return body
  }
}
