// Inviting many people: who gets an invitation and who does not, and the result on the list.
import type { FastifyPluginAsync, FastifyReply, FastifyRequest } from 'fastify'
import { Form } from '../../kit/components/form-fields.tsx'
import { displayName } from '../../kit/components/person.tsx'
import {
  isEditable,
  ListCrumb,
  listPath,
  type Scope,
  ScopeFields,
  UnusableScope,
} from '../../kit/lists/bulk-edit.tsx'
import type { Messages } from '../../kit/messages/messages.ts'
import { useMessages } from '../../kit/messages/use-messages.tsx'
import { sendOfficePage } from '../../kit/office/office-layout.tsx'
import { type PageQuery, withQuery } from '../../kit/office/query-string.ts'
import { callerOf, messagesOf } from '../../kit/pages/visit.ts'
import type { WebOptions } from '../../kit/pages/web-options.ts'
import { linkOrigin, textOfInvitation } from '../access/invitations/office-new-people.ts'
import { type BulkInvitations, inviteAll, type NotInvited } from '../access/links/bulk-invitations.ts'
import { showOnce } from '../access/one-time-pages/office-show-once.ts'
import { withInvitations } from '../people/lists.ts'
import { hasMailbox } from '../people/mailboxes.ts'
import type { UserRow } from '../people/tables.ts'
import { findScoped, listOf, type PeopleList, peopleLists, peopleScope } from './office-people-lists.ts'

type Counts = Record<NotInvited, number> & { invited: number }

export const invitePeopleRoutes: FastifyPluginAsync<WebOptions> = async (office, options) => {
  for (const list of peopleLists) {
    office.get(`/${list}/invite`, { config: { operation: 'invitePeoplePage' } }, (request, reply) =>
      sendInvitePage(options, request, reply, list),
    )
    office.post(`/${list}/invite`, { config: { operation: 'invitePeople' } }, (request, reply) =>
      invitePeople(options, request, reply, list),
    )
  }
}

async function invitePeople(
  options: WebOptions,
  request: FastifyRequest,
  reply: FastifyReply,
  list: PeopleList,
) {
  const { services } = options
  const users = await findScoped(options, request, { list, scope: peopleScope(request, list) })
  if (!isEditable(users.length)) return sendInvitePage(options, request, reply, list)
  const caller = callerOf(request)
  const inviter = services.hasMailer ? displayName(caller.user) : null
  const origin = await linkOrigin(options, request)
  const { invited, counts } = await inviteAll(services, caller, { users, origin, inviter })
  // Not as the list was left: it can show only people who are not invited.
  const next = withQuery(
    listOf(request, list).path,
    Object.fromEntries(
      Object.entries({ invited: invited.length, ...counts }).map(([name, count]) => [name, String(count)]),
    ),
  )
  if (services.hasMailer || invited.length === 0) return reply.redirect(next, 303)
  return showInvitations(options, request, reply, { invited, next })
}

/** Without a mail server, the texts of the invitations are shown once. */
export const showInvitations = (
  options: WebOptions,
  request: FastifyRequest,
  reply: FastifyReply,
  { invited, next }: Pick<BulkInvitations, 'invited'> & { next: string },
) =>
  showOnce(options, request, reply, {
    kind: 'accounts',
    data: {
      title: messagesOf(request).office.invitations.bulk.invited({ count: invited.length }),
      next,
      accounts: invited.map((invitation) => {
        const { user, expiresAt } = invitation
        const { text } = textOfInvitation(request, invitation)
        return { id: user.id, name: displayName(user), email: user.email, text, expiresAt }
      }),
      warnings: [],
    },
  })

async function sendInvitePage(
  options: WebOptions,
  request: FastifyRequest,
  reply: FastifyReply,
  list: PeopleList,
) {
  const { services } = options
  const scope = peopleScope(request, list)
  const users = await findScoped(options, request, { list, scope })
  const counts = await countInvitations(options, users)
  const title = messagesOf(request).office.invitations.bulk.title({ count: counts.invited })
  return sendOfficePage(request, reply, { title }, (csrf) => (
    <InvitePage
      {...{ scope, counts, title, csrf }}
      list={listOf(request, list)}
      count={users.length}
      hasMailer={services.hasMailer}
    />
  ))
}

