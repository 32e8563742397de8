// Sign-up: visitors ask for a link to their e-mail, and set up an attendee account with it, which is their
// registration. Until then there is no account, because anybody can enter the e-mail of somebody else.

import { createdEvent } from '../../../kernel/changes/change-events.ts'
import { execute } from '../../../kernel/changes/commands.ts'
import { type Problem, Refusal } from '../../../kernel/changes/errors.ts'
import { pageOf, readCursor } from '../../../kernel/changes/pagination.ts'
import { type Caller, type Services, systemCaller } from '../../../kernel/changes/services.ts'
import { changesBetween } from '../../../kernel/lib/data/diff.ts'
import { keyedHash } from '../../../kernel/lib/security/api-key-format.ts'
import { newToken } from '../../../kernel/lib/security/tokens.ts'
import { canonicalEmail } from '../../../kernel/lib/text/email.ts'
import { maskText } from '../../../kernel/lib/text/redaction.ts'
import { EMAIL_LIFETIME_MS, ROWS_PER_PAGE } from '../../../kernel/limits.ts'
import {
  countEmail,
  type EmailCounts,
  emailCounts,
  forgetCount,
  loadEmailCounts,
  recipientCountId,
} from '../../../kernel/outbox/email-counts.ts'
import { encryptLink, newEmail } from '../../../kernel/outbox/emails.ts'
import { emailWrites } from '../../../kernel/outbox/store.ts'
import type { DailyCountRow } from '../../../kernel/outbox/tables.ts'
import type { Language } from '../../../kernel/schema/languages.ts'
import type { Operation } from '../../../kernel/store/changes/operation.ts'
import { loadTakenUsernames, NewAccounts } from '../../people/new-accounts/new-accounts.ts'
import { presentUser } from '../../people/present-user.ts'
import { type NewRegistration, register } from '../../people/registrations/new-registrations.ts'
import { loadPlaces, needsReview, type Places, registrationOf } from '../../people/registrations/places.ts'
import { countAttendees } from '../../people/registrations/registrations-store.ts'
import type { Answers } from '../../people/schema.ts'
import { insertUsers, type TakenUsername, usersByEmails } from '../../people/store.ts'
import type { UserRow } from '../../people/tables.ts'
import type { PlatformRow } from '../../platforms/tables.ts'
import { MAX_COUNTED_SIGN_UPS, SIGN_UP_LINK_LIFETIME_MS } from '../limits.ts'
import { hashOwnPassword } from '../password-hashing/password-queue.ts'
import { passwordProblems } from '../passwords/passwords.ts'
import { type Device, newSession, type WithSecret } from '../sessions/sessions.ts'
import { sessionWrites } from '../sessions/sessions-store.ts'
import type { SessionRow, SignUpRow } from '../tables.ts'
import {
  countOpenSignUps,
  endExpiredSignUps,
  endSignUpsOf,
  openSignUps,
  signUpByHash,
  signUpForChange,
  signUpWrites,
} from './sign-ups-store.ts'

export type AccountDetails = { email: string; firstName: string; lastName: string }
type SignUpServices = Services & WithSecret

/** The URL of the page that completes a sign-up. `origin` has no trailing slash. */
const signUpUrl = (origin: string, token: string) => `${origin}/sign-up/${token}`

export type SignUpRequest = {
  email: string
  language: Language | null
  /** The origin of the site, without a trailing slash; undefined if no e-mail can be sent. */
  origin: string | undefined
  /** The client address. */
  address: string
}

/**
 * Sends a link to an e-mail. If no e-mail can be sent, keeps the sign-up for staff, who hand out the link. If the e-mail
 * already has an account, its owner is notified. The answer is the same, so that it does not reveal accounts, and also
 * after too many e-mails to the recipient. Returns false after too many from the client address or on the platform.
 */
export async function requestSignUp(
  services: SignUpServices,
  platform: PlatformRow,
  { email, language, origin, address }: SignUpRequest,
): Promise<boolean> {
  const { token, hash } = newToken(services.secret)
  return execute(services, systemCaller(platform), requestSignUpOperation, {
    email: email.trim(),
    language,
    hash,
    origin: origin ?? '',
    secret: origin === undefined ? null : encryptLink(services, signUpUrl(origin, token)),
    limits: emailCounts(services, platform, { kind: 'sign_up', recipient: email, address }),
  })
}

type RequestState = { holders: UserRow[]; counts: DailyCountRow[] }
type RequestInput = Pick<SignUpRequest, 'email' | 'language'> & {
  hash: string
  origin: string
  /** The encrypted link to send; null if no e-mail can be sent. */
  secret: string | null
  limits: EmailCounts
}

