// The tables of access as the program uses them. The migrations create them.

import type { Language } from '../../kernel/schema/languages.ts'
import {
  instant,
  integer,
  json,
  optionalInstant,
  optionalText,
  text,
} from '../../kernel/store/sql/columns.ts'
import { defineTable, type RowOf } from '../../kernel/store/sql/table.ts'

export const sessions = defineTable('sessions', {
  id: text(),
  hash: text(),
  platformId: text(),
  userId: text(),
  address: text(),
  agent: text(),
  createdAt: instant(),
  seenAt: instant(),
})
export type SessionRow = RowOf<typeof sessions>

/** A sign-up whose e-mail is not proved yet. It is no account. */
export const signUps = defineTable('sign_ups', {
  id: text(),
  /** The hash of the secret in its link. */
  hash: text(),
  platformId: text(),
  email: text(),
  emailKey: text(),
  /** The language of the page on which the person signed up. */
  language: optionalText<Language>(),
  createdAt: instant(),
  expiresAt: instant(),
})
export type SignUpRow = RowOf<typeof signUps>

/** The public key of a passkey, and the name that its owner gave it. */
export const passkeys = defineTable('passkeys', {
  id: text(),
  platformId: text(),
  userId: text(),
  name: text(),
  /** Base64url, from the authenticator. */
  credentialId: text(),
  /** COSE, base64url. */
  publicKey: text(),
  /** The number of uses reported by the authenticator; 0 if it does not count. */
  counter: integer(),
  transports: json<string[]>(),
  createdAt: instant(),
  usedAt: optionalInstant(),
})
export type PasskeyRow = RowOf<typeof passkeys>

/** An account at an OpenID provider that signs in to an account. */
export const identities = defineTable('identities', {
  id: text(),
  platformId: text(),
  userId: text(),
  issuer: text(),
  /** The identifier of the account at the issuer, which is never reassigned. */
  subject: text(),
  /** The e-mail of the account at the issuer when it was last used. */
  email: optionalText(),
  createdAt: instant(),
  usedAt: instant(),
})
export type IdentityRow = RowOf<typeof identities>

/** The last sign-in attempts for a counted key, by its hash. */
export const signInAttempts = defineTable('sign_in_attempts', {
  id: text(),
  times: json<readonly number[]>(),
  lastAt: instant(),
})
export type SignInAttemptsRow = RowOf<typeof signInAttempts>

/** Encrypted content that is shown once, to one user. */
export const oneTimeSlots = defineTable('one_time_slots', {
  id: text(),
  platformId: text(),
  userId: text(),
  content: text(),
  expiresAt: instant(),
})
export type OneTimeSlotRow = RowOf<typeof oneTimeSlots>

/** The encrypted client secrets at OpenID providers, one for each platform. */
export const openIdSecrets = defineTable('openid_secrets', { platformId: text(), secret: text() })

declare module '../../kernel/store/sql/database.ts' {
  interface Tables {
    passkeys: StoredRowOf<typeof passkeys>
    identities: StoredRowOf<typeof identities>
    sessions: StoredRowOf<typeof sessions>
    sign_in_attempts: StoredRowOf<typeof signInAttempts>
    sign_ups: StoredRowOf<typeof signUps>
    one_time_slots: StoredRowOf<typeof oneTimeSlots>
    openid_secrets: StoredRowOf<typeof openIdSecrets>
  }
}
