// Signing in at an OpenID provider. Accounts are found by issuer and subject, or by a verified e-mail the first time.

import { actionEvent, createdEvent } from '../../../kernel/changes/change-events.ts'
import { execute } from '../../../kernel/changes/commands.ts'
import { systemCaller } from '../../../kernel/changes/services.ts'
import { keyedHash } from '../../../kernel/lib/security/api-key-format.ts'
import { decrypt, encrypt } from '../../../kernel/lib/security/encryption.ts'
import { canonicalEmail, isEmail } from '../../../kernel/lib/text/email.ts'
import type { Language } from '../../../kernel/schema/languages.ts'
import type { DecideContext, Operation } from '../../../kernel/store/changes/operation.ts'
import { oneTimeLinkByHash } from '../../people/new-accounts/links-store.ts'
import type { OneTimeLinkRow } from '../../people/new-accounts/links-tables.ts'
import { loadTakenUsernames, NewAccounts } from '../../people/new-accounts/new-accounts.ts'
import { presentUser } from '../../people/present-user.ts'
import { type NewRegistration, register } from '../../people/registrations/new-registrations.ts'
import { loadPlaces, needsReview, type Places } from '../../people/registrations/places.ts'
import type { Answers } from '../../people/schema.ts'
import {
  insertUsers,
  type TakenUsername,
  userObjects,
  usersByEmails,
  usersByEmailsForChange,
} from '../../people/store.ts'
import type { UserRow } from '../../people/tables.ts'
import type { PlatformRow } from '../../platforms/tables.ts'
import { identityBySubject, identityWrites } from '../identities-store.ts'
import { OPENID_QUESTIONS_MS, OPENID_STEP_MS } from '../limits.ts'
import { proveEmail } from '../links/email-proofs.ts'
import { canUseLink } from '../links/sign-in-links.ts'
import { type Challenge, spendChallenge } from '../passkeys/challenges.ts'
import { setPassword } from '../passwords/passwords.ts'
import { continueSignIn, type Device, type SignIn } from '../sessions/sessions.ts'
import type { IdentityRow, SessionRow } from '../tables.ts'
import {
  type OpenIdChecks,
  type OpenIdPerson,
  ProviderError,
  type ProviderReason,
} from './openid-providers.ts'
import { type OpenIdServices, openIdClientOf } from './openid-settings.ts'

const PURPOSE = 'openid sign-in'
const QUESTIONS = 'openid questions'

type Started = OpenIdChecks & {
  platformId: string
  issuer: string
  clientId: string
  next: string
  until: number
}

/** The URL for the browser. `token` goes into a cookie, which ties the provider's answer to this browser. */
export type OpenIdStart = { url: string; token: string }

/**
 * Starts a sign-in. `next` is the page to show after it. Returns undefined if the platform has no provider. Throws a
 * ProviderError.
 */
export async function startOpenIdSignIn(
  services: OpenIdServices,
  platform: PlatformRow,
  { redirectUri, next }: { redirectUri: string; next: string },
): Promise<OpenIdStart | undefined> {
  const client = await openIdClientOf(services, platform)
  if (!client) return undefined
  const { url, ...checks } = await services.openIdProviders.begin(client, redirectUri)
  const { issuer, clientId } = client
  const until = services.clock.now() + OPENID_STEP_MS
  const started: Started = { ...checks, platformId: platform.id, issuer, clientId, next, until }
  return { url, token: encrypt(services.secret, PURPOSE, JSON.stringify(started)) }
}

/** The page that the person wanted; undefined for a cookie that is damaged or of another platform. */
export const nextOf = (services: OpenIdServices, platform: PlatformRow, token: string): string | undefined =>
  readStarted(services, platform, token)?.next

function readStarted({ secret }: OpenIdServices, platform: PlatformRow, token: string): Started | undefined {
  const text = decrypt(secret, PURPOSE, token)
  if (text === undefined) return undefined
  // Text that can be decrypted was encrypted by `startOpenIdSignIn`.
  const started = JSON.parse(text) as Started
  return started.platformId === platform.id ? started : undefined
}

/** The reason that this person cannot sign in. */
export type OpenIdRefusal =
  | ProviderReason
  /** The answer does not belong to a sign-in of this browser, or that sign-in is too old or has ended. */
  | 'expired'
  /** The provider sends no e-mail, or does not say that it is verified. */
  | 'unverified'
  /** No account has the e-mail, and visitors cannot sign up. */
  | 'closed'
  /** The account cannot sign in, for example because its registration was rejected. */
  | 'refused'

