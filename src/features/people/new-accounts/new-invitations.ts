// The writes of an invitation, for an existing account or for one that the same change creates.

import { actionEvent } from '../../../kernel/changes/change-events.ts'
import type { Services } from '../../../kernel/changes/services.ts'
import { newToken } from '../../../kernel/lib/security/tokens.ts'
import { canonicalEmail } from '../../../kernel/lib/text/email.ts'
import { encryptLink, type LinkEmail, queueEmail } from '../../../kernel/outbox/emails.ts'
import type { DecideContext, NewEvent } from '../../../kernel/store/changes/operation.ts'
import type { Write } from '../../../kernel/store/sql/statements.ts'
import { INVITATION_LIFETIME_MS } from '../limits.ts'
import type { UserRow } from '../tables.ts'
import { linkWrites } from './links-store.ts'
import type { OneTimeLinkRow } from './links-tables.ts'

/** The hash of the token, its expiry (epoch milliseconds), and the e-mail with the link; null sends no e-mail. */
export type InvitationDraft = { hash: string; expiresAt: number; email: LinkEmail | null }
/** Drafts for accounts that a change may create, by canonical e-mail. */
export type InvitationDrafts = Readonly<Record<string, InvitationDraft>>
/** A request to save an object with people. */
export type WithInvitations = {
  /** Drafts for inviting the people whose accounts it creates. */
  invitations?: InvitationDrafts | undefined
}

export type Inviter = {
  /** The origin of the site, without a trailing slash. */
  origin: string
  /** The name of the person who invites, for the e-mail; null sends none. */
  inviter: string | null
}

type DraftServices = { secret: Buffer } & Pick<Services, 'clock'>
export type DraftedInvitation = { url: string; draft: InvitationDraft }

export function draftInvitation(services: DraftServices, { origin, inviter }: Inviter): DraftedInvitation {
  const { token, hash } = newToken(services.secret)
  const expiresAt = services.clock.now() + INVITATION_LIFETIME_MS
  const url = `${origin}/invitation/${token}`
  const email = inviter === null ? null : { secret: encryptLink(services, url), data: { inviter } }
  return { url, draft: { hash, expiresAt, email } }
}

/** Drafts for these e-mails, by canonical e-mail. */
export const draftInvitations = (
  services: DraftServices,
  emails: readonly string[],
  by: Inviter,
): ReadonlyMap<string, DraftedInvitation> =>
  new Map(emails.map((email) => [canonicalEmail(email), draftInvitation(services, by)]))

export const draftsOf = (drafted: ReadonlyMap<string, DraftedInvitation>): InvitationDrafts =>
  Object.fromEntries([...drafted].map(([email, { draft }]) => [email, draft]))

type NewInvitation = { writes: Write[]; event: NewEvent }

export function newInvitation(
  ctx: DecideContext,
  user: UserRow,
  { hash, expiresAt, email }: InvitationDraft,
): NewInvitation {
  const link: OneTimeLinkRow = {
    id: ctx.newId(),
    hash,
    platformId: ctx.platformId,
    userId: user.id,
    purpose: 'invitation',
    createdAt: ctx.now,
    expiresAt,
  }
  return {
    writes: [
      linkWrites.insert(link),
      ...(email ? [queueEmail(ctx, user, { kind: 'invitation', ...email, expiresAt })] : []),
    ],
    event: actionEvent('user', user, 'invited'),
  }
}

/**
 * The writes and events of invitations for accounts that the same change creates. The writes go after those of the
 * accounts.
 */
export function invitationsOf(
  ctx: DecideContext,
  created: readonly UserRow[],
  drafts: InvitationDrafts = {},
): { writes: Write[]; events: NewEvent[] } {
  const made = created.flatMap((user) => {
    const draft = drafts[user.emailKey]
    return draft ? [newInvitation(ctx, user, draft)] : []
  })
  return { writes: made.flatMap(({ writes }) => writes), events: made.map(({ event }) => event) }
}
