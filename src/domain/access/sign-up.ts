// Sign-up: visitors create an attendee account with their own password, and it waits in the review queue.
import { canonicalEmail } from '../../lib/text/email.ts'
import type { Language } from '../../schema/platforms/languages.ts'
import type { Operation } from '../../store/changes/operation.ts'
import { command } from '../../store/changes/transaction.ts'
import { insertUsers, type TakenUsername, usersByEmails } from '../../store/people/users.ts'
import type { PlatformRow, UserRow } from '../../store/sql/tables.ts'
import { createdEvent } from '../changes/change-events.ts'
import { executeCommand } from '../changes/commands.ts'
import type { Problem } from '../changes/errors.ts'
import { chosenCredentials } from '../people/credentials.ts'
import { loadTakenUsernames, NewAccounts } from '../people/new-accounts.ts'
import { presentUser } from '../people/present-user.ts'
import { type Services, systemCaller } from '../services.ts'
import { hashOwnPassword, passwordProblems } from './passwords.ts'

export type AccountDetails = { email: string; firstName: string; lastName: string }

/**
 * Creates an account. Returns the problems of the password, if any. If the e-mail already has an account,
 * nothing changes. The visitor must not learn that, so the result is the same and the password is hashed anyway.
 */
export async function signUp(
  services: Services,
  platform: PlatformRow,
  { password, language, ...person }: AccountDetails & { password: string; language: Language | null },
): Promise<Problem[]> {
  const problems = await passwordProblems(password, platform, person)
  if (problems.length > 0) return problems
  const passwordHash = await hashOwnPassword(services, systemCaller(platform), password)
  await executeCommand(services, systemCaller(platform), command(signUpOperation, { person, language }), {
    credentials: chosenCredentials(person, passwordHash),
  })
  return []
}

/** An account whose owner chose the password, which does not expire and need not be changed. */
export function createOwnAccount(
  newAccounts: NewAccounts,
  { email, firstName, lastName }: AccountDetails,
): UserRow {
  const { account } = newAccounts.create({ email, firstName, lastName })
  return { ...account, firstName, lastName, passwordMustChange: false, passwordExpiresAt: null }
}

type SignUpState = { holders: UserRow[]; taken?: TakenUsername[] }
type SignUpInput = { person: AccountDetails; language: Language | null }

/** Its password is in the credentials of the transaction. */
export const signUpOperation: Operation<SignUpState, SignUpInput, null> = {
  name: 'signUp',
  load: ({ platformId, credentials }, { person }) => ({
    holders: usersByEmails(platformId, [canonicalEmail(person.email)]),
    ...loadTakenUsernames(platformId, [person], credentials),
  }),
  decide({ holders, taken }, ctx, { person, language }) {
    if (holders.length > 0) return { writes: [], events: [], answer: null }
    const newAccounts = new NewAccounts(ctx, taken)
    const own = createOwnAccount(newAccounts, person)
    const account: UserRow = { ...own, registrationStatus: 'in_review', language }
    return {
      writes: insertUsers([account]),
      events: [createdEvent('user', account, presentUser(account))],
      answer: null,
      placeholders: newAccounts.placeholders,
    }
  },
}
