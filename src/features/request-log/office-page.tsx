// One request of the log: its content, its response, and its changes.
import { requestCommand } from '../../kernel/http/server/curl.ts'
import { Copyable } from '../../kit/components/copyable.tsx'
import { StatusCode } from '../../kit/components/status-code.tsx'
import { useMessages } from '../../kit/messages/use-messages.tsx'
import { Fact } from '../../kit/office/facts.tsx'
import { Crumb } from '../../kit/office/object-page.tsx'
import { REQUESTS } from '../../kit/office/paths.ts'
import { Timestamp } from '../../kit/office/timestamp.tsx'
import { ChangeList } from '../audit/office-change-list.tsx'
import type { AuditEvent } from '../audit/store.ts'
import type { LoggedRequest } from './store.ts'

type PageProps = {
  id: string
  /** Undefined if only its changes are still known, or if it was made on a page. */
  logged: LoggedRequest | undefined
  events: readonly AuditEvent[]
  zone: string
  /** The origin of the API. */
  origin: string
}

export function RequestPage({ id, logged, events, zone, origin }: PageProps) {
  const { title, page: texts } = useMessages().office.requests
  return (
    <>
      <Crumb href={REQUESTS} text={title} />
      <h1>{logged ? `${logged.method} ${logged.path}` : texts.title}</h1>
      <p class="quiet">{texts.idLine({ id: (text) => <code>{text}</code>, text: id })}</p>
      {logged ? (
        <Logged request={logged} zone={zone} origin={origin} />
      ) : (
        <p class="notice">{texts.notLogged}</p>
      )}
      <section>
        <h2>{texts.changes}</h2>
        <Changes events={events} zone={zone} />
      </section>
    </>
  )
}

function Changes({ events, zone }: Pick<PageProps, 'events' | 'zone'>) {
  const { time, office } = useMessages()
  const texts = office.requests.page
  const [first] = events
  if (!first) return <p class="quiet">{texts.noChanges}</p>
  return (
    <>
      <ChangeList events={events} zone={zone} />
      <p class="quiet">{texts.timesIn({ zone: time.zone(first.at, zone) })}</p>
    </>
  )
}

type LoggedProps = { request: LoggedRequest; zone: string }

function Logged({ request, zone, origin }: LoggedProps & { origin: string }) {
  const texts = useMessages().office.requests.page
  return (
    <>
      <RequestFacts request={request} zone={zone} />
      {request.errorCode === null ? null : (
        <Problems errorCode={request.errorCode} problems={request.problems} />
      )}
      <Body title={texts.body} text={request.body} none={texts.noBody} hint={texts.masked} />
      <Body
        title={texts.response}
        text={request.response}
        none={texts.noResponse}
        hint={texts.maskedResponse}
      />
      <section>
        <h2>{texts.curl}</h2>
        <Copyable
          id="curl"
          text={requestCommand({
            method: request.method,
            url: `${origin}${request.path}`,
            body: request.body,
            isUpload: request.operation === 'uploadFile',
          })}
        />
        <p class="quiet">{texts.curlHint}</p>
      </section>
    </>
  )
}

type BodyProps = { title: string; text: string | null; none: string; hint: string }

function Body({ title, text, none, hint }: BodyProps) {
  return (
    <section>
      <h2>{title}</h2>
      {text === null ? (
        <p class="quiet">{none}</p>
      ) : (
        <>
          <pre class="body">{indented(text)}</pre>
          <p class="quiet">{hint}</p>
        </>
      )}
    </section>
  )
}

function RequestFacts({ request, zone }: LoggedProps) {
  const { time, formats, office } = useMessages()
  const texts = office.requests
  return (
    <dl class="facts">
      <Fact name={texts.status}>
        <StatusCode status={request.status} />
      </Fact>
      <Fact name={texts.time}>
        <Timestamp at={request.at} zone={zone} /> {time.zone(request.at, zone)}
      </Fact>
      <Fact name={texts.duration}>{formats.milliseconds(request.durationUs / 1000)}</Fact>
      <Fact name={texts.key}>
        <a href={`${REQUESTS}?key=${request.keyId}`}>{request.keyName ?? texts.deletedKey}</a>
      </Fact>
      <Fact name={texts.operation}>{request.operation}</Fact>
    </dl>
  )
}

type ProblemsProps = { errorCode: string; problems: LoggedRequest['problems'] }

function Problems({ errorCode, problems }: ProblemsProps) {
  const { problems: title } = useMessages().office.requests
  return (
    <section>
      <h2>{title}</h2>
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
              <span lang="en">{message}</span>
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}

/** A truncated body is not valid JSON and is shown as it is. */
function indented(body: string): string {
  try {
    return JSON.stringify(JSON.parse(body), null, 2)
  } catch {
    return body
  }
}