export const requestSignUpOperation: Operation<RequestState, RequestInput, boolean> = {
  name: 'requestSignUp',
  load: ({ platformId }, { email, limits }) => ({
    holders: usersByEmails({ platformId, emailKeys: [canonicalEmail(email)] }),
    counts: loadEmailCounts(limits),
  }),
  decide({ holders: [holder], counts }, ctx, { email, language, hash, origin, secret, limits }) {
    const counted = countEmail(counts, limits, ctx.now)
    if (counted.exceeded) return { writes: [], events: [], answer: counted.exceeded === 'recipient' }
    const data = language === null ? {} : { language }
    if (holder) {
      const known = { kind: 'already_registered' as const, secret: null, mailingId: null }
      const notice = newEmail(ctx, holder, {
        ...known,
        data: { ...data, origin, path: '/sign-in' },
        expiresAt: ctx.now + EMAIL_LIFETIME_MS,
      })
      return {
        writes: [...counted.writes, ...(secret === null ? [] : [emailWrites.insert(notice)])],
        events: [],
        answer: true,
      }
    }
    const signUp: SignUpRow = {
      id: ctx.newId(),
      hash,
      platformId: ctx.platformId,
      email,
      emailKey: canonicalEmail(email),
      language,
      createdAt: ctx.now,
      expiresAt: ctx.now + SIGN_UP_LINK_LIFETIME_MS,
    }
    const { expiresAt } = signUp
    const link = { kind: 'sign_up' as const, secret, data, expiresAt, mailingId: null }
    return {
      writes: [
        ...counted.writes,
        endExpiredSignUps({ now: ctx.now }),
        signUpWrites.insert(signUp),
        ...(secret === null ? [] : [emailWrites.insert(newEmail(ctx, { id: null, email }, link))]),
      ],
      events: [],
      answer: true,
    }
  },
}

/** The latest sign-up of each e-mail that is not proved yet, newest first. */
export async function listSignUps(
  { store, clock }: Services,
  { platform }: Caller,
  { cursor }: { cursor: string | undefined },
): Promise<{ signUps: SignUpRow[]; next: string | null }> {
  const [before] = readCursor(cursor, ['string']) ?? []
  const page = { before: before === undefined ? null : String(before), limit: ROWS_PER_PAGE + 1 }
  const read = await store.read(openSignUps({ platformId: platform.id, now: clock.now(), ...page }))
  const { rows, next } = pageOf(read, ROWS_PER_PAGE, ({ id }) => [id])
  return { signUps: rows, next }
}

/** The number of e-mails whose sign-up is not proved yet, up to 1,000. */
export const countSignUps = async ({ store, clock }: Services, { platform }: Caller): Promise<number> =>
  store.read(countOpenSignUps({ platformId: platform.id, now: clock.now(), limit: MAX_COUNTED_SIGN_UPS }))

/**
 * A new link for a sign-up, which replaces the one that was sent, for staff to hand out. Throws `not_found` for an
 * unknown ID and for a sign-up that has ended.
 */
export async function makeSignUpLink(
  services: Services & WithSecret,
  caller: Caller,
  { id, origin }: { id: string; origin: string },
): Promise<{ signUp: SignUpRow; url: string }> {
  const { token, hash } = newToken(services.secret)
  const signUp = await execute(services, caller, makeSignUpLinkOperation, { id, hash })
  return { signUp, url: signUpUrl(origin, token) }
}

export const makeSignUpLinkOperation: Operation<
  { signUp: SignUpRow | undefined },
  { id: string; hash: string },
  SignUpRow
> = {
  name: 'makeSignUpLink',
  load: ({ platformId }, { id }) => ({ signUp: signUpForChange({ platformId, id }) }),
  decide({ signUp }, ctx, { hash }) {
    if (!isOpen(signUp, ctx.now)) throw new Refusal('not_found')
    const next = { ...signUp, hash, expiresAt: ctx.now + SIGN_UP_LINK_LIFETIME_MS }
    // Other links to this e-mail end.
    const { platformId, emailKey } = signUp
    const event = {
      type: 'platform.sign_up_link_made',
      objectKind: 'platform' as const,
      objectId: platformId,
      version: ctx.now,
      // Events outlive a sign-up that never becomes an account.
      changes: changesBetween({}, { email: maskText(next.email) }),
    }
    return {
      writes: [endSignUpsOf({ platformId, emailKey }), signUpWrites.insert(next)],
      events: [event],
      answer: next,
    }
  },
}

const isOpen = (signUp: SignUpRow | undefined, now: number): signUp is SignUpRow =>
  signUp !== undefined && now < signUp.expiresAt

