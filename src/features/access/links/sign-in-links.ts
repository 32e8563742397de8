// Sign-in links, sent to the e-mail of an account on request. Each works once, for 15 minutes.

import { actionEvent } from '../../../kernel/changes/change-events.ts'
import { execute } from '../../../kernel/changes/commands.ts'
import { type Services, systemCaller } from '../../../kernel/changes/services.ts'
import { keyedHash } from '../../../kernel/lib/security/api-key-format.ts'
import { newToken } from '../../../kernel/lib/security/tokens.ts'
import { canonicalEmail } from '../../../kernel/lib/text/email.ts'
import {
  countEmail,
  type EmailCounts,
  emailCounts,
  forgetCount,
  loadEmailCounts,
  recipientCountId,
} from '../../../kernel/outbox/email-counts.ts'
import { encryptLink, type LinkEmail, queueEmail } from '../../../kernel/outbox/emails.ts'
import type { DailyCountRow, EmailData } from '../../../kernel/outbox/tables.ts'
import { isProtectedRole } from '../../../kernel/schema/roles.ts'
import type { Operation } from '../../../kernel/store/changes/operation.ts'
import {
  endExpiredLinks,
  endSignInLinksOf,
  linkWrites,
  oneTimeLinkByHash,
} from '../../people/new-accounts/links-store.ts'
import type { OneTimeLinkRow } from '../../people/new-accounts/links-tables.ts'
import { userObjects, usersByEmails } from '../../people/store.ts'
import type { UserRow } from '../../people/tables.ts'
import type { PlatformRow } from '../../platforms/tables.ts'
import { SIGN_IN_LINK_LIFETIME_MS } from '../limits.ts'
import { hashOwnPassword } from '../password-hashing/password-queue.ts'
import { setPassword } from '../passwords/passwords.ts'
import { continueSignIn, type Device, type SignIn, type WithSecret } from '../sessions/sessions.ts'
import type { SessionRow } from '../tables.ts'
import { proveEmail } from './email-proofs.ts'
import { isOpenLink, makeResetLink } from './reset-links.ts'

/** Whether people can request links: the platform allows it, and there is a mail server. */
export const hasSignInLinks = (
  { hasMailer }: { hasMailer: boolean },
  { settings }: Pick<PlatformRow, 'settings'>,
): boolean => hasMailer && settings.signIn.hasLinks

/**
 * Whether control of its e-mail gives access to this account, with a link or at an OpenID provider. Not for an admin or
 * owner with a generated password who has not proved the e-mail: reset links decide who may give them access.
 */
export const canUseLink = ({
  registrationStatus,
  role,
  passwordMustChange,
  emailProvedAt,
}: UserRow): boolean =>
  registrationStatus !== 'rejected' &&
  !(isProtectedRole(role) && passwordMustChange && emailProvedAt === null)

/** The delivery of a link: its URL, who asked for it, and the values for the text of the e-mail. */
export type SignInEmail = {
  urlOf: (token: string) => string
  /** The client address. */
  address: string
} & Required<Pick<EmailData, 'device' | 'language'>>

/**
 * Creates a link for the account with this e-mail and queues its e-mail. Returns the token, or undefined if no account
 * can use it or too many e-mails were requested today. Older links stay valid until one is used, so that others cannot end a person's link by requesting
 * another.
 */
export async function makeSignInLink(
  services: Services & WithSecret,
  platform: PlatformRow,
  email: string,
  { urlOf, address, ...data }: SignInEmail,
): Promise<string | undefined> {
  const [user] = await services.store.read(
    usersByEmails({ platformId: platform.id, emailKeys: [canonicalEmail(email)] }),
  )
  if (!user) return undefined
  const { token, hash } = newToken(services.secret)
  const isMade = await execute(services, systemCaller(platform), makeSignInLinkOperation, {
    userId: user.id,
    hash,
    email: { secret: encryptLink(services, urlOf(token)), data },
    limits: emailCounts(services, platform, { kind: 'sign_in', recipient: user.email, address }),
  })
  return isMade ? token : undefined
}

export const makeSignInLinkOperation: Operation<
  { user: UserRow | undefined; counts: DailyCountRow[] },
  { userId: string; hash: string; email: LinkEmail; limits: EmailCounts },
  boolean