export type OpenIdSignIn =
  | Extract<SignIn, { status: 'signed_in' | 'code_needed' }>
  /** A new person answers the questions of the registration first. Call `enterAs` with the answers. */
  | { status: 'questions_asked'; step: string; email: string }
  | { status: 'failed'; reason: OpenIdRefusal; detail: string }

type Visitor = {
  device: Device
  replaced: SessionRow | null
  /** The language of a new account. */
  language: Language | null
  /** The origin of the site, for the e-mail to a new account; undefined if none can be sent. */
  origin: string | undefined
}

type Answer = Visitor & {
  /** The redirect URI with the parameters that the provider added. */
  currentUrl: string
  /** The token of `startOpenIdSignIn`, from the cookie. */
  token: string
}

/** Finishes signing in with the answer of the provider: opens a session, or asks for a code or for answers. */
export async function finishOpenIdSignIn(
  services: OpenIdServices,
  platform: PlatformRow,
  { currentUrl, token, ...visitor }: Answer,
): Promise<OpenIdSignIn> {
  const started = readStarted(services, platform, token)
  const client = await openIdClientOf(services, platform)
  // The answer must belong to a sign-in that this browser started (RFC 6749, section 10.12).
  const isOwn = new URL(currentUrl).searchParams.get('state') === started?.state
  const isSameClient = client?.issuer === started?.issuer && client?.clientId === started?.clientId
  if (!started || !client || !isOwn || !isSameClient || started.until <= services.clock.now())
    return failed('expired')
  try {
    const person = await services.openIdProviders.finish(client, currentUrl, started)
    const { state, until, next } = started
    const identified = { platformId: platform.id, person, state, until, next }
    return await enterAs(services, platform, { ...visitor, identified, answers: undefined })
  } catch (error) {
    if (error instanceof ProviderError) return failed(error.reason, error.detail)
    throw error
  }
}

/** Somebody who has signed in at the provider. `next` is the page to show after the sign-in. */
type Identified = Pick<Started, 'platformId' | 'state' | 'until' | 'next'> & { person: OpenIdPerson }

/** The person who answers the questions; undefined for a step that has expired, is damaged, or is of another platform. */
export function readQuestionStep(
  { secret, clock }: OpenIdServices,
  platform: PlatformRow,
  step: string,
): Identified | undefined {
  const text = decrypt(secret, QUESTIONS, step)
  if (text === undefined) return undefined
  // Text that can be decrypted was encrypted by `enterAs`.
  const identified = JSON.parse(text) as Identified
  return identified.platformId === platform.id && clock.now() < identified.until ? identified : undefined
}

type Entering = Visitor & {
  identified: Identified
  /** Undefined if the questions have not been asked. */
  answers: Answers | undefined
}

/** Opens a session, or asks for a code or for answers. */
export async function enterAs(
  services: OpenIdServices,
  platform: PlatformRow,
  entering: Entering,
): Promise<OpenIdSignIn> {
  const { identified, device, replaced } = entering
  const found = await findAccount(services, platform, entering)
  if ('reason' in found) return failed(found.reason)
  if ('asked' in found) {
    const asked: Identified = { ...identified, until: services.clock.now() + OPENID_QUESTIONS_MS }
    const step = encrypt(services.secret, QUESTIONS, JSON.stringify(asked))
    return { status: 'questions_asked', step, email: found.asked }
  }
  const result = await continueSignIn(services, platform, { user: found.user, device, replaced })
  return result.status === 'signed_in' || result.status === 'code_needed' ? result : failed('refused')
}

const failed = (reason: OpenIdRefusal, detail = '') => ({ status: 'failed' as const, reason, detail })

type Found = { user: UserRow } | { reason: OpenIdRefusal }

/** `asked` is the e-mail of a new person who answers questions first. */
async function findAccount(
  services: OpenIdServices,
  platform: PlatformRow,
  { identified, answers, language, origin }: Entering,
): Promise<Found | { asked: string }> {
  const caller = systemCaller(platform)
  const { person, until } = identified
  const { email } = person
  const state: Challenge = {
    challenge: identified.state,
    hash: keyedHash(services.secret, identified.state),
    until,
  }
  const known = await services.store.read(identityBySubject({ platformId: platform.id, ...person }))
  if (known) return execute(services, caller, useIdentityOperation, { userId: known.userId, person, state })
  // Only issuer and subject identify a person, and an e-mail only if it is verified (OpenID Connect Core 1.0, section
  // 5.7).
  if (email === null || !isEmail(email) || !person.isEmailVerified) return { reason: 'unverified' }
  const [holder] = await services.store.read(
    usersByEmails({ platformId: platform.id, emailKeys: [canonicalEmail(email)] }),
  )
  const { hasSignUp, registration: asking } = platform.settings
  if (!holder && !hasSignUp) return { reason: 'closed' }
  if (!holder && !answers && asking.questions.length > 0) return { asked: email }
  const names = { email, firstName: person.firstName ?? '', lastName: person.lastName ?? '' }
  const registration = { needsReview: needsReview(platform, email), answers: answers ?? {}, origin }
  return execute(services, caller, addIdentityOperation, { person, state, language, names, registration })
}

