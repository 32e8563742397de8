// Sessions of the pages: signing in, recognizing a session by its cookie, and signing out.
import { execute } from '../../../kernel/changes/commands.ts'
import { type Caller, type Services, systemCaller } from '../../../kernel/changes/services.ts'
import { keyedHash } from '../../../kernel/lib/security/api-key-format.ts'
import { decrypt, encrypt } from '../../../kernel/lib/security/encryption.ts'
import type { Requester } from '../../../kernel/lib/security/fair-turns.ts'
import { newToken } from '../../../kernel/lib/security/tokens.ts'
import { totpStepOf } from '../../../kernel/lib/security/totp.ts'
import { canonicalEmail } from '../../../kernel/lib/text/email.ts'
import { canonicalUsername } from '../../../kernel/lib/text/usernames.ts'
import type { DecideContext, Operation } from '../../../kernel/store/changes/operation.ts'
import { userObjects, usersBySignInName } from '../../people/store.ts'
import type { UserRow } from '../../people/tables.ts'
import type { PlatformRow } from '../../platforms/tables.ts'
import { STEP_LIFETIME_MS, USE_RECORDED_EVERY_MS } from '../limits.ts'
import { verifySignIn } from '../password-hashing/password-queue.ts'
import type { SessionRow } from '../tables.ts'
import { TWO_FACTOR_PURPOSE } from '../two-factor/two-factor.ts'
import { endOfStaleSessions, isStale } from './session-ends.ts'
import {
  endOtherSessions,
  type SessionAndUser,
  sessionByHash,
  sessionsOf,
  sessionWrites,
} from './sessions-store.ts'

const SIGN_IN_STEP = 'sign-in step'

export type WithSecret = { secret: Buffer }
export type SignInInput = {
  name: string
  password: string
  /** The requester whose turn this takes in the password queue. */
  requester: Requester
}
/** The place a session is used from, for the user's list of sessions. */
export type Device = { address: string; agent: string }

export type SignIn =
  | { status: 'signed_in'; token: string; user: UserRow }
  /**
   * The password is right. Call `signInWithCode` with `step` and a code of the authenticator app within five minutes.
   */
  | { status: 'code_needed'; step: string }
  /** The generated password is more than seven days old. */
  | { status: 'password_expired' }
  /** The step is invalid or has expired, or the password or the authenticator app has changed since. */
  | { status: 'step_expired' }
  /** Unknown account, wrong password or code, or rejected registration. The caller must not learn which. */
  | { status: 'refused' }

/**
 * Checks credentials and opens a session that replaces the device's current one. Takes as long for an unknown account
 * as for any wrong password. Throws `too_many_requests` if the wait in the password queue would be too long.
 */
export async function signIn(
  services: Services & WithSecret,
  platform: PlatformRow,
  { name, password, requester }: SignInInput,
  device: Device,
  replaced: SessionRow | null = null,
): Promise<SignIn> {
  const user = await findSignInAccount(services, platform, name)
  const isRight = await verifySignIn(services, requester, { password, hash: user?.passwordHash })
  if (!user || !isRight || user.registrationStatus === 'rejected') return { status: 'refused' }
  const now = services.clock.now()
  if (user.passwordExpiresAt !== null && user.passwordExpiresAt <= now) return { status: 'password_expired' }
  return continueSignIn(services, platform, { user, device, replaced })
}

type SignInOf = { user: UserRow; device: Device; replaced: SessionRow | null }

/**
 * Continues after the password or its replacement: asks for a code if two-factor authentication is on, otherwise opens
 * a session.
 */
export async function continueSignIn(
  services: Services & WithSecret,
  platform: PlatformRow,
  { user, device, replaced }: SignInOf,
): Promise<SignIn> {
  const until = services.clock.now() + STEP_LIFETIME_MS
  if (user.totpSecret !== null) return { status: 'code_needed', step: encryptStep(services, user, until) }
  return openSession(services, platform, { user, codeStep: null, device, replaced })
}

/** The second step of a sign-in; `step` comes from `signIn`. */
export async function signInWithCode(
  services: Services & WithSecret,
  platform: PlatformRow,
  { step, code }: { step: string; code: string },
  device: Device,
  replaced: SessionRow | null = null,
): Promise<SignIn> {
  const now = services.clock.now()
  const taken = decryptStep(services, step)
  if (!taken || taken.until <= now) return { status: 'step_expired' }
  const user = await services.store.read(
    userObjects.find({ platformId: platform.id, by: 'id', value: taken.userId }),
  )
  if (!user || user.totpSecret === null || passwordMark(services, user) !== taken.password)
    return { status: 'step_expired' }
  const codeStep = acceptedStep(services, user.totpSecret, code, now)
  if (codeStep === undefined || user.registrationStatus === 'rejected') return { status: 'refused' }
  return openSession(services, platform, { user, codeStep, device, replaced })
}

/** The account of a step, for counting attempts; undefined for an invalid step. */
export async function accountOfStep(
  services: Services & WithSecret,
  platform: PlatformRow,
  step: string,
): Promise<UserRow | undefined> {
  const taken = decryptStep(services, step)
  return (
    taken && services.store.read(userObjects.find({ platformId: platform.id, by: 'id', value: taken.userId }))
  )
}

type Step = { userId: string; password: string; until: number }

const encryptStep = (services: WithSecret, user: UserRow, until: number): string => {
  const step: Step = { userId: user.id, password: passwordMark(services, user), until }
  return encrypt(services.secret, SIGN_IN_STEP, JSON.stringify(step))
}

