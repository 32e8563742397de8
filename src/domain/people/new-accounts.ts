// New accounts: their rows, their usernames, and placeholders for those whose credentials are not ready.
import { canonicalEmail } from '../../lib/text/email.ts'
import { canonicalUsername } from '../../lib/text/usernames.ts'
import type {
  AccountNames,
  Credentials,
  CredentialsByEmail,
  DecideContext,
} from '../../store/changes/operation.ts'
import { type TakenUsername, takenUsernames } from '../../store/people/users.ts'
import type { UserRow } from '../../store/sql/tables.ts'

const SEVEN_DAYS_MS = 7 * 24 * 60 * 60 * 1000

/** Loads which candidate usernames of these people are taken. Empty if there are no candidates. */
export function loadTakenUsernames(
  platformId: string,
  people: readonly AccountNames[],
  credentials: CredentialsByEmail,
) {
  const keys = people.flatMap(({ email, username }) => [
    ...(username ? [username] : []),
    ...(credentials[canonicalEmail(email)]?.usernames ?? []),
  ])
  return keys.length === 0 ? {} : { taken: takenUsernames(platformId, keys.map(canonicalUsername)) }
}

/** The accounts that one decision creates. */
export class NewAccounts {
  readonly #ctx: DecideContext
  readonly #taken: Set<string>
  /** The accounts without credentials. They are placeholders until the transaction is rolled back. */
  readonly placeholders: AccountNames[] = []

  constructor(ctx: DecideContext, taken: readonly TakenUsername[] = []) {
    this.#ctx = ctx
    this.#taken = new Set(taken.map(({ usernameKey }) => usernameKey))
  }

  /** Whether this username was free. After the call, it is taken. */
  takeUsername(username: string): boolean {
    const key = canonicalUsername(username)
    if (this.#taken.has(key)) return false
    this.#taken.add(key)
    return true
  }

  /**
   * The row of a new account with its e-mail, username, and password; the caller adds the rest. `username` is one that
   * was taken with `takeUsername`, or undefined for a generated one.
   */
  create(person: AccountNames, username?: string): { account: UserRow; password: string } {
    const credentials = this.#ctx.credentials[canonicalEmail(person.email)]
    const own = username ?? credentials?.usernames.find((candidate) => this.takeUsername(candidate))
    const isReady = credentials !== undefined && own !== undefined
    if (!isReady) this.placeholders.push(person)
    const account = newAccount(this.#ctx, person.email, own, credentials)
    return { account, password: credentials?.password ?? '' }
  }
}

/** The username of a placeholder account. No other account can have it, because it contains the id. */
export const placeholderUsername = (id: string) => `#${id}`

const noSocials = { facebook: null, linkedin: null, twitter: null, youtube: null }

function newAccount(
  ctx: DecideContext,
  email: string,
  ownUsername: string | undefined,
  credentials: Credentials | undefined,
): UserRow {
  const id = ctx.newId()
  const username = ownUsername ?? placeholderUsername(id)
  return {
    id,
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
    language: null,
    country: null,
    city: null,
    status: null,
    website: null,
    socials: noSocials,
    highlighted: false,
    announced: false,
    attached: false,
    passwordHash: credentials?.passwordHash ?? '',
    passwordMustChange: true,
    passwordExpiresAt: ctx.now + SEVEN_DAYS_MS,
    totpSecret: null,
    totpUsedAt: null,
    version: 1,
    createdAt: ctx.now,
    updatedAt: ctx.now,
  }
}