> = {
  name: 'makeSignInLink',
  load: ({ platformId }, { userId, limits }) => ({
    user: userObjects.findForChange({ platformId, by: 'id', value: userId }),
    counts: loadEmailCounts(limits),
  }),
  decide({ user, counts }, ctx, { hash, email, limits }) {
    const counted = countEmail(counts, limits, ctx.now)
    if (!user || !canUseLink(user) || counted.exceeded) return { writes: [], events: [], answer: false }
    const link: OneTimeLinkRow = {
      id: ctx.newId(),
      hash,
      platformId: ctx.platformId,
      userId: user.id,
      purpose: 'sign_in',
      createdAt: ctx.now,
      expiresAt: ctx.now + SIGN_IN_LINK_LIFETIME_MS,
    }
    const { expiresAt } = link
    const queued = queueEmail(ctx, user, { kind: 'sign_in_link', ...email, expiresAt })
    return {
      writes: [...counted.writes, endExpiredLinks({ now: ctx.now }), linkWrites.insert(link), queued],
      events: [],
      answer: true,
    }
  },
}

/** The account of a link; undefined if the link is unknown, used, or expired. Reading does not use it up. */
export async function readSignInLink(
  { store, clock, secret }: Services & WithSecret,
  platform: PlatformRow,
  token: string,
): Promise<UserRow | undefined> {
  const link = await store.read(
    oneTimeLinkByHash({ platformId: platform.id, hash: keyedHash(secret, token) }),
  )
  if (!isOpenLink(link, 'sign_in', clock.now()) || link.userId === null) return undefined
  return store.read(userObjects.find({ platformId: platform.id, by: 'id', value: link.userId }))
}

export type LinkSignIn =
  | SignIn
  /** The link is unknown, used, or expired, or the account can no longer use it. */
  | { status: 'no_link' }
  /**
   * The account has a generated password, which others may know, or had one that was chosen before its e-mail was
   * proved. `token` belongs to a reset link.
   */
  | { status: 'password_needed'; token: string }

type LinkUse = {
  token: string
  /** A new password without `passwordProblems`, for people who have forgotten theirs; null keeps it. */
  password: string | null
  device: Device
  replaced: SessionRow | null
}

/** Uses up a link, and with it all sign-in links of the account, and signs in as with the right password. */
export async function signInWithLink(
  services: Services & WithSecret,
  platform: PlatformRow,
  { token, password, device, replaced }: LinkUse,
): Promise<LinkSignIn> {
  const found = await readSignInLink(services, platform, token)
  if (!found) return { status: 'no_link' }
  const caller = systemCaller(platform)
  const linkHash = keyedHash(services.secret, token)
  const user = await execute(services, caller, useSignInLinkOperation, {
    userId: found.id,
    linkHash,
    passwordHash: password === null ? null : await hashOwnPassword(services, caller, password),
    countId: recipientCountId(services, platform, found.email),
  })
  if (!user) return { status: 'no_link' }
  if (!user.passwordMustChange) return continueSignIn(services, platform, { user, device, replaced })
  const reset = await makeResetLink(services, caller, { userId: user.id })
  return { status: 'password_needed', token: reset.token }
}

type UseState = { user: UserRow | undefined; link: OneTimeLinkRow | undefined }
type UseInput = { userId: string; linkHash: string; passwordHash: string | null; countId: string }

/** Answers with the account, or null if the link cannot be used. */
export const useSignInLinkOperation: Operation<UseState, UseInput, UserRow | null> = {
  name: 'useSignInLink',
  load: ({ platformId }, { userId, linkHash }) => ({
    user: userObjects.findForChange({ platformId, by: 'id', value: userId }),
    link: oneTimeLinkByHash({ platformId, hash: linkHash }),
  }),
  decide({ user, link }, ctx, { passwordHash, countId }) {
    const isUsable =
      user && canUseLink(user) && isOpenLink(link, 'sign_in', ctx.now) && link.userId === user.id
    if (!isUsable) return { writes: [], events: [], answer: null }
    const proof = proveEmail(ctx, user)
    const used = [endSignInLinksOf(user.id), forgetCount(countId), ...proof.writes]
    if (passwordHash === null) return { writes: used, events: proof.events, answer: proof.user }
    return {
      writes: [...used, ...setPassword(proof.user, passwordHash)],
      events: [...proof.events, actionEvent('user', user, 'password_reset')],
      answer: { ...proof.user, passwordHash, passwordMustChange: false },
    }
  },
}
