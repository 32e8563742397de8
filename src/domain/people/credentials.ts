// Credentials of new accounts: generated passwords, hashed in the password queue, and candidate usernames.
import type { Requester } from '../../lib/security/fair-turns.ts'
import { type HashOptions, HashQueueFull } from '../../lib/security/hash-queue.ts'
import { generatePassword, type PasswordRule } from '../../lib/security/passwords.ts'
import { canonicalEmail } from '../../lib/text/email.ts'
import { usernameBase, usernameCandidates } from '../../lib/text/usernames.ts'
import type { AccountNames, CredentialsByEmail } from '../../store/changes/operation.ts'
import { Refusal } from '../changes/errors.ts'
import { type Caller, requesterOf, type Services } from '../services.ts'

const CANDIDATES = 12

type Requesting = Pick<Caller, 'actor'> & { platform: { id: string } }

/**
 * A password for each person without earlier credentials, and new usernames to choose from for everyone. Refuses
 * (`too_many_requests`) if the password queue is too long.
 */
export async function createCredentials(
  services: Pick<Services, 'hashes'>,
  caller: Requesting & { platform: { settings: { password: PasswordRule } } },
  people: readonly AccountNames[],
  { earlier, ...options }: HashOptions & { earlier: CredentialsByEmail },
): Promise<CredentialsByEmail> {
  const byEmail = new Map(people.map((person) => [canonicalEmail(person.email), person]))
  const unhashed = [...byEmail.keys()].filter((email) => !earlier[email])
  const passwords = unhashed.map(() => generatePassword(caller.platform.settings.password))
  const hashes = await hashOrRefuse(services, caller, passwords, options)
  const hashed = Object.fromEntries(
    unhashed.map((email, place) => [
      email,
      { password: passwords[place] ?? '', passwordHash: hashes[place] ?? '' },
    ]),
  )
  return Object.fromEntries(
    [...byEmail].map(([email, person]) => {
      const { password, passwordHash } = earlier[email] ?? hashed[email] ?? { password: '', passwordHash: '' }
      return [email, { password, passwordHash, usernames: candidateUsernames(person) }]
    }),
  )
}

/** Credentials with a password that the account's owner chose. */
export const chosenCredentials = (person: AccountNames, passwordHash: string): CredentialsByEmail => ({
  [canonicalEmail(person.email)]: { password: '', passwordHash, usernames: candidateUsernames(person) },
})

/** Hashes in the order of the passwords. Turns a full queue into the documented refusal. */
export const hashOrRefuse = (
  { hashes }: Pick<Services, 'hashes'>,
  caller: Requesting,
  passwords: readonly string[],
  options: HashOptions = {},
): Promise<string[]> => hashes.hash(requesterOf(caller), passwords, options).catch(refuseIfFull)

/** Whether the password matches the hash. Turns a full queue into the documented refusal. */
export const verifyOrRefuse = (
  { hashes }: Pick<Services, 'hashes'>,
  requester: Requester,
  { password, hash }: { password: string; hash: string },
): Promise<boolean> => hashes.verify(requester, password, hash).catch(refuseIfFull)

function refuseIfFull(error: unknown): never {
  if (!(error instanceof HashQueueFull)) throw error
  throw new Refusal('too_many_requests', { retryAfterSeconds: error.retryAfterSeconds })
}

const candidateUsernames = ({ email, firstName = null, lastName = null }: AccountNames): string[] =>
  usernameCandidates(usernameBase({ email, firstName, lastName }), CANDIDATES)
