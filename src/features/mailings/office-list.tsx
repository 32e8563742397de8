// Sent and scheduled messages, and the progress of one.

import { emailStates } from '../../kernel/outbox/schema.ts'
import { Empty } from '../../kit/components/empty.tsx'
import { Form } from '../../kit/components/form-fields.tsx'
import { Markdown } from '../../kit/components/prose.tsx'
import { DataTable } from '../../kit/lists/data-table.tsx'
import type { Column, ListView } from '../../kit/lists/list-definition.ts'
import type { Messages } from '../../kit/messages/messages.ts'
import { useMessages } from '../../kit/messages/use-messages.tsx'
import { Fact } from '../../kit/office/facts.tsx'
import { Crumb } from '../../kit/office/object-page.tsx'
import { EMAILS, MESSAGES } from '../../kit/office/paths.ts'
import { Recently } from '../../kit/office/timestamp.tsx'
import { isScheduled, type SentMessage } from './group-messages.ts'
import { groupText, timeText } from './office-message-texts.ts'

export function MessageList({ sent, view }: { sent: readonly SentMessage[]; view: ListView }) {
  const { messages: texts } = useMessages().office
  const add = (
    <a class="button primary" href={`${MESSAGES}/new`}>
      {texts.newMessage}
    </a>
  )
  return (
    <>
      <div class="list-head">
        <h1>{texts.title}</h1>
        {sent.length > 0 ? add : null}
      </div>
      {sent.length > 0 ? <p class="quiet">{texts.intro}</p> : null}
      <DataTable
        caption={texts.title}
        columns={columnsOf(texts)}
        rows={sent}
        view={view}
        empty={
          <Empty icon="mail" advice={texts.noneAdvice} action={add}>
            {texts.none}
          </Empty>
        }
      />
    </>
  )
}

type Texts = Messages['office']['messages']

const columnsOf = (texts: Texts): Column<SentMessage>[] => [
  {
    name: texts.subject,
    isRowHeader: true,
    cell: ({ mailing }) => (
      <a dir="auto" class="row-link" href={`${MESSAGES}/${mailing.id}`}>
        {mailing.data.message?.subject}
      </a>
    ),
  },
  {
    name: texts.to,
    isPlain: true,
    onPhone: 'hidden',
    cell: ({ mailing }) => <GroupText mailing={mailing} />,
  },
  {
    name: texts.progress,
    isPlain: true,
    onPhone: 'at-end',
    cell: (sent, { now }) => <Progress sent={sent} now={now} />,
  },
  {
    name: texts.at,
    isPlain: true,
    isWide: true,
    cell: ({ mailing }, view) => <Recently at={sentAt(mailing)} {...view} />,
  },
]

const GroupText = ({ mailing: { audience, data } }: Pick<SentMessage, 'mailing'>) => (
  <bdi>{groupText(useMessages(), { audience, filter: data.filter })}</bdi>
)

const sentAt = ({ sendAt, createdAt }: SentMessage['mailing']): number => sendAt ?? createdAt

function Progress({ sent: { mailing, counts }, now }: { sent: SentMessage; now: number }) {
  const { emails, messages: texts } = useMessages().office
  if (mailing.data.isCanceled) return <span class="badge">{texts.canceled}</span>
  if (isScheduled(mailing, now)) return <span class="badge info">{texts.scheduled}</span>
  const shown = emailStates.filter((state) => counts[state] !== undefined)
  return (
    <>
      {mailing.isQueued ? null : <span class="badge">{texts.queuing}</span>}
      {mailing.isQueued && shown.length === 0 ? texts.nobody : null}
      {shown.map((state) => (
        <>
          <span class={state === 'failed' ? 'badge danger' : state === 'sent' ? 'badge success' : 'badge'}>
            {texts.count({ count: counts[state] ?? 0, state: emails.states[state] })}
          </span>{' '}
        </>
      ))}
    </>
  )
}

type PageProps = { sent: SentMessage; view: ListView; csrf: string }

export function SentMessagePage({ sent, view: { zone, now }, csrf }: PageProps) {
  const messages = useMessages()
  const { messages: texts } = messages.office
  const { id, data } = sent.mailing
  const { message, isCanceled } = data
  const isOpen = isScheduled(sent.mailing, now)
  return (
    <>
      <Crumb href={MESSAGES} text={texts.title} />
      <h1 dir="auto">{message?.subject}</h1>
      <dl class="facts message-facts">
        <Fact name={texts.to}>
          <GroupText mailing={sent.mailing} />
        </Fact>
        {message?.replyTo === undefined ? null : (
          <Fact name={texts.replyTo}>
            <bdi>{message.replyTo}</bdi>
          </Fact>
        )}
        <Fact name={isOpen || isCanceled ? texts.scheduledAt : texts.sentAt}>
          {timeText(messages, sentAt(sent.mailing), zone)}
        </Fact>
        <Fact name={texts.progress}>
          <Progress sent={sent} now={now} />
        </Fact>
      </dl>
      <section class="card">
        <Markdown text={message?.text ?? ''} />
      </section>
      {isOpen ? (
        <Form action={`${MESSAGES}/${id}/cancel`} csrf={csrf}>
          <div class="actions">
            <a class="button" href={`${MESSAGES}/${id}/edit`}>
              {texts.edit}
            </a>
            <button class="danger" type="submit">
              {texts.cancelMessage}
            </button>
          </div>
        </Form>
      ) : (
        <p class="actions">
          <a href={EMAILS}>{texts.queue}</a>
        </p>
      )}
    </>
  )
}
