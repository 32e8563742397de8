// Accounts as they begin: the row of a new one, its username, its generated password.
import { setTimeout as delay } from 'node:timers/promises'
import { HashQueueFull } from '../../lib/security/hash-queue.ts'
import type { PasswordRule } from '../../lib/security/passwords.ts'
import { generatePassword } from '../../lib/security/passwords.ts'
import { canonicalEmail } from '../../lib/text/email.ts'
import { canonicalUsername, usernameBase, usernameCandidates } from '../../lib/text/usernames.ts'
import type { TakenUsername } from '../../store/people/users.ts'
import type { UserRow } from '../../store/sql/tables.ts'
import type { DecideContext } from '../../store/store.ts'
import { ProvisionMissing, Refusal } from '../changes/errors.ts'
import type { Services } from '../services.ts'

const SEVEN_DAYS_MS = 7 * 24 * 60 * 60 * 1000
const CANDIDATES = 12
const PATIENT_SLICE = 25

/** What must be ready before an account can be made: a hashed password and usernames to choose from. */
export type Provision = { password: string; passwordHash: string; usernames: string[] }
/** By canonical e-mail. */
export type Provisions = Record<string, Provision>

export type AccountNames = {
  email: string
  firstName?: string | null | undefined
  lastName?: string | null | undefined
  username?: string | null | undefined
}

/**
 * Passwords and usernames for new accounts. Hashing waits its turn; where the wait is too long it is refused by
 * `too_many_requests`, or, with `isPatient`, asked for again later.
 */
export async function provision(
  services: Services,
  { id, settings }: { id: string; settings: { password: PasswordRule } },
  people: readonly AccountNames[],
  { isPatient = false }: { isPatient?: boolean } = {},
): Promise<Provisions> {
  const passwords = people.map(() => generatePassword(settings.password))
  const hash = isPatient ? hashPatiently : hashOrRefuse
  const hashes = await hash(services, id, passwords)
  return Object.fromEntries(
    people.map((person, index) => [
      canonicalEmail(person.email),
      {
        password: passwords[index] ?? '',
        passwordHash: hashes[index] ?? '',
        usernames: candidatesFor(person),
      },
    ]),
  )
}

/** Turns a full queue into the documented refusal. */
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

/** A few at a time, so that what others ask for meanwhile is not refused for them. */
async function hashPatiently(
  { hashes }: Pick<Services, 'hashes'>,
  platformId: string,
  passwords: readonly string[],
): Promise<string[]> {
  const done: string[] = []
  while (done.length < passwords.length) {
    try {
      const slice = passwords.slice(done.length, done.length + PATIENT_SLICE)
      done.push(...(await hashes.hash(platformId, slice, { isBulk: true })))
    } catch (error) {
      if (!(error instanceof HashQueueFull)) throw error
      await delay(error.retryAfterSeconds * 1000)
    }
  }
  return done
}

/** Provisions that cost nothing, to find out whether a change would be refused before its passwords are hashed. */
export const rehearsalProvisions = (people: readonly AccountNames[]): Provisions =>
  Object.fromEntries(
    people.map((person) => [
      canonicalEmail(person.email),
      { password: '', passwordHash: '', usernames: candidatesFor(person) },
    ]),
  )

const candidatesFor = (person: AccountNames): string[] =>
  usernameCandidates(
    usernameBase({
      email: person.email,
      firstName: person.firstName ?? null,
      lastName: person.lastName ?? null,
    }),
    CANDIDATES,
  )

/** Every canonical username that making these accounts could try. */
export const usernamesToTry = (people: readonly AccountNames[], provisions: Provisions): string[] => [
  ...people.flatMap((person) => (person.username ? [canonicalUsername(person.username)] : [])),
  ...Object.values(provisions).flatMap((ready) => ready.usernames.map(canonicalUsername)),
]

/** Usernames in use: those of the store, and those that this change gives away. */
export class Usernames {
  readonly #taken: Set<string>

  constructor(taken: readonly TakenUsername[]) {
    this.#taken = new Set(taken.map((name) => name.usernameKey))
  }

  /** Takes this one, where it is free. */
  take(username: string): boolean {
    const key = canonicalUsername(username)
    if (this.#taken.has(key)) return false
    this.#taken.add(key)
    return true
  }

  takeFirst(candidates: readonly string[]): string {
    const free = candidates.find((candidate) => this.take(candidate))
    // With all of them taken, others are drawn and the change is decided again.
    if (free === undefined) throw new ProvisionMissing()
    return free
  }
}

const MOST_TRIES = 20

/** Ends the drawing of usernames for a name that (nearly) all of the four-digit numbers are taken for. */
export function requireAnotherTry(tries: number): void {
  if (tries < MOST_TRIES) return
  throw new Refusal('username_taken', { message: 'No username is left for this name; send one of your own.' })
}

const noSocials = { facebook: null, linkedin: null, twitter: null, youtube: null }

/** An account with nothing but its e-mail, username and password; the caller fills in the rest. */
export function newAccount(ctx: DecideContext, email: string, username: string, ready: Provision): UserRow {
  return {
    id: ctx.newId(),
    platformId: ctx.platformId,
    externalId: null,
    source: null,
    email: email.trim(),
    emailKey: canonicalEmail(email),
    username,
    usernameKey: canonicalUsername(username),
    role: 'attendee',
    registrationStatus: 'accepted',
    firstName: null,
    lastName: null,
    avatar: null,
    description: null,
    job: null,
    company: null,
    tags: [],
    timezone: null,
    country: null,
    city: null,
    status: null,
    website: null,
    socials: noSocials,
    highlighted: false,
    announced: false,
    passwordHash: ready.passwordHash,
    passwordMustChange: true,
    passwordExpiresAt: ctx.now + SEVEN_DAYS_MS,
    totpSecret: null,
    totpUsedAt: null,
    version: 1,
    createdAt: ctx.now,
    updatedAt: ctx.now,
  }
}
