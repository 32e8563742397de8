// Passwords that users choose: their rules, changing a password, and confirming it.

import { actionEvent } from '../../../kernel/changes/change-events.ts'
import { execute } from '../../../kernel/changes/commands.ts'
import type { Problem } from '../../../kernel/changes/errors.ts'
import type { Caller, Services } from '../../../kernel/changes/services.ts'
import { ownPasswordRule } from '../../../kernel/lib/security/passwords.ts'
import { newToken } from '../../../kernel/lib/security/tokens.ts'
import { countCodePoints } from '../../../kernel/lib/text/text.ts'
import type { Operation } from '../../../kernel/store/changes/operation.ts'
import type { Write } from '../../../kernel/store/sql/statements.ts'
import { endLinksOf } from '../../people/new-accounts/links-store.ts'
import { userObjects } from '../../people/store.ts'
import type { UserRow } from '../../people/tables.ts'
import type { PlatformRow } from '../../platforms/tables.ts'
import { MAX_PASSWORD } from '../limits.ts'
import { hashOwnPassword, isEasyToGuess, verifyOwnPassword } from '../password-hashing/password-queue.ts'
import { type Device, newSession, type WithSecret } from '../sessions/sessions.ts'
import { endOtherSessions, sessionWrites } from '../sessions/sessions-store.ts'

/** The account of the password. A password made from its names is easy to guess. */
export type PasswordOwner = Pick<UserRow, 'email' | 'firstName' | 'lastName'> & { username?: string }

type Chosen = { password: string; platform: Pick<PlatformRow, 'name' | 'settings'>; owner: PasswordOwner }

/** The problems of a password that a user chose, for the field `password`. Empty if the password is accepted. */
export async function passwordProblems(
  services: Pick<Services, 'hashes'>,
  caller: Caller,
  { password, platform: { name, settings }, owner }: Chosen,
): Promise<Problem[]> {
  const { email, firstName, lastName, username = '' } = owner
  const { minLength, digits, symbols } = ownPasswordRule(settings.password)
  const length = countCodePoints(password)
  const inputs = [name, email, firstName ?? '', lastName ?? '', username]
  const isRightLength = length >= minLength && length <= MAX_PASSWORD
  return [
    ...(length < minLength
      ? [{ ...problem('too_short', `must have at least ${minLength} characters`), limit: minLength }]
      : []),
    ...(length > MAX_PASSWORD
      ? [{ ...problem('too_long', `must have at most ${MAX_PASSWORD} characters`), limit: MAX_PASSWORD }]
      : []),
    ...(/\p{Ll}/u.test(password) ? [] : [problem('no_lowercase', 'must have a lowercase letter')]),
    ...(/\p{Lu}/u.test(password) ? [] : [problem('no_uppercase', 'must have an uppercase letter')]),
    ...(digits && !/\p{Nd}/u.test(password) ? [problem('no_digit', 'must have a digit')] : []),
    ...(symbols && !/[\p{P}\p{S}]/u.test(password) ? [problem('no_symbol', 'must have a symbol')] : []),
    ...(isRightLength && (await isEasyToGuess(services, caller, { password, inputs }))
      ? [problem('easy_to_guess', 'is easy to guess; use several unrelated words')]
      : []),
  ]
}

const problem = (code: string, message: string): Problem => ({ pointer: '/password', code, message })

/** Whether this is the password of the account, for forms that ask to confirm it. */
export const isOwnPassword = (
  services: Pick<Services, 'hashes'>,
  caller: Caller & { user: UserRow },
  password: string,
) => verifyOwnPassword(services, caller, { password, hash: caller.user.passwordHash })

export type PasswordChange =
  /** All sessions have ended; `token` belongs to the new one. */
  | { status: 'changed'; token: string }
  | { status: 'wrong_password' }
  | { status: 'refused'; problems: Problem[] }

type Choice = { current: string; next: string; device: Device }

/** Changes the caller's password. Ends all sessions and opens a new one on this device. */
export async function changePassword(
  services: Services & WithSecret,
  caller: Caller & { platform: PlatformRow; user: UserRow },
  { current, next, device }: Choice,
): Promise<PasswordChange> {
  const { platform, user } = caller
  if (!(await isOwnPassword(services, caller, current))) return { status: 'wrong_password' }
  const problems = await passwordProblems(services, caller, { password: next, platform, owner: user })
  if (await isOwnPassword(services, caller, next))
    problems.push(problem('unchanged', 'must differ from the current password'))
  if (problems.length > 0) return { status: 'refused', problems }
  const { token, hash } = newToken(services.secret)
  const isChanged = await execute(services, caller, changePasswordOperation, {
    userId: user.id,
    before: user.passwordHash,
    after: await hashOwnPassword(services, caller, next),
    hash,
    device,
  })
  return isChanged ? { status: 'changed', token } : { status: 'wrong_password' }
}

type ChangeState = { user: UserRow | undefined }
type ChangeInput = { userId: string; before: string; after: string; hash: string; device: Device }

/** Answers false if the password has changed since it was checked. */
export const changePasswordOperation: Operation<ChangeState, ChangeInput, boolean> = {
  name: 'changePassword',
  load: ({ platformId }, { userId }) => ({
    user: userObjects.findForChange({ platformId, by: 'id', value: userId }),
  }),
  decide({ user }, ctx, { before, after, hash, device }) {
    if (!user || user.passwordHash !== before) return { writes: [], events: [], answer: false }
    return {
      writes: [...setPassword(user, after), sessionWrites.insert(newSession(ctx, user.id, hash, device))],
      events: [actionEvent('user', user, 'password_changed')],
      answer: true,
    }
  },
}

/** Sets a password that the user chose. Ends all sessions and reset links of the account. */
export const setPassword = (user: UserRow, passwordHash: string): Write[] => [
  userObjects.replace({ ...user, passwordHash, passwordMustChange: false, passwordExpiresAt: null }),
  endOtherSessions({ userId: user.id, keptId: '' }),
  endLinksOf({ userId: user.id }),
]
