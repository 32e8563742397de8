// Inviting many people at once. Nobody is invited twice, so that the same request can be sent again.
import { executeInChunks } from '../../../kernel/changes/command-chunks.ts'
import { Refusal } from '../../../kernel/changes/errors.ts'
import type { Caller, Services } from '../../../kernel/changes/services.ts'
import type { Operation } from '../../../kernel/store/changes/operation.ts'
import { command } from '../../../kernel/store/changes/transaction.ts'
import { hasMailbox } from '../../people/mailboxes.ts'
import { invitationOf } from '../../people/new-accounts/links-store.ts'
import type { OneTimeLinkRow } from '../../people/new-accounts/links-tables.ts'
import {
  draftInvitation,
  type InvitationDraft,
  type Inviter,
} from '../../people/new-accounts/new-invitations.ts'
import { userObjects } from '../../people/store.ts'
import type { UserRow } from '../../people/tables.ts'
import type { WithSecret } from '../sessions/sessions.ts'
import { type Invitation, inviteOperation } from './invitations.ts'

/** Why a person gets no invitation. `refused` are staff that the caller may not invite, and accounts that are gone. */
export type NotInvited = 'active' | 'already_invited' | 'no_mailbox' | 'refused'
export type BulkInvitations = {
  invited: Invitation[]
  counts: Record<NotInvited, number>
}

type State = { user: UserRow | undefined; link: OneTimeLinkRow | undefined }
type Answer = Omit<Invitation, 'url'> | 'active' | 'already_invited'

export const inviteOnceOperation: Operation<State, InvitationDraft & { userId: string }, Answer> = {
  name: 'inviteOnce',
  load: ({ platformId }, { userId }) => ({
    // The account is locked before its invitation is read.
    user: userObjects.findForChange({ platformId, by: 'id', value: userId }),
    link: invitationOf({ userId }),
  }),
  decide({ user, link }, ctx, draft) {
    if (!user) throw new Refusal('user_not_found')
    if (!user.passwordMustChange) return { writes: [], events: [], answer: 'active' }
    if (link && ctx.now < link.expiresAt) return { writes: [], events: [], answer: 'already_invited' }
    return inviteOperation.decide({ user }, ctx, draft)
  },
}

/** Invites those who are not invited yet. Without a mail server, the links are passed on by hand, to any address. */
export async function inviteAll(
  services: Services & WithSecret,
  caller: Caller,
  { users, ...by }: Inviter & { users: readonly UserRow[] },
): Promise<BulkInvitations> {
  const reachable = by.inviter === null ? users : users.filter(({ email }) => hasMailbox(email))
  const result: BulkInvitations = {
    invited: [],
    counts: { active: 0, already_invited: 0, no_mailbox: users.length - reachable.length, refused: 0 },
  }
  const items = reachable.map(({ id }) => {
    const { url, draft } = draftInvitation(services, by)
    return { url, command: command(inviteOnceOperation, { userId: id, ...draft }) }
  })
  for await (const { outcomes } of executeInChunks(services, caller, items, {}))
    for (const { item, outcome } of outcomes) {
      if (outcome.status !== 'done') result.counts.refused += 1
      else if (typeof outcome.answer === 'string') result.counts[outcome.answer] += 1
      else result.invited.push({ url: item.url, ...outcome.answer })
    }
  return result
}