type UseState = {
  user: UserRow | undefined
  identity: IdentityRow | undefined
  spent: OneTimeLinkRow | undefined
}
type UseInput = { userId: string; person: OpenIdPerson; state: Challenge }

/** Signs in with a linked identity. Its e-mail need not be verified or match that of the account. */
export const useIdentityOperation: Operation<UseState, UseInput, Found> = {
  name: 'useIdentity',
  load: ({ platformId }, { userId, person, state }) => ({
    user: userObjects.findForChange({ platformId, by: 'id', value: userId }),
    identity: identityBySubject({ platformId, ...person }),
    spent: oneTimeLinkByHash({ platformId, hash: state.hash }),
  }),
  decide({ user, identity, spent }, ctx, { person, state }) {
    if (spent) return refuse('expired')
    if (!user || identity?.userId !== user.id || user.registrationStatus === 'rejected')
      return refuse('refused')
    const used = { ...identity, email: person.email, usedAt: ctx.now }
    return {
      writes: [spendChallenge(ctx, state), identityWrites.replace(used)],
      events: [],
      answer: { user },
    }
  },
}

const refuse = (reason: OpenIdRefusal) => ({ writes: [], events: [], answer: { reason } })

type AddState = Places & {
  holders: UserRow[]
  identity: IdentityRow | undefined
  spent: OneTimeLinkRow | undefined
  taken?: TakenUsername[]
}
type AddInput = {
  person: OpenIdPerson
  /** The names of the person, with their verified e-mail. */
  names: { email: string; firstName: string; lastName: string }
  language: Language | null
  state: Challenge
  /** Of a new account. */
  registration: NewRegistration
}

/** Links an identity to the account with its e-mail, or to a new account, which is a registration. */
export const addIdentityOperation: Operation<AddState, AddInput, Found> = {
  name: 'addIdentity',
  load: (ctx, { person, names, state }) => ({
    ...loadPlaces(ctx),
    holders: usersByEmailsForChange({ platformId: ctx.platformId, emailKeys: [canonicalEmail(names.email)] }),
    identity: identityBySubject({ platformId: ctx.platformId, ...person }),
    spent: oneTimeLinkByHash({ platformId: ctx.platformId, hash: state.hash }),
    ...loadTakenUsernames(ctx, [names]),
  }),
  decide({ holders: [holder], identity, spent, taken, ...places }, ctx, input) {
    const { person, names, language, state, registration } = input
    // The same sign-in was sent twice at the same time.
    if (spent || identity) return refuse('expired')
    const spending = spendChallenge(ctx, state)
    // Nobody knows this password. The account is used with the provider until its owner sets another one.
    const { passwordHash } = ctx.newCredentials(ctx.passwordRule)
    if (holder) {
      if (!canUseLink(holder)) return refuse('refused')
      const proof = proveEmail(ctx, holder)
      // A generated password may be known to others.
      const user = proof.user.passwordMustChange
        ? { ...proof.user, passwordHash, passwordMustChange: false, passwordExpiresAt: null }
        : proof.user
      return {
        writes: [
          spending,
          ...proof.writes,
          ...(proof.user.passwordMustChange ? setPassword(proof.user, passwordHash) : []),
          identityWrites.insert(newIdentity(ctx, user, person)),
        ],
        events: [...proof.events, actionEvent('user', user, 'identity_added')],
        answer: { user },
      }
    }
    const own = new NewAccounts(ctx, taken).createOwn(names, passwordHash)
    const { firstName, lastName } = person
    const account = { ...own, firstName, lastName, language }
    const { user, writes } = register(ctx, places, { account, ...registration })
    return {
      writes: [
        spending,
        ...insertUsers([user]),
        ...writes,
        identityWrites.insert(newIdentity(ctx, user, person)),
      ],
      events: [createdEvent('user', user, presentUser(user)), actionEvent('user', user, 'identity_added')],
      answer: { user },
    }
  },
}

const newIdentity = (
  ctx: DecideContext,
  user: UserRow,
  { issuer, subject, email }: OpenIdPerson,
): IdentityRow => ({
  id: ctx.newId(),
  platformId: ctx.platformId,
  userId: user.id,
  issuer,
  subject,
  email,
  createdAt: ctx.now,
  usedAt: ctx.now,
})
