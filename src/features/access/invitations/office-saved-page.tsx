// The response to a saved form: the page of the object, or first the invitations of the accounts that were created.
import type { FastifyReply, FastifyRequest } from 'fastify'
import { canonicalEmail } from '../../../kernel/lib/text/email.ts'
import type { Notice } from '../../../kernel/schema/problems.ts'
import { displayName } from '../../../kit/components/person.tsx'
import type { ObjectArea } from '../../../kit/office/object-page.tsx'
import { withQuery } from '../../../kit/office/query-string.ts'
import { callerOf, messagesOf } from '../../../kit/pages/visit.ts'
import type { WebOptions } from '../../../kit/pages/web-options.ts'
import { findAccounts } from '../../people/find-accounts.ts'
import type { DraftedInvitation } from '../../people/new-accounts/new-invitations.ts'
import { showOnce } from '../one-time-pages/office-show-once.ts'
import type { NewAccount } from './office-new-accounts-page.tsx'
import { textOfInvitation } from './office-new-people.ts'

type Attached = { id: string; email: string; password?: string }
type SavedObject = {
  isCreated: boolean
  isChanged: boolean
  response: { id: string; warnings?: readonly Notice[] } & Partial<
    Record<'speakers' | 'moderators', readonly Attached[]>
  >
}

type SavedForm = {
  options: WebOptions
  request: FastifyRequest
  reply: FastifyReply
  area: ObjectArea
  saved: SavedObject
  /** The invitations of the accounts that were created, by canonical e-mail. */
  invited?: ReadonlyMap<string, DraftedInvitation> | undefined
}

export async function redirectToSaved({ options, request, reply, area, saved, invited }: SavedForm) {
  const { isCreated, isChanged, response } = saved
  const { id, warnings = [] } = response
  const people = [...(response.speakers ?? []), ...(response.moderators ?? [])]
  const created = people.filter(({ password }) => password !== undefined)
  const isInvited = invited !== undefined && created.length > 0
  if (isInvited && !options.services.hasMailer) {
    const emails = created.map(({ email }) => email)
    const { saved: titles } = messagesOf(request).office.forms
    return showOnce(options, request, reply, {
      kind: 'accounts',
      data: {
        title: titles[area][isCreated ? 'created' : 'saved'],
        next: `/backoffice/${area}/${id}`,
        accounts: await invitationTexts(options, request, emails, invited),
        warnings,
      },
    })
  }
  const done = isCreated ? 'created' : isChanged ? 'saved' : 'unchanged'
  return reply.redirect(
    withQuery(`/backoffice/${area}/${id}`, { done: isInvited ? `${done}-invited` : done }),
    303,
  )
}

/** The texts that the e-mails would have. */
async function invitationTexts(
  { services }: WebOptions,
  request: FastifyRequest,
  emails: readonly string[],
  invited: ReadonlyMap<string, DraftedInvitation>,
): Promise<NewAccount[]> {
  const accounts = await findAccounts(services, callerOf(request), emails)
  return emails.flatMap((email) => {
    const [user, made] = [accounts.get(canonicalEmail(email)), invited.get(canonicalEmail(email))]
    if (!user || !made) return []
    const { expiresAt } = made.draft
    const { text } = textOfInvitation(request, { user, url: made.url, expiresAt })
    return [{ id: user.id, name: displayName(user), email, text, expiresAt }]
  })
}
