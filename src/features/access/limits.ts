// Limits of passwords, sign-in, sessions, and links.
import { DAY_MS, HOUR_MS, MINUTE_MS, SECOND_MS } from '../../kernel/lib/time/units.ts'

// Passwords.
/** In characters. `ownPasswordRule` has the minimum. */
export const MAX_PASSWORD = 256
/** A request is refused if hashing its password would wait longer than this. */
export const MAX_HASH_WAIT_MS = 20 * SECOND_MS
/** A sign-in is refused if it would wait longer than this. */
export const MAX_VERIFY_WAIT_MS = 10 * SECOND_MS

// Attempts to sign in.
/** Attempts of an address in a minute. */
export const ATTEMPTS_PER_ADDRESS = 30
/** Wrong passwords of an account before it has to wait, longer each time. */
export const FREE_PASSWORDS = 10
/** The longest wait after wrong passwords. */
export const MAX_PASSWORD_WAIT_MS = 15 * MINUTE_MS
/** Wrong attempts are forgotten after this time. */
export const ATTEMPT_MEMORY_MS = DAY_MS
/** At any time, three of a million codes are right. With a hundred tries a day, a guess succeeds once in nine years. */
export const CODE_LIMITS = [
  { limit: 10, windowMs: MINUTE_MS },
  { limit: 30, windowMs: HOUR_MS },
  { limit: 100, windowMs: ATTEMPT_MEMORY_MS },
]
/** Time for the second step of a sign-in. */
export const STEP_LIFETIME_MS = 5 * MINUTE_MS
/** Time for signing in at an OpenID provider. */
export const OPENID_STEP_MS = 10 * MINUTE_MS
/** Time for answering the questions of the registration after it. */
export const OPENID_QUESTIONS_MS = HOUR_MS
/** Time in which a passkey has to answer. */
export const CHALLENGE_LIFETIME_MS = 10 * MINUTE_MS

// Sessions.
/** A session ends after this time without use. */
export const IDLE_TIMEOUT_MS = 30 * DAY_MS
/** The same for admins and owners. */
export const STAFF_IDLE_TIMEOUT_MS = 30 * MINUTE_MS
/** The longest session of an admin or owner: a working day. */
export const STAFF_LIFETIME_MS = 12 * HOUR_MS
/** The last use of a session is recorded at most this often. */
export const USE_RECORDED_EVERY_MS = MINUTE_MS
/** A device is known for this long after a sign-in. */
export const KNOWN_DEVICE_SECONDS = 180 * 24 * 60 * 60
/** A shared browser remembers the last few accounts, so that the cookie stays below 1 kB. */
export const MAX_KNOWN_ACCOUNTS = 8

// Links.
export const SIGN_IN_LINK_LIFETIME_MS = 15 * MINUTE_MS
export const SIGN_UP_LINK_LIFETIME_MS = DAY_MS
/** Links that reset a password, change an e-mail, or set up the installation. */
export const LINK_LIFETIME_MS = DAY_MS
/** A secret that a page shows once can be fetched for this long. */
export const SHOWN_ONCE_MS = 10 * MINUTE_MS
/** Staff see how many sign-ups wait, up to this number. */
export const MAX_COUNTED_SIGN_UPS = 1_000

/** The answer to a question of the registration, in characters. */
export const MAX_ANSWER_LENGTH = 1_000

// Passkeys of an account.
export const MAX_PASSKEYS = 20
/** In characters. */
export const MAX_PASSKEY_NAME_LENGTH = 60

// OpenID providers.
/** Time that a provider has to answer. */
export const PROVIDER_TIMEOUT_MS = 10 * SECOND_MS
/** Time for which a discovery document is used without asking again. */
export const DISCOVERY_MS = HOUR_MS
/** Tolerated difference of a provider's clock. */
export const CLOCK_TOLERANCE_SECONDS = 30