/** The expected result. Staff that the caller may not invite are counted when they are refused. */
async function countInvitations({ services }: WebOptions, users: readonly UserRow[]): Promise<Counts> {
  const counts: Counts = { invited: 0, active: 0, already_invited: 0, no_mailbox: 0, refused: 0 }
  for (const { email, invitation } of await withInvitations(services, users, (user) => user)) {
    if (services.hasMailer && !hasMailbox(email)) counts.no_mailbox += 1
    else if (invitation.isActive) counts.active += 1
    else if (invitation.invitedAt !== undefined) counts.already_invited += 1
    else counts.invited += 1
  }
  return counts
}

type InvitePageProps = {
  list: { path: string; title: string }
  scope: Scope
  /** The number of chosen people. */
  count: number
  counts: Counts
  title: string
  hasMailer: boolean
  csrf: string
}

function InvitePage({ list, scope, count, counts, title, hasMailer, csrf }: InvitePageProps) {
  const { invitations, forms } = useMessages().office
  const texts = invitations.bulk
  const cancel = (
    <a class="button" href={listPath(list.path, scope)}>
      {forms.cancel}
    </a>
  )
  if (!isEditable(count)) return <UnusableScope list={list} title={invitations.invite} count={count} />
  return (
    <>
      <ListCrumb list={{ ...list, path: listPath(list.path, scope) }} title={title} />
      <p>{counts.invited === 0 ? texts.nobody : hasMailer ? texts.intro : texts.introWithoutMail}</p>
      <Remaining texts={texts} counts={counts} />
      <Form action={`${list.path}/invite`} csrf={csrf}>
        <ScopeFields scope={scope} />
        <div class="actions">
          {counts.invited > 0 ? (
            <button class="primary" type="submit">
              {texts.submit({ count: counts.invited })}
            </button>
          ) : null}
          {cancel}
        </div>
      </Form>
    </>
  )
}

type BulkTexts = Messages['office']['invitations']['bulk']

function Remaining({ texts, counts }: { texts: BulkTexts; counts: Counts }) {
  const sentences = sentencesOf(texts, { ...counts, invited: 0 })
  if (sentences.length === 0) return null
  return (
    <ul>
      {sentences.map((sentence) => (
        <li>{sentence}</li>
      ))}
    </ul>
  )
}

const sentencesOf = (texts: BulkTexts, counts: Counts): string[] =>
  [
    counts.invited > 0 ? texts.invited({ count: counts.invited }) : '',
    counts.no_mailbox > 0 ? texts.noMailbox({ count: counts.no_mailbox }) : '',
    counts.active > 0 ? texts.active({ count: counts.active }) : '',
    counts.already_invited > 0 ? texts.alreadyInvited({ count: counts.already_invited }) : '',
    counts.refused > 0 ? texts.refused({ count: counts.refused }) : '',
  ].filter(Boolean)

/** The result of the previous page, on the list; undefined if it invited nobody. */
export function invitedNotice(messages: Messages, query: PageQuery) {
  const countOf = (name: string) => (/^\d{1,4}$/.test(query(name) ?? '') ? Number(query(name)) : 0)
  if (query('no_mailbox') === undefined) return undefined
  const counts = {
    invited: countOf('invited'),
    active: countOf('active'),
    already_invited: countOf('already_invited'),
    no_mailbox: countOf('no_mailbox'),
    refused: countOf('refused'),
  }
  const sentences = sentencesOf(messages.office.invitations.bulk, counts)
  if (sentences.length === 0) return undefined
  return (
    <div class={counts.invited > 0 ? 'notice success' : 'notice warning'} role="status">
      <p>{sentences.join(' ')}</p>
    </div>
  )
}
