// Reset links: staff create one for an account, and its owner sets a new password with it. Each works once, for 24
// hours.

import { actionEvent } from '../../../kernel/changes/change-events.ts'
import { execute } from '../../../kernel/changes/commands.ts'
import { type Problem, Refusal } from '../../../kernel/changes/errors.ts'
import { type Caller, type Services, systemCaller } from '../../../kernel/changes/services.ts'
import { keyedHash } from '../../../kernel/lib/security/api-key-format.ts'
import { newToken } from '../../../kernel/lib/security/tokens.ts'
import { encryptLink, type LinkEmail, queueEmail } from '../../../kernel/outbox/emails.ts'
import { cancelEmails } from '../../../kernel/outbox/store.ts'
import { isProtectedRole } from '../../../kernel/schema/roles.ts'
import type { Operation } from '../../../kernel/store/changes/operation.ts'
import {
  endExpiredLinks,
  endLinksOf,
  linkWrites,
  oneTimeLinkByHash,
} from '../../people/new-accounts/links-store.ts'
import type { OneTimeLinkRow } from '../../people/new-accounts/links-tables.ts'
import { userObjects } from '../../people/store.ts'
import type { UserRow } from '../../people/tables.ts'
import type { PlatformRow } from '../../platforms/tables.ts'
import { LINK_LIFETIME_MS } from '../limits.ts'
import { hashOwnPassword } from '../password-hashing/password-queue.ts'
import { passwordProblems, setPassword } from '../passwords/passwords.ts'
import type { WithSecret } from '../sessions/sessions.ts'
import { proveEmail } from './email-proofs.ts'

/** `token` is part of the URL /reset/<token>; the store keeps only its hash. `expiresAt` is in epoch milliseconds. */
export type ResetLink = { token: string; expiresAt: number; user: UserRow }

/** The URL of a reset link. `origin` has no trailing slash. */
export const resetUrl = (origin: string, { token }: { token: string }) => `${origin}/reset/${token}`

type MakeState = { user: UserRow | undefined }
type MakeInput = { userId: string; hash: string; email: LinkEmail | null }

/**
 * Creates a link for an account and ends its older links. If `emailedFrom` (the origin of the site) is given, the link
 * is also sent by e-mail. Throws `user_not_found` for an unknown ID, and `protected_account` if a caller without
 * privileges requests the link of an admin or owner.
 */
export async function makeResetLink(
  services: Services & WithSecret,
  caller: Caller,
  { userId, emailedFrom }: { userId: string; emailedFrom?: string | undefined },
): Promise<ResetLink> {
  const { token, hash } = newToken(services.secret)
  const made = await execute(services, caller, makeResetLinkOperation, {
    userId,
    hash,
    email:
      emailedFrom === undefined
        ? null
        : { secret: encryptLink(services, resetUrl(emailedFrom, { token })), data: {} },
  })
  return { token, ...made }
}

export const makeResetLinkOperation: Operation<MakeState, MakeInput, Omit<ResetLink, 'token'>> = {
  name: 'makeResetLink',
  load: ({ platformId }, { userId }) => ({
    user: userObjects.findForChange({ platformId, by: 'id', value: userId }),
  }),
  decide({ user }, ctx, { hash, email }) {
    if (!user) throw new Refusal('user_not_found')
    if (isProtectedRole(user.role) && ctx.actor.level !== 'privileged') throw new Refusal('protected_account')
    const link: OneTimeLinkRow = {
      id: ctx.newId(),
      hash,
      platformId: ctx.platformId,
      userId: user.id,
      purpose: 'reset',
      createdAt: ctx.now,
      expiresAt: ctx.now + LINK_LIFETIME_MS,
    }
    const { expiresAt } = link
    return {
      writes: [
        endExpiredLinks({ now: ctx.now }),
        endLinksOf({ userId: user.id }),
        // The links in these e-mails have just ended.
        cancelEmails({ userId: user.id, kind: 'reset_link' }),
        cancelEmails({ userId: user.id, kind: 'invitation' }),
        linkWrites.insert(link),
        ...(email ? [queueEmail(ctx, user, { kind: 'reset_link', ...email, expiresAt })] : []),
      ],
      events: [actionEvent('user', user, 'reset_link_made')],
      answer: { expiresAt: link.expiresAt, user },
    }
  },
}

/** Whether a link can be used now for this purpose. */
export const isOpenLink = (
  link: OneTimeLinkRow | undefined,
  purpose: OneTimeLinkRow['purpose'],
  now: number,
): link is OneTimeLinkRow => link !== undefined && link.purpose === purpose && now < link.expiresAt

/** The account of a link; undefined if the link is unknown, used, or expired. Reading does not use it up. */
export async function readResetLink(
  { store, clock, secret }: Services & WithSecret,
  platform: PlatformRow,
  token: string,
): Promise<UserRow | undefined> {
  const link = await store.read(
    oneTimeLinkByHash({ platformId: platform.id, hash: keyedHash(secret, token) }),
  )
  if (!isOpenLink(link, 'reset', clock.now()) || link.userId === null) return undefined
  return store.read(userObjects.find({ platformId: platform.id, by: 'id', value: link.userId }))
}

export type PasswordReset =
  | { status: 'done'; user: UserRow }
  | { status: 'refused'; problems: Problem[]; user: UserRow }
  /** The link is unknown, used, or expired. */
  | { status: 'no_link' }

/** Sets a new password with a link, which cannot be used again. All sessions of the account end. */
export async function resetPassword(
  services: Services & WithSecret,
  platform: PlatformRow,
  { token, password }: { token: string; password: string },
): Promise<PasswordReset> {
  const user = await readResetLink(services, platform, token)
  if (!user) return { status: 'no_link' }
  const caller = systemCaller(platform)
  const problems = await passwordProblems(services, caller, { password, platform, owner: user })
  if (problems.length > 0) return { status: 'refused', problems, user }
  const isDone = await execute(services, caller, resetPasswordOperation, {
    userId: user.id,
    linkHash: keyedHash(services.secret, token),
    passwordHash: await hashOwnPassword(services, caller, password),
  })
  return isDone ? { status: 'done', user } : { status: 'no_link' }
}

type ResetState = { user: UserRow | undefined; link: OneTimeLinkRow | undefined }
type ResetInput = { userId: string; linkHash: string; passwordHash: string }

export const resetPasswordOperation: Operation<ResetState, ResetInput, boolean> = {
  name: 'resetPassword',
  load: ({ platformId }, { userId, linkHash }) => ({
    user: userObjects.findForChange({ platformId, by: 'id', value: userId }),
    link: oneTimeLinkByHash({ platformId, hash: linkHash }),
  }),
  decide({ user, link }, ctx, { passwordHash }) {
    if (!user || !isOpenLink(link, 'reset', ctx.now) || link.userId !== user.id)
      return { writes: [], events: [], answer: false }
    const proof = proveEmail(ctx, user)
    return {
      writes: [...proof.writes, ...setPassword(proof.user, passwordHash)],
      events: [...proof.events, actionEvent('user', user, 'password_reset')],
      answer: true,
    }
  },
}
