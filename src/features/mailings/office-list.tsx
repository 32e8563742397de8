// Sent messages, and the progress of one.

import { emailStates } from '../../kernel/outbox/schema.ts'
import { Empty } from '../../kit/components/empty.tsx'
import { Markdown } from '../../kit/components/prose.tsx'
import { DataTable } from '../../kit/lists/data-table.tsx'
import type { Column, ListView } from '../../kit/lists/list-definition.ts'
import type { Messages } from '../../kit/messages/messages.ts'
import { useMessages } from '../../kit/messages/use-messages.tsx'
import { Fact } from '../../kit/office/facts.tsx'
import { Crumb } from '../../kit/office/object-page.tsx'
import { EMAILS, MESSAGES } from '../../kit/office/paths.ts'
import { Timestamp } from '../../kit/office/timestamp.tsx'
import type { SentMessage } from './group-messages.ts'
import { groupText } from './office-group-text.ts'

export function MessageList({ sent, view }: { sent: readonly SentMessage[]; view: ListView }) {
  const { messages: texts } = useMessages().office
  return (
    <>
      <div class="list-head">
        <h1>{texts.title}</h1>
        <a class="button primary" href={`${MESSAGES}/new`}>
          {texts.newMessage}
        </a>
      </div>
      <p class="quiet">{texts.intro}</p>
      <DataTable
        caption={texts.title}
        columns={columnsOf(texts)}
        rows={sent}
        view={view}
        empty={
          <Empty icon="mail" advice={<a href={`${MESSAGES}/new`}>{texts.newMessage}</a>}>
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
      <a dir="auto" href={`${MESSAGES}/${mailing.id}`}>
        {mailing.data.message?.subject}
      </a>
    ),
  },
  { name: texts.to, cell: ({ mailing }) => <GroupText mailing={mailing} /> },
  { name: texts.progress, cell: (sent) => <Progress sent={sent} /> },
  {
    name: texts.sentAt,
    cell: ({ mailing }, { zone }) => <Timestamp at={mailing.createdAt} zone={zone} isShort />,
  },
]

const GroupText = ({ mailing: { audience, data } }: Pick<SentMessage, 'mailing'>) => (
  <bdi>{groupText(useMessages(), { audience, filter: data.filter })}</bdi>
)

function Progress({ sent: { mailing, counts } }: { sent: SentMessage }) {
  const { emails, messages: texts } = useMessages().office
  const shown = emailStates.filter((state) => counts[state] !== undefined)
  return (
    <>
      {mailing.isQueued ? null : <span class="badge">{texts.queuing}</span>}
      {mailing.isQueued && shown.length === 0 ? texts.nobody : null}
      {shown.map((state) => (
        <span class={state === 'failed' ? 'badge danger' : state === 'sent' ? 'badge success' : 'badge'}>
          {texts.count({ count: counts[state] ?? 0, state: emails.states[state] })}
        </span>
      ))}
    </>
  )
}

export function SentMessagePage({ sent, zone }: { sent: SentMessage; zone: string }) {
  const { messages: texts } = useMessages().office
  const { message } = sent.mailing.data
  return (
    <>
      <Crumb href={MESSAGES} text={texts.title} />
      <h1 dir="auto">{message?.subject}</h1>
      <dl class="facts">
        <Fact name={texts.to}>
          <GroupText mailing={sent.mailing} />
        </Fact>
        <Fact name={texts.sentAt}>
          <Timestamp at={sent.mailing.createdAt} zone={zone} />
        </Fact>
        <Fact name={texts.progress}>
          <Progress sent={sent} />
        </Fact>
      </dl>
      <section class="card">
        <Markdown text={message?.text ?? ''} />
      </section>
      <p class="actions">
        <a href={EMAILS}>{texts.queue}</a>
      </p>
    </>
  )
}