function decryptStep({ secret }: WithSecret, encrypted: string): Step | undefined {
  const text = decrypt(secret, SIGN_IN_STEP, encrypted)
  // Text that can be decrypted was encrypted by `encryptStep`.
  return text === undefined ? undefined : (JSON.parse(text) as Step)
}

/** Changes whenever the password changes. */
export const passwordMark = ({ secret }: WithSecret, { passwordHash }: UserRow): string =>
  keyedHash(secret, passwordHash)

type Opening = { user: UserRow; codeStep: number | null; device: Device; replaced: SessionRow | null }

export async function openSession(
  services: Services & WithSecret,
  platform: PlatformRow,
  { user, codeStep, device, replaced }: Opening,
): Promise<SignIn> {
  const { token, hash } = newToken(services.secret)
  const isOpen = await execute(services, systemCaller(platform), openSessionOperation, {
    userId: user.id,
    passwordHash: user.passwordHash,
    codeStep,
    hash,
    device,
    replaced,
  })
  return isOpen ? { status: 'signed_in', token, user } : { status: 'refused' }
}

/** The start of the time step that the code belongs to; undefined if the code is wrong. */
function acceptedStep(
  { secret }: WithSecret,
  encrypted: string,
  code: string,
  now: number,
): number | undefined {
  const totp = decrypt(secret, TWO_FACTOR_PURPOSE, encrypted)
  return totp === undefined ? undefined : totpStepOf(totp, code, now)
}

/** The account with this e-mail or username. If two accounts match, the one with the e-mail. */
export async function findSignInAccount(
  { store }: Services,
  platform: PlatformRow,
  name: string,
): Promise<UserRow | undefined> {
  const emailKey = canonicalEmail(name)
  const found = await store.read(
    usersBySignInName({ platformId: platform.id, emailKey, usernameKey: canonicalUsername(name) }),
  )
  return found.find((user) => user.emailKey === emailKey) ?? found[0]
}

type OpenState = { user: UserRow | undefined }
type OpenInput = {
  userId: string
  /** The hash that the password was checked against. If it has changed since, no session is opened. */
  passwordHash: string
  /** The time step of the entered code; null if no code was needed. */
  codeStep: number | null
  hash: string
  device: Device
  replaced: SessionRow | null
}

export const openSessionOperation: Operation<OpenState, OpenInput, boolean> = {
  name: 'openSession',
  load: ({ platformId }, { userId }) => ({
    user: userObjects.findForChange({ platformId, by: 'id', value: userId }),
  }),
  decide({ user }, ctx, { passwordHash, codeStep, hash, device, replaced }) {
    const isRepeated = codeStep !== null && codeStep <= (user?.totpUsedAt ?? 0)
    if (!user || user.passwordHash !== passwordHash || isRepeated)
      return { writes: [], events: [], answer: false }
    return {
      writes: [
        endOfStaleSessions(ctx.now),
        ...(replaced ? [sessionWrites.remove(replaced)] : []),
        ...(codeStep === null ? [] : [userObjects.replace({ ...user, totpUsedAt: codeStep })]),
        sessionWrites.insert(newSession(ctx, user.id, hash, device)),
      ],
      events: [],
      answer: true,
    }
  },
}

/** The row of a session that starts now. */
export const newSession = (
  ctx: DecideContext,
  userId: string,
  hash: string,
  { address, agent }: Device,
): SessionRow => ({
  id: ctx.newId(),
  hash,
  platformId: ctx.platformId,
  userId,
  address,
  agent: agent.slice(0, 255),
  createdAt: ctx.now,
  seenAt: ctx.now,
})

/**
 * The session of a token, unless it is stale. Updates the time of its last use, at most once a minute.
 */
export async function recognizeSession(
  services: Services & WithSecret,
  platform: PlatformRow,
  token: string,
): Promise<SessionAndUser | undefined> {
  const found = await services.store.read(
    sessionByHash({ platformId: platform.id, hash: keyedHash(services.secret, token) }),
  )
  if (!found || found.user.registrationStatus === 'rejected') return undefined
  const now = services.clock.now()
  if (isStale(found.session, found.user.role, now)) return undefined
  if (now - found.session.seenAt >= USE_RECORDED_EVERY_MS) {
    const touched = { ...found.session, seenAt: now }
    await execute(services, systemCaller(platform), touchSessionOperation, {
      session: touched,
    })
    return { ...found, session: touched }
  }
  return found
}

export const touchSessionOperation: Operation<object, { session: SessionRow }, null> = {
  name: 'touchSession',
  load: () => ({}),
  decide: (_state, _ctx, { session }) => ({
    writes: [sessionWrites.replace(session)],
    events: [],
    answer: null,
  }),
}

type EndState = { sessions: SessionRow[] }

/** Ends one session of an account, or with `others` all sessions except that one. Returns how many were ended. */
export const endSessionOperation: Operation<
  EndState,
  { userId: string; id: string; others: boolean },
  number
> = {
  name: 'endSession',
  load: (_ctx, { userId }) => ({ sessions: sessionsOf({ userId }) }),
  decide({ sessions }, _ctx, { userId, id, others }) {
    const ended = sessions.filter((session) => (session.id === id) !== others)
    const writes = others
      ? [endOtherSessions({ userId, keptId: id })]
      : ended.map((session) => sessionWrites.remove(session))
    return { writes, events: [], answer: ended.length }
  },
}

export const endSession = (
  services: Services,
  caller: Caller,
  input: { userId: string; id: string; others: boolean },
) => execute(services, caller, endSessionOperation, input)

export const listSessions = ({ store }: Services, userId: string) => store.read(sessionsOf({ userId }))
