// Credentials of new accounts: generated passwords, hashed in the password queue, and candidate usernames.
import { setTimeout as delay } from 'node:timers/promises'
import { HashQueueFull } from '../../lib/security/hash-queue.ts'
import { generatePassword, type PasswordRule } from '../../lib/security/passwords.ts'
import { canonicalEmail } from '../../lib/text/email.ts'
import { usernameBase, usernameCandidates } from '../../lib/text/usernames.ts'
import type { AccountNames, CredentialsByEmail } from '../../store/changes/operation.ts'
import { Refusal } from '../changes/errors.ts'
import type { Services } from '../services.ts'

const CANDIDATES = 12
const BULK_SLICE = 25

type Platform = { id: string; settings: { password: PasswordRule } }

/**
 * A password for each person without earlier credentials, and new usernames to choose from for everyone. Refuses
 * (`too_many_requests`) if the password queue is too long; with `isBulk` it waits instead.
 */
export async function createCredentials(
  services: Pick<Services, 'hashes'>,
  { id, settings }: Platform,
  people: readonly AccountNames[],
  { earlier, isBulk }: { earlier: CredentialsByEmail; isBulk: boolean },
): Promise<CredentialsByEmail> {
  const byEmail = new Map(people.map((person) => [canonicalEmail(person.email), person]))
  const unhashed = [...byEmail.keys()].filter((email) => !earlier[email])
  const passwords = unhashed.map(() => generatePassword(settings.password))
  const hashes = await (isBulk ? hashInTurn : hashOrRefuse)(services, id, passwords)
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
export async function hashOrRefuse(
  { hashes }: Pick<Services, 'hashes'>,
  platformId: string,
  passwords: readonly string[],
): Promise<string[]> {
  try {
    return await hashes.hash(platformId, passwords)
  } catch (error) {
    if (!(error instanceof HashQueueFull)) throw error
    throw new Refusal('too_many_requests', { retryAfterSeconds: error.retryAfterSeconds })
  }
}

/** A few at a time, so that they do not cause the requests of others to be refused. */
async function hashInTurn(
  { hashes }: Pick<Services, 'hashes'>,
  platformId: string,
  passwords: readonly string[],
): Promise<string[]> {
  const done: string[] = []
  while (done.length < passwords.length) {
    try {
      const slice = passwords.slice(done.length, done.length + BULK_SLICE)
      done.push(...(await hashes.hash(platformId, slice, { isBulk: true })))
    } catch (error) {
      if (!(error instanceof HashQueueFull)) throw error
      await delay(error.retryAfterSeconds * 1000)
    }
  }
  return done
}

const candidateUsernames = ({ email, firstName = null, lastName = null }: AccountNames): string[] =>
  usernameCandidates(usernameBase({ email, firstName, lastName }), CANDIDATES)
