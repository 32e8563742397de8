// Passwords that people choose: what is asked of one, changing it, and asking for it again.
import { isCommonPassword } from '../../lib/security/common-passwords.ts'
import { hashPassword, type PasswordRule, verifyPassword } from '../../lib/security/passwords.ts'
import { countCodePoints } from '../../lib/text/text.ts'
import { endLinksOf, endOtherSessions, sessionWrites } from '../../store/access/sessions.ts'
import { userObjects } from '../../store/people/users.ts'
import type { Write } from '../../store/sql/statements.ts'
import type { PlatformRow, UserRow } from '../../store/sql/tables.ts'
import type { Operation } from '../../store/store.ts'
import { notedEvent } from '../changes/change-events.ts'
import type { Problem } from '../changes/errors.ts'
import { hashOrRefuse } from '../people/new-accounts.ts'
import { type Caller, type Services, writeContext } from '../services.ts'
import { type Device, type Keeping, newSession, newToken } from './sessions.ts'

// NIST SP 800-63B-4, section 3.1.1.2: 15 where the password alone signs in.
const SHORTEST = 15
const LONGEST = 256

/** What a person's own password must be: at least 15 characters, or the platform's rule where that is stricter. */
export const ownPasswordRule = (rule: PasswordRule): PasswordRule => ({
  ...rule,
  minLength: Math.max(SHORTEST, rule.minLength),
})

/** Whose names a password must not be made of. */
export type PasswordHolder = Pick<UserRow, 'email' | 'firstName' | 'lastName'> & { username?: string }

/** What is wrong with a password that somebody chose, as problems of the field `password`; none where it may be used. */
export function passwordProblems(
  password: string,
  { name, settings }: Pick<PlatformRow, 'name' | 'settings'>,
  { email, firstName, lastName, username = '' }: PasswordHolder,
): Problem[] {
  const { minLength, digits, symbols } = ownPasswordRule(settings.password)
  const names = [name, email, firstName ?? '', lastName ?? '', username, 'lectern']
  const rules: readonly (readonly [isBroken: boolean, message: string])[] = [
    [countCodePoints(password) < minLength, `must have at least ${minLength} characters`],
    [countCodePoints(password) > LONGEST, `must have at most ${LONGEST} characters`],
    [!/\p{Ll}/u.test(password), 'must have a lower-case letter'],
    [!/\p{Lu}/u.test(password), 'must have an upper-case letter'],
    [digits && !/\p{Nd}/u.test(password), 'must have a digit'],
    [symbols && !/[\p{P}\p{S}]/u.test(password), 'must have a symbol'],
    [isCommonPassword(password, names), 'is one of those that are guessed first; use words of your own'],
  ]
  return rules.filter(([isBroken]) => isBroken).map(([, message]) => problem(message))
}

const problem = (message: string): Problem => ({ pointer: '/password', code: 'password', message })

/** Whether this is the password of the account, where it is asked for again. */
export const isOwnPassword = (user: UserRow, password: string) => verifyPassword(password, user.passwordHash)

/** A hash for the store; waits its turn, and refuses (`too_many_requests`) where that would take too long. */
export async function hashOwnPassword(
  services: Pick<Services, 'hashes'>,
  platformId: string,
  password: string,
): Promise<string> {
  const [hash] = await hashOrRefuse(services, platformId, [password])
  return hash ?? hashPassword(password)
}

export type PasswordChange =
  /** All sessions have ended; `token` opens the new one. */
  | { status: 'changed'; token: string }
  | { status: 'wrong_password' }
  | { status: 'refused'; problems: Problem[] }

type Choice = { current: string; next: string; device: Device }

/** Changes one's own password. Every session ends; a new one is open for the device that asked. */
export async function changePassword(
  services: Services & Keeping,
  caller: Caller & { platform: PlatformRow; user: UserRow },
  { current, next, device }: Choice,
): Promise<PasswordChange> {
  const { platform, user } = caller
  if (!(await isOwnPassword(user, current))) return { status: 'wrong_password' }
  const problems = passwordProblems(next, platform, user)
  if (await isOwnPassword(user, next)) problems.push(problem('must be another than before'))
  if (problems.length > 0) return { status: 'refused', problems }
  const { token, hash } = newToken(services.secret)
  const isChanged = await services.store.run(changePasswordOperation, writeContext(services, caller), {
    userId: user.id,
    before: user.passwordHash,
    after: await hashOwnPassword(services, platform.id, next),
    hash,
    device,
  })
  return isChanged ? { status: 'changed', token } : { status: 'wrong_password' }
}

type ChangeState = { user: UserRow | undefined }
type ChangeInput = { userId: string; before: string; after: string; hash: string; device: Device }

/** Answers false where the password has become another since it was checked. */
export const changePasswordOperation: Operation<ChangeState, ChangeInput, boolean> = {
  name: 'changePassword',
  load: ({ platformId }, { userId }) => ({
    user: userObjects.findForChange(platformId, { by: 'id', value: userId }),
  }),
  decide({ user }, ctx, { before, after, hash, device }) {
    if (!user || user.passwordHash !== before) return { writes: [], events: [], answer: false }
    return {
      writes: [...setPassword(user, after), sessionWrites.insert(newSession(ctx, user.id, hash, device))],
      events: [notedEvent('user', user, 'password_changed')],
      answer: true,
    }
  },
}

/** Gives an account a password of its holder's choice; all that the old one opened ends, and so do its reset links. */
export const setPassword = (user: UserRow, passwordHash: string): Write[] => [
  userObjects.replace({ ...user, passwordHash, passwordMustChange: false, passwordExpiresAt: null }),
  endOtherSessions(user.id, ''),
  endLinksOf(user.id),
]