/** The sign-up of a link; undefined if the link is unknown, used, replaced, or expired. Reading does not use it up. */
export async function readSignUp(
  { store, clock, secret }: Services & WithSecret,
  platform: PlatformRow,
  token: string,
): Promise<SignUpRow | undefined> {
  const signUp = await store.read(signUpByHash({ platformId: platform.id, hash: keyedHash(secret, token) }))
  return isOpen(signUp, clock.now()) ? signUp : undefined
}

/** What becomes of somebody who registers now with this e-mail. Others can be faster. */
export async function readOutlook(
  { store }: Pick<Services, 'store'>,
  platform: PlatformRow,
  email: string,
): Promise<'accepted' | 'in_review' | 'waitlisted'> {
  const attendees = await store.read(countAttendees({ platformId: platform.id }))
  const { registrationStatus, waitlisted } = registrationOf(
    { platform, attendees },
    { needsReview: needsReview(platform, email) },
  )
  if (waitlisted) return 'waitlisted'
  return registrationStatus === 'accepted' ? 'accepted' : 'in_review'
}

export type SignUpResult =
  /** `token` opens a session. */
  | { status: 'signed_in'; token: string; user: UserRow }
  | { status: 'refused'; problems: Problem[]; signUp: SignUpRow }
  /** The e-mail has an account by now. */
  | { status: 'has_account' }
  | { status: 'no_link' }

/** Creates the account of a link and signs in. The link cannot be used again. */
export async function completeSignUp(
  services: SignUpServices,
  platform: PlatformRow,
  {
    token,
    names,
    answers,
    origin,
    password,
    device,
    replaced,
  }: {
    token: string
    names: Omit<AccountDetails, 'email'>
    answers: Answers
    /** The origin of the site, without a trailing slash; undefined if no e-mail can be sent. */
    origin: string | undefined
    password: string
    device: Device
    /** The session of this browser, which ends. */
    replaced: SessionRow | null
  },
): Promise<SignUpResult> {
  const signUp = await readSignUp(services, platform, token)
  if (!signUp) return { status: 'no_link' }
  const person = { ...names, email: signUp.email }
  const caller = systemCaller(platform)
  const problems = await passwordProblems(services, caller, { password, platform, owner: person })
  if (problems.length > 0) return { status: 'refused', problems, signUp }
  const session = newToken(services.secret)
  const completed = await execute(services, caller, completeSignUpOperation, {
    person,
    registration: { needsReview: needsReview(platform, signUp.email), answers, origin },
    passwordHash: await hashOwnPassword(services, caller, password),
    linkHash: keyedHash(services.secret, token),
    countId: recipientCountId(services, platform, signUp.email),
    sessionHash: session.hash,
    device,
    replaced,
  })
  return typeof completed === 'string'
    ? { status: completed }
    : { status: 'signed_in', token: session.token, user: completed }
}

type CompleteState = Places & { signUp: SignUpRow | undefined; holders: UserRow[]; taken?: TakenUsername[] }
type CompleteInput = {
  person: AccountDetails
  registration: NewRegistration
  passwordHash: string
  linkHash: string
  countId: string
  sessionHash: string
  device: Device
  replaced: SessionRow | null
}

/** Answers with the account, or with the reason that there is none. */
export const completeSignUpOperation: Operation<
  CompleteState,
  CompleteInput,
  UserRow | 'has_account' | 'no_link'
> = {
  name: 'completeSignUp',
  load: (ctx, { person, linkHash }) => ({
    ...loadPlaces(ctx),
    signUp: signUpByHash({ platformId: ctx.platformId, hash: linkHash }),
    holders: usersByEmails({ platformId: ctx.platformId, emailKeys: [canonicalEmail(person.email)] }),
    ...loadTakenUsernames(ctx, [person]),
  }),
  decide({ signUp, holders, taken, ...places }, ctx, input) {
    const { person, registration, passwordHash, countId, sessionHash, device, replaced } = input
    if (!isOpen(signUp, ctx.now)) return { writes: [], events: [], answer: 'no_link' }
    if (holders.length > 0) return { writes: [], events: [], answer: 'has_account' }
    const own = new NewAccounts(ctx, taken).createOwn(person, passwordHash)
    const account = { ...own, language: signUp.language }
    const { user, writes } = register(ctx, places, { account, ...registration })
    return {
      writes: [
        ...insertUsers([user]),
        ...writes,
        endSignUpsOf({ platformId: ctx.platformId, emailKey: signUp.emailKey }),
        forgetCount(countId),
        ...(replaced ? [sessionWrites.remove(replaced)] : []),
        sessionWrites.insert(newSession(ctx, user.id, sessionHash, device)),
      ],
      events: [createdEvent('user', user, presentUser(user))],
      answer: user,
    }
  },
}
