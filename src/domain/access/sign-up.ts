// Sign-up: visitors create an attendee account with their own password, and it waits in the review queue.
import { canonicalEmail } from '../../lib/text/email.ts'
import { canonicalUsername } from '../../lib/text/usernames.ts'
import { type TakenUsername, takenUsernames, userObjects, usersByEmails } from '../../store/people/users.ts'
import type { PlatformRow, UserRow } from '../../store/sql/tables.ts'
import type { DecideContext, Operation } from '../../store/store.ts'
import { createdEvent } from '../changes/change-events.ts'
import { type Problem, ProvisionMissing } from '../changes/errors.ts'
import { newAccount, rehearsalProvisions, requireAnotherTry, Usernames } from '../people/new-accounts.ts'
import { presentUser } from '../people/present-user.ts'
import { systemCaller } from '../platforms/platforms.ts'
import { type Services, writeContext } from '../services.ts'
import { hashOwnPassword, passwordProblems } from './passwords.ts'

export type AccountDetails = { email: string; firstName: string; lastName: string }

/**
 * Creates an account; returns what is wrong with the password, if anything. If the e-mail already has an account,
 * nothing changes. The visitor must not learn that, so the result is the same and the password is hashed anyway.
 */
export async function signUp(
  services: Services,
  platform: PlatformRow,
  { password, ...person }: AccountDetails & { password: string },
): Promise<Problem[]> {
  const problems = await passwordProblems(password, platform, person)
  if (problems.length > 0) return problems
  const passwordHash = await hashOwnPassword(services, platform.id, password)
  for (let tries = 1; ; tries += 1) {
    try {
      const input = { person, passwordHash, usernames: usernamesFor(person) }
      await services.store.run(signUpOperation, writeContext(services, systemCaller(platform)), input)
      return []
    } catch (error) {
      if (!(error instanceof ProvisionMissing)) throw error
      requireAnotherTry(tries)
    }
  }
}

/** Candidate usernames for a new account. */
export const usernamesFor = (person: AccountDetails): string[] =>
  rehearsalProvisions([person])[canonicalEmail(person.email)]?.usernames ?? []

/** The input for an account whose owner chose the password. */
export type OwnAccountInput = { person: AccountDetails; passwordHash: string; usernames: string[] }

/** The row of such an account: the password does not expire and need not be changed. */
export function ownAccount(
  ctx: DecideContext,
  { person, passwordHash, usernames }: OwnAccountInput,
  taken: readonly TakenUsername[],
): UserRow {
  const { email, firstName, lastName } = person
  const username = new Usernames(taken).takeFirst(usernames)
  const started = newAccount(ctx, email, username, { password: '', passwordHash, usernames })
  return { ...started, firstName, lastName, passwordMustChange: false, passwordExpiresAt: null }
}

/** Which of the candidate usernames are taken. */
export const takenUsernamesOf = (platformId: string, { usernames }: OwnAccountInput) =>
  takenUsernames(platformId, usernames.map(canonicalUsername))

type SignUpState = { holders: UserRow[]; taken: TakenUsername[] }

export const signUpOperation: Operation<SignUpState, OwnAccountInput, null> = {
  name: 'signUp',
  load: ({ platformId }, choice) => ({
    holders: usersByEmails(platformId, [canonicalEmail(choice.person.email)]),
    taken: takenUsernamesOf(platformId, choice),
  }),
  decide({ holders, taken }, ctx, choice) {
    if (holders.length > 0) return { writes: [], events: [], answer: null }
    const account: UserRow = { ...ownAccount(ctx, choice, taken), registrationStatus: 'in_review' }
    return {
      writes: [userObjects.insert(account)],
      events: [createdEvent('user', account, presentUser(account))],
      answer: null,
    }
  },
}
