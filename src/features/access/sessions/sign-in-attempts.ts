// Limits on attempts to sign in and to confirm a password or code. They are counted in the store, which all nodes
// share.

import { execute } from '../../../kernel/changes/commands.ts'
import { type Services, systemCaller } from '../../../kernel/changes/services.ts'
import { keyedHash } from '../../../kernel/lib/security/api-key-format.ts'
import { canonicalEmail } from '../../../kernel/lib/text/email.ts'
import { canonicalUsername } from '../../../kernel/lib/text/usernames.ts'
import { MINUTE_MS } from '../../../kernel/lib/time/units.ts'
import type { Operation } from '../../../kernel/store/changes/operation.ts'
import type { UserRow } from '../../people/tables.ts'
import type { PlatformRow } from '../../platforms/tables.ts'
import { ATTEMPT_MEMORY_MS, CODE_LIMITS, FREE_PASSWORDS, MAX_PASSWORD_WAIT_MS } from '../limits.ts'
import type { SignInAttemptsRow } from '../tables.ts'
import type { WithSecret } from './sessions.ts'
import { signInAttemptsForChange, signInAttemptWrites } from './sign-in-attempts-store.ts'

/** Attempts later than this are not counted, because the clock was ahead and has been set back. */
const MAX_AHEAD_MS = MINUTE_MS

// At any time, three of a million codes are right. With a hundred tries a day, a guess succeeds once in nine years.
const MAX_TIMES = 100

export type AttemptKind = 'password' | 'code'
/** The subjects that an attempt counts for. Each subject has its own count. */
export type AttemptCount = { kind: AttemptKind; subjects: readonly string[] }

/**
 * The subjects of a sign-in attempt: the account, or the known device it comes from, so that others cannot lock that
 * device out. A name without an account is counted in both canonical forms, as if it had one.
 */
export function signInSubjects(name: string, user: UserRow | undefined, deviceId?: string): string[] {
  if (!user) return [`email:${canonicalEmail(name)}`, `username:${canonicalUsername(name)}`]
  return [deviceId === undefined ? `account:${user.id}` : `device:${user.id}:${deviceId}`]
}

/** The subjects of a sign-up with an e-mail. */
export const signUpSubjects = (email: string): string[] => [`sign-up:${canonicalEmail(email)}`]

/** The subjects of a request for sign-in links to an e-mail. */
export const signInLinkSubjects = (email: string): string[] => [`sign-in-link:${canonicalEmail(email)}`]

/** The subjects of attempts at the forms of a signed-in user. */
export const ownFormSubjects = (user: UserRow): string[] => [`own:${user.id}`]

/** Counts an attempt, unless a count is at its limit. Returns the seconds to wait, or 0 if it was counted. */
export async function takeAttempt(
  services: Services & WithSecret,
  platform: PlatformRow,
  { kind, subjects }: AttemptCount,
): Promise<number> {
  const ids = idsOf(services, platform, { kind, subjects })
  const waitMs = await execute(services, systemCaller(platform), takeAttemptOperation, { kind, ids })
  return Math.ceil(waitMs / 1000)
}

/** Resets the counts after a right password or code. */
export const forgetAttempts = (services: Services & WithSecret, platform: PlatformRow, count: AttemptCount) =>
  execute(services, systemCaller(platform), forgetAttemptsOperation, {
    ids: idsOf(services, platform, count),
  })

/** Subjects are hashed, because people type passwords into the wrong field. */
const idsOf = ({ secret }: WithSecret, platform: PlatformRow, { kind, subjects }: AttemptCount): string[] =>
  subjects.map((subject) => keyedHash(secret, `attempts ${kind} ${platform.id} ${subject}`))

type TakeState = { counts: SignInAttemptsRow[] }
type TakeInput = { kind: AttemptKind; ids: readonly string[] }

/** Answers with the milliseconds to wait, or 0 if the attempt was counted. */
export const takeAttemptOperation: Operation<TakeState, TakeInput, number> = {
  name: 'takeAttempt',
  load: (_ctx, { ids }) => ({ counts: signInAttemptsForChange({ ids }) }),
  decide({ counts }, { now }, { kind, ids }) {
    const recent = ids.map((id) => {
      const row = counts.find((count) => count.id === id)
      const isRecent = (time: number) => time > now - ATTEMPT_MEMORY_MS && time <= now + MAX_AHEAD_MS
      return { id, row, times: row?.times.filter(isRecent) ?? [] }
    })
    const waitMs = Math.max(...recent.map(({ times }) => waits[kind](times, now)))
    if (waitMs > 0) return { writes: [], events: [], answer: waitMs }
    const writes = recent.map(({ id, row, times }) => {
      const next = { id, times: [...times, now].slice(-MAX_TIMES), lastAt: now }
      return row ? signInAttemptWrites.replace(next) : signInAttemptWrites.insert(next)
    })
    return { writes, events: [], answer: 0 }
  },
}

export const forgetAttemptsOperation: Operation<object, { ids: readonly string[] }, null> = {
  name: 'forgetAttempts',
  load: () => ({}),
  decide: (_state, _ctx, { ids }) => ({
    writes: ids.map((id) => signInAttemptWrites.remove({ id })),
    events: [],
    answer: null,
  }),
}

type Wait = (times: readonly number[], now: number) => number

/** One minute after the free attempts, then twice as long each time. This stops guessing without locking anyone out. */
const passwordWait: Wait = (times, now) => {
  const last = times.at(-1)
  if (last === undefined || times.length < FREE_PASSWORDS) return 0
  const waitMs = MINUTE_MS * 2 ** (times.length - FREE_PASSWORDS)
  return Math.max(0, last + Math.min(waitMs, MAX_PASSWORD_WAIT_MS) - now)
}

const codeWait: Wait = (times, now) =>
  Math.max(
    ...CODE_LIMITS.map(({ limit, windowMs }) => {
      const oldest = times.at(-limit)
      return oldest === undefined ? 0 : Math.max(0, oldest + windowMs - now)
    }),
  )

const waits: Record<AttemptKind, Wait> = { password: passwordWait, code: codeWait }
