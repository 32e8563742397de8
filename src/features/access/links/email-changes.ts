// Changing one's own e-mail: the new address takes effect when its owner confirms it with a link.

import { execute, executeCommand } from '../../../kernel/changes/commands.ts'
import { Refusal } from '../../../kernel/changes/errors.ts'
import type { Caller, Services } from '../../../kernel/changes/services.ts'
import { decrypt, encrypt } from '../../../kernel/lib/security/encryption.ts'
import { canonicalEmail } from '../../../kernel/lib/text/email.ts'
import {
  countEmail,
  type EmailCounts,
  emailCounts,
  loadEmailCounts,
} from '../../../kernel/outbox/email-counts.ts'
import { encryptLink, type LinkEmail, queueEmail } from '../../../kernel/outbox/emails.ts'
import type { DailyCountRow } from '../../../kernel/outbox/tables.ts'
import type { Language } from '../../../kernel/schema/languages.ts'
import { isProtectedRole } from '../../../kernel/schema/roles.ts'
import type { Operation } from '../../../kernel/store/changes/operation.ts'
import { userObjects } from '../../people/store.ts'
import type { UserRow } from '../../people/tables.ts'
import { changeProvedEmailCommand } from '../../people/users.ts'
import type { PlatformRow } from '../../platforms/tables.ts'
import { LINK_LIFETIME_MS } from '../limits.ts'
import { passwordMark, type WithSecret } from '../sessions/sessions.ts'

const PURPOSE = 'e-mail change'

type Change = {
  platformId: string
  userId: string
  /** The e-mail and a mark of the password when the change was requested. If either changes, the link is void. */
  before: string
  password: string
  email: string
  until: number
}

/**
 * The way a user changes their own e-mail. `now`: the same address in another spelling, or staff without a mail server.
 * `refused`: a user who cannot see which addresses are taken must not learn it from the answer. `unproved` and
 * `in_review`: an account that nobody vouches for causes no e-mails to others.
 */
export function emailChangeOf(
  user: UserRow,
  email: string,
  { hasMailer, hasLinks }: { hasMailer: boolean; hasLinks: boolean },
): 'now' | 'confirmed' | 'refused' | 'unproved' | 'in_review' {
  if (canonicalEmail(email) === user.emailKey) return 'now'
  if (isProtectedRole(user.role)) return hasMailer ? 'confirmed' : 'now'
  // Without sign-in links, only an organizer can help.
  if (!hasMailer || (user.emailProvedAt === null && !hasLinks)) return 'refused'
  if (user.emailProvedAt === null) return 'unproved'
  return user.registrationStatus === 'accepted' ? 'confirmed' : 'in_review'
}

export type EmailChange = {
  email: string
  /** The language of the page. */
  language: Language
  /** The origin of the site, without a trailing slash. */
  origin: string
  /** The client address. */
  address: string
}

/**
 * Sends the link that confirms a new e-mail to the new address, whether or not it is taken. Returns false beyond a
 * limit of the account, the client address, or the platform.
 */
export async function requestEmailChange(
  services: Services & WithSecret,
  caller: Caller & { platform: PlatformRow; user: UserRow },
  { email, language, origin, address }: EmailChange,
): Promise<boolean> {
  const { platform, user } = caller
  const { token, expiresAt } = makeEmailChange(services, platform, { user, email })
  return execute(services, caller, requestEmailChangeOperation, {
    recipient: { id: user.id, email },
    email: { secret: encryptLink(services, `${origin}/confirm-email/${token}`), data: { language } },
    expiresAt,
    limits: emailCounts(services, platform, {
      kind: 'change',
      recipient: email,
      accountId: user.id,
      address,
    }),
  })
}

type RequestInput = {
  recipient: { id: string; email: string }
  email: LinkEmail
  expiresAt: number
  limits: EmailCounts
}

export const requestEmailChangeOperation: Operation<{ counts: DailyCountRow[] }, RequestInput, boolean> = {
  name: 'requestEmailChange',
  load: (_ctx, { limits }) => ({ counts: loadEmailCounts(limits) }),
  decide({ counts }, ctx, { recipient, email, expiresAt, limits }) {
    const counted = countEmail(counts, limits, ctx.now)
    // Beyond the limit of the recipient, the answer must not reveal that others have written to this address.
    if (counted.exceeded) return { writes: [], events: [], answer: counted.exceeded === 'recipient' }
    const queued = queueEmail(ctx, recipient, { kind: 'confirmation', ...email, expiresAt })
    return { writes: [...counted.writes, queued], events: [], answer: true }
  },
}

/** A token for /confirm-email/<token>. `expiresAt` is in epoch milliseconds. */
export function makeEmailChange(
  services: Services & WithSecret,
  platform: PlatformRow,
  { user, email }: { user: UserRow; email: string },
): { token: string; expiresAt: number } {
  const expiresAt = services.clock.now() + LINK_LIFETIME_MS
  const change: Change = {
    platformId: platform.id,
    userId: user.id,
    before: user.emailKey,
    password: passwordMark(services, user),
    email,
    until: expiresAt,
  }
  return { token: encrypt(services.secret, PURPOSE, JSON.stringify(change)), expiresAt }
}

/** The account and the new e-mail of a token; undefined if it is invalid, used, or expired. */
export async function readEmailChange(
  services: Services & WithSecret,
  platform: PlatformRow,
  token: string,
): Promise<{ user: UserRow; email: string } | undefined> {
  const text = decrypt(services.secret, PURPOSE, token)
  if (text === undefined) return undefined
  // Text that can be decrypted was encrypted by `makeEmailChange`.
  const change = JSON.parse(text) as Change
  if (change.platformId !== platform.id || change.until <= services.clock.now()) return undefined
  const user = await services.store.read(
    userObjects.find({ platformId: platform.id, by: 'id', value: change.userId }),
  )
  const isOpen = user?.emailKey === change.before && passwordMark(services, user) === change.password
  return isOpen ? { user, email: change.email } : undefined
}

/**
 * Changes the e-mail of the signed-in user. Returns false if the token cannot be used, belongs to another account, or the
 * address has an account by now. Only both together, the session and the link, show that they are the same person:
 * otherwise, somebody could make others confirm their address for an account that is not theirs.
 */
export async function confirmEmailChange(
  services: Services & WithSecret,
  platform: PlatformRow,
  { token, user: signedIn, requestId }: { token: string; user: UserRow; requestId: string },
): Promise<boolean> {
  const change = await readEmailChange(services, platform, token)
  if (change?.user.id !== signedIn.id) return false
  const { user, email } = change
  const caller: Caller = { platform, actor: { kind: 'user', id: user.id, level: 'standard' }, requestId }
  try {
    await executeCommand(services, caller, changeProvedEmailCommand({ user, email }))
    return true
  } catch (error) {
    if (error instanceof Refusal && ['email_taken', 'precondition_failed'].includes(error.code)) return false
    throw error
  }
}
