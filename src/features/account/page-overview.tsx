// The first page of an account: the user, their talks and sponsors, and their data.
import type { FastifyPluginAsync } from 'fastify'
import type { VNode } from 'preact'
import { pageHooks } from '../../kernel/changes/features.ts'
import { Avatar, displayName } from '../../kit/components/person.tsx'
import { useMessages } from '../../kit/messages/use-messages.tsx'
import { callerOf, messagesOf, zoneOf } from '../../kit/pages/visit.ts'
import type { WebOptions } from '../../kit/pages/web-options.ts'
import { Done, sendAccountPage } from '../access/page-account-layout.tsx'
import type { UserRow } from '../people/tables.ts'
import { readTalkEditing, type TalkEditing } from '../proposals/proposals.ts'
import type { TalkRow } from '../talks/tables.ts'
import { takesStream } from '../video/streams/stream-sources.ts'
import { type OwnMemberships, readOwnMemberships } from './own-account.ts'

export const overviewRoutes: FastifyPluginAsync<WebOptions> = async (account, { services }) => {
  account.get('', { config: { operation: 'accountPage' } }, async (request, reply) => {
    const { user } = callerOf(request)
    const { overview: texts } = messagesOf(request).account
    const memberships = await readOwnMemberships(services, user)
    const editing = await readTalkEditing(services, callerOf(request), memberships.talks)
    const read = pageHooks.of('person').map((part) => part.readSection?.(services, request))
    const sections = (await Promise.all(read)).filter((section) => section != null)
    const content = () => (
      <>
        <Done
          request={request}
          messages={{
            password: texts.passwordChanged,
            talk: texts.talkSaved,
            proposal: texts.changeProposed,
          }}
        />
        <Identity user={user} />
        <ReviewNotice user={user} />
        <Memberships memberships={memberships} editing={editing} zone={zoneOf(request.visit)} />
        {sections.map((section) => section.content)}
        <OwnData />
      </>
    )
    return sendAccountPage(request, reply, texts.title, content, {
      styles: sections.flatMap(({ styles }) => styles),
    })
  })
}

function Identity({ user }: { user: UserRow }) {
  const { names } = useMessages()
  const work = [user.job, user.company].filter(Boolean).join(', ')
  return (
    <div class="who">
      <Avatar person={user} isLarge />
      <div>
        <p dir="auto" class="who-name">
          {displayName(user)}
        </p>
        {work ? <p dir="auto">{work}</p> : null}
        <p class="quiet">
          {user.email} · {user.username}
        </p>
        <p>
          <span class="badge">{names.roles[user.role]}</span>
        </p>
      </div>
    </div>
  )
}

function ReviewNotice({ user }: { user: UserRow }) {
  const { overview: texts } = useMessages().account
  if (user.registrationStatus !== 'in_review') return null
  return (
    <div class="notice warning">
      <p>{user.waitlisted ? texts.waitlisted : texts.inReview}</p>
    </div>
  )
}

type MembershipsProps = { memberships: OwnMemberships; editing: TalkEditing; zone: string }

function Memberships({ memberships: { talks, sponsors }, editing, zone }: MembershipsProps) {
  const { account, names, time } = useMessages()
  return (
    <>
      <MembershipList title={account.overview.talks}>
        {talks.map(({ talk, kind }) => (
          <li>
            <a dir="auto" href={`/talks/${talk.id}`}>
              {talk.title}
            </a>
            <span class="quiet">
              {time.day(talk.startAt, zone)}, {time.clock(talk.startAt, zone)} {time.zone(talk.startAt, zone)}
            </span>
            <span class="badge">{names.memberships[kind]}</span>
            <EditLink talk={talk} editing={editing} />
            <StreamLink talk={talk} />
          </li>
        ))}
      </MembershipList>
      <MembershipList title={account.overview.sponsors}>
        {sponsors.map(({ id, name, hasPage }) => (
          <li>
            <bdi>{hasPage ? <a href={`/sponsors/${id}`}>{name}</a> : name}</bdi>
          </li>
        ))}
      </MembershipList>
    </>
  )
}

/** Also shows the state of proposed changes. */
function EditLink({ talk: { id, title }, editing }: { talk: TalkRow; editing: TalkEditing }) {
  const { overview: texts } = useMessages().account
  if (!editing.editable.has(id)) return null
  const state = editing.proposals.get(id)?.state
  return (
    <>
      {state === 'open' ? <span class="badge">{texts.waiting}</span> : null}
      {state === 'rejected' ? <span class="badge warning">{texts.rejected}</span> : null}
      <a href={`/account/talks/${id}`} aria-label={texts.editNamed({ title })}>
        {texts.edit}
      </a>
    </>
  )
}

/** To where speakers and moderators find the key for their encoder, and whether the stream is live. */
function StreamLink({ talk }: { talk: TalkRow }) {
  const { streams: texts } = useMessages().office
  if (!takesStream(talk)) return null
  return (
    <a href={`/account/talks/${talk.id}/stream`} aria-label={texts.linkNamed({ title: talk.title })}>
      {texts.link}
    </a>
  )
}

function MembershipList({ title, children }: { title: string; children: VNode[] }) {
  if (children.length === 0) return null
  return (
    <>
      <h2>{title}</h2>
      <ul class="membership-list">{children}</ul>
    </>
  )
}

function OwnData() {
  const { overview: texts } = useMessages().account
  return (
    <section class="own-data" aria-labelledby="own-data">
      <h2 id="own-data">{texts.data}</h2>
      <p>{texts.dataText}</p>
      <div class="actions">
        <a class="button" href="/account/export" download>
          {texts.download}
        </a>
      </div>
      <p class="delete-account">
        <a href="/account/delete">{texts.delete}</a>
      </p>
    </section>
  )
}
