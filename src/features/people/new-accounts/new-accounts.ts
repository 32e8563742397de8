// New accounts: their rows, usernames, and passwords.

import { newObject } from '../../../kernel/changes/creation.ts'
import { Refusal } from '../../../kernel/changes/errors.ts'
import { canonicalEmail } from '../../../kernel/lib/text/email.ts'
import {
  canonicalUsername,
  numberedUsername,
  placeholderUsername,
  USERNAME_NUMBERS,
  usernameBase,
} from '../../../kernel/lib/text/usernames.ts'
import {
  type DecideContext,
  type LoadContext,
  NO_CREDENTIALS,
} from '../../../kernel/store/changes/operation.ts'
import { GENERATED_PASSWORD_LIFETIME_MS } from '../limits.ts'
import { userFields } from '../schema.ts'
import { type TakenUsername, takenUsernames } from '../store.ts'
import type { UserRow } from '../tables.ts'

/** A person for whom a change creates an account. */
export type AccountNames = {
  email: string
  firstName?: string | null | undefined
  lastName?: string | null | undefined
  username?: string | null | undefined
}

const baseOf = ({ email, firstName = null, lastName = null }: AccountNames): string =>
  usernameBase({ email, firstName, lastName })

/**
 * Loads the taken ones among the requested usernames. The number in a generated username is random and usually free, so
 * taken numbers are loaded only after the store has refused one.
 */
export function loadTakenUsernames(
  { platformId, isAfterConflict }: LoadContext,
  people: readonly AccountNames[],
) {
  const keys = people.flatMap(({ username }) => (username ? [canonicalUsername(username)] : []))
  const bases = isAfterConflict ? [...new Set(people.map(baseOf))] : []
  return keys.length + bases.length === 0 ? {} : { taken: takenUsernames(platformId, { keys, bases }) }
}

/** The accounts that one decision creates. */
export class NewAccounts {
  readonly #ctx: DecideContext
  readonly #taken: Set<string>

  constructor(ctx: DecideContext, taken: readonly TakenUsername[] = []) {
    this.#ctx = ctx
    this.#taken = new Set(taken.map(({ usernameKey }) => usernameKey))
  }

  /** Takes this username. Returns false if it was taken. */
  takeUsername(username: string): boolean {
    const key = canonicalUsername(username)
    if (this.#taken.has(key)) return false
    this.#taken.add(key)
    return true
  }

  /**
   * The row of a new account with its e-mail, username, and a generated password, which is empty in a dry run; the
   * caller adds the rest. `username` was taken with `takeUsername`; undefined generates one.
   */
  create(person: AccountNames, username?: string): { account: UserRow; password: string } {
    const id = this.#ctx.newId()
    const credentials = this.#ctx.newCredentials(this.#ctx.passwordRule)
    const { password, passwordHash } = credentials
    const generate = () =>
      credentials === NO_CREDENTIALS ? placeholderUsername(id) : this.#generateUsername(person)
    const own = { id, email: person.email, username: username ?? generate(), passwordHash }
    return { account: newAccount(this.#ctx, own), password }
  }

  /**
   * Creates an account for somebody who has proved the e-mail, or who sets up the platform, which proves even more. Its
   * owner chose the password, which does not expire and need not be changed.
   */
  createOwn(
    { email, firstName, lastName }: { email: string; firstName: string; lastName: string },
    passwordHash: string,
  ): UserRow {
    const username = this.#generateUsername({ email, firstName, lastName })
    return {
      ...newAccount(this.#ctx, { id: this.#ctx.newId(), email, username, passwordHash }),
      ...{
        firstName,
        lastName,
        emailProvedAt: this.#ctx.now,
        passwordMustChange: false,
        passwordExpiresAt: null,
      },
    }
  }

  #generateUsername(person: AccountNames): string {
    const base = baseOf(person)
    const first = this.#ctx.newNumber(USERNAME_NUMBERS)
    for (let number = first; number < first + USERNAME_NUMBERS; number += 1) {
      const username = numberedUsername(base, number)
      if (this.takeUsername(username)) return username
    }
    throw new Refusal('username_taken', {
      message: 'No username is available for this name. Send a username.',
    })
  }
}

type OwnValues = Pick<UserRow, 'id' | 'email' | 'username' | 'passwordHash'>

function newAccount(ctx: DecideContext, { id, email, username, passwordHash }: OwnValues): UserRow {
  return {
    ...newObject(ctx, id),
    ...userFields.initial,
    email: email.trim(),
    emailKey: canonicalEmail(email),
    emailProvedAt: null,
    username,
    usernameKey: canonicalUsername(username),
    language: null,
    highlighted: false,
    announced: false,
    attached: false,
    passwordHash,
    passwordMustChange: true,
    passwordExpiresAt: ctx.now + GENERATED_PASSWORD_LIFETIME_MS,
    totpSecret: null,
    totpUsedAt: null,
  }
}
