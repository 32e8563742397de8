// Sign-up: visitors create an attendee account with their own password, and it waits in the review queue.
import { canonicalEmail } from '../../lib/text/email.ts'
import type { Language } from '../../schema/platforms/languages.ts'
import type { Operation } from '../../store/changes/operation.ts'
import { insertUsers, type TakenUsername, usersByEmails } from '../../store/people/users.ts'
import type { PlatformRow, UserRow } from '../../store/sql/tables.ts'
import { createdEvent } from '../changes/change-events.ts'
import { execute } from '../changes/commands.ts'
import type { Problem } from '../changes/errors.ts'
import { loadTakenUsernames, NewAccounts } from '../people/new-accounts.ts'
import { presentUser } from '../people/present-user.ts'
import { type Services, systemCaller } from '../services.ts'
import { hashOwnPassword } from './password-queue.ts'
import { passwordProblems } from './passwords.ts'

export type AccountDetails = { email: string; firstName: string; lastName: string }

/**
 * Creates an account. Returns the problems of the password, if any. If the e-mail already has an account, nothing
 * changes. The visitor must not notice, so the result is the same and the password is hashed anyway.
 */
export async function signUp(
  services: Services,
  platform: PlatformRow,
  { password, language, ...person }: AccountDetails & { password: string; language: Language | null },
): Promise<Problem[]> {
  const problems = await passwordProblems(password, platform, person)
  if (problems.length > 0) return problems
  const caller = systemCaller(platform)
  const passwordHash = await hashOwnPassword(services, caller, password)
  await execute(services, caller, signUpOperation, { person, passwordHash, language })
  return []
}

type SignUpState = { holders: UserRow[]; taken?: TakenUsername[] }
type SignUpInput = { person: AccountDetails; passwordHash: string; language: Language | null }

export const signUpOperation: Operation<SignUpState, SignUpInput, null> = {
  name: 'signUp',
  load: (ctx, { person }) => ({
    holders: usersByEmails({ platformId: ctx.platformId, emailKeys: [canonicalEmail(person.email)] }),
    ...loadTakenUsernames(ctx, [person]),
  }),
  decide({ holders, taken }, ctx, { person, passwordHash, language }) {
    if (holders.length > 0) return { writes: [], events: [], answer: null }
    const own = new NewAccounts(ctx, taken).createOwn(person, passwordHash)
    const account: UserRow = { ...own, registrationStatus: 'in_review', language }
    return {
      writes: insertUsers([account]),
      events: [createdEvent('user', account, presentUser(account))],
      answer: null,
    }
  },
}
