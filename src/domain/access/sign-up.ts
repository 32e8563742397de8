// Registration by oneself: an attendee who waits in the review queue, with a password of one's own.
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

export type Newcomer = { email: string; firstName: string; lastName: string }

/**
 * Registers somebody; answers what is wrong with the password. Where the e-mail has an account nothing is done, and
 * nobody is told: the answer is the same, and a password is hashed all the same.
 */
export async function signUp(
  services: Services,
  platform: PlatformRow,
  { password, ...person }: Newcomer & { password: string },
): Promise<Problem[]> {
  const problems = passwordProblems(password, platform, person)
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

/** Usernames that an account of this person could have. */
export const usernamesFor = (person: Newcomer): string[] =>
  rehearsalProvisions([person])[canonicalEmail(person.email)]?.usernames ?? []

/** What an account with a password of its holder's choice needs to come into being. */
export type OwnChoice = { person: Newcomer; passwordHash: string; usernames: string[] }

/** The account of somebody who chose the password: it need not be changed, and does not expire. */
export function ownAccount(
  ctx: DecideContext,
  { person, passwordHash, usernames }: OwnChoice,
  taken: readonly TakenUsername[],
): UserRow {
  const { email, firstName, lastName } = person
  const username = new Usernames(taken).takeFirst(usernames)
  const started = newAccount(ctx, email, username, { password: '', passwordHash, usernames })
  return { ...started, firstName, lastName, passwordMustChange: false, passwordExpiresAt: null }
}

/** Which of these usernames are taken. */
export const takenOf = (platformId: string, { usernames }: OwnChoice) =>
  takenUsernames(platformId, usernames.map(canonicalUsername))

type SignUpState = { holders: UserRow[]; taken: TakenUsername[] }

export const signUpOperation: Operation<SignUpState, OwnChoice, null> = {
  name: 'signUp',
  load: ({ platformId }, choice) => ({
    holders: usersByEmails(platformId, [canonicalEmail(choice.person.email)]),
    taken: takenOf(platformId, choice),
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
