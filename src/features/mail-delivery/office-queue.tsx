// The queue of e-mails, filtered by state. It shows no texts, because those with links are gone once they are sent.
import { canRetry, type EmailPage } from '../../kernel/outbox/emails.ts'
import { type EmailState, emailStates } from '../../kernel/outbox/schema.ts'
import type { EmailRow } from '../../kernel/outbox/tables.ts'
import { Empty } from '../../kit/components/empty.tsx'
import { ExportMenu } from '../../kit/components/export-menu.tsx'
import { Form } from '../../kit/components/form-fields.tsx'
import { LogPager } from '../../kit/components/pager.tsx'
import { EmailText } from '../../kit/components/person.tsx'
import { DataTable } from '../../kit/lists/data-table.tsx'
import type { Column, ListView } from '../../kit/lists/list-definition.ts'
import { chipsOf, FilterChips, FilterMenu, ListTools } from '../../kit/lists/list-filters.tsx'
import { SectionHead } from '../../kit/lists/list-page.tsx'
import { NoMatches } from '../../kit/lists/no-matches.tsx'
import type { Messages } from '../../kit/messages/messages.ts'
import { useMessages } from '../../kit/messages/use-messages.tsx'
import { EMAILS } from '../../kit/office/paths.ts'
import { withQuery } from '../../kit/office/query-string.ts'
import { Timestamp } from '../../kit/office/timestamp.tsx'
import { type FileColumn, timeCell } from '../../kit/pages/table-files.ts'

type QueueProps = EmailPage & {
  /** The state that the e-mails are filtered by. */
  state: EmailState | undefined
  view: ListView
  csrf: string
}

export function EmailQueue({ emails, next, state, view, csrf }: QueueProps) {
  const { time, office } = useMessages()
  const texts = office.emails
  const filters = {
    state: {
      label: texts.state,
      all: texts.allStates,
      options: emailStates.map((one) => [one, texts.states[one]] as const),
    },
  }
  return (
    <section>
      <SectionHead title={texts.queue}>
        {emails.length > 0 ? (
          <ExportMenu href={(format) => withQuery(`${EMAILS}.${format}`, { state })} />
        ) : null}
      </SectionHead>
      <p class="quiet">{texts.intro({ zone: time.zone(view.now, view.zone) })}</p>
      {emails.length > 0 || state !== undefined ? (
        <ListTools>
          <FilterMenu path={EMAILS} kept={{ state }} filters={filters} choices={{ state }} />
        </ListTools>
      ) : null}
      <FilterChips path={EMAILS} kept={{ state }} chips={chipsOf(filters, { state })} />
      <DataTable
        caption={texts.queue}
        columns={columnsOf(texts, csrf)}
        rows={emails}
        view={view}
        empty={
          state === undefined ? (
            <Empty>{texts.none}</Empty>
          ) : (
            <NoMatches text={texts.noMatches} path={EMAILS} />
          )
        }
      />
      <LogPager older={next === null ? undefined : withQuery(EMAILS, { state, after: next })} />
    </section>
  )
}

const columnsOf = (texts: Messages['office']['emails'], csrf: string): Column<EmailRow>[] => [
  {
    name: texts.recipient,
    isRowHeader: true,
    cell: ({ recipient, userId }) =>
      userId === null ? (
        <EmailText email={recipient} />
      ) : (
        <a href={`/backoffice/users/${userId}`}>
          <EmailText email={recipient} />
        </a>
      ),
  },
  { name: texts.kind, cell: ({ kind }) => texts.kinds[kind] },
  { name: texts.state, cell: (email, { zone }) => <State email={email} zone={zone} /> },
  { name: texts.queued, cell: ({ queuedAt }, { zone }) => <Timestamp at={queuedAt} zone={zone} isShort /> },
  { name: texts.lastError, cell: ({ lastError }) => lastError ?? <span class="quiet none">–</span> },
  {
    name: texts.action,
    cell: (email, { now }) =>
      canRetry(email, now) ? (
        <Form action={`${EMAILS}/${email.id}/retry`} csrf={csrf}>
          <button type="submit" aria-label={texts.retryFor({ recipient: email.recipient })}>
            {texts.retry}
          </button>
        </Form>
      ) : (
        <span class="quiet none">–</span>
      ),
  },
]

export const emailFile: readonly FileColumn<EmailRow>[] = [
  ['id', ({ id }) => id],
  ['userId', ({ userId }) => userId],
  ['recipient', ({ recipient }) => recipient],
  ['kind', ({ kind }) => kind],
  ['state', ({ state }) => state],
  ['attempts', ({ attempts }) => attempts],
  ['lastError', ({ lastError }) => lastError],
  ['queuedAt', ({ queuedAt }, zone) => timeCell(queuedAt, zone)],
  ['sentAt', ({ sentAt }, zone) => timeCell(sentAt, zone)],
]

const badges: Record<EmailState, string> = {
  waiting: 'badge',
  sent: 'badge success',
  failed: 'badge danger',
  expired: 'badge warning',
  canceled: 'badge',
}

function State({ email: { state, attempts, nextAttemptAt }, zone }: { email: EmailRow; zone: string }) {
  const { time, office } = useMessages()
  const { states, nextAttempt } = office.emails
  const isRetried = state === 'waiting' && attempts > 0
  return (
    <>
      <span class={isRetried ? 'badge warning' : badges[state]}>{states[state]}</span>
      {isRetried ? (
        <span class="quiet">{nextAttempt({ at: time.shortTimestamp(nextAttemptAt, zone) })}</span>
      ) : null}
    </>
  )
}
