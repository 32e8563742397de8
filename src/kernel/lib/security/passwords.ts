// Passwords: generating them by a platform's rule, checking the rule, and hashing with argon2id.
import {
  type Argon2Parameters,
  argon2,
  argon2Sync,
  randomBytes,
  randomInt,
  timingSafeEqual,
} from 'node:crypto'
import { promisify } from 'node:util'
import { countCodePoints } from '../text/text.ts'

/** Requirements of a platform for passwords, besides lowercase and uppercase letters. The length is in code points. */
export type PasswordRule = { minLength: number; digits: boolean; symbols: boolean }
export const DEFAULT_PASSWORD_RULE: PasswordRule = { minLength: 8, digits: false, symbols: false }

/** The rule for passwords that users choose: the platform's rule, but at least 15 characters. */
export const ownPasswordRule = (rule: PasswordRule): PasswordRule => ({
  ...rule,
  minLength: Math.max(MIN_OWN_LENGTH, rule.minLength),
})

declare const generated: unique symbol
/**
 * A password that only `generatePassword` returns. It has at least 112 bits, so a fast hash is enough to protect it.
 */
export type GeneratedPassword = string & { readonly [generated]: true }

/** The cost of a hash: memory in KiB, passes over it, and threads. */
type PasswordCost = { memory: number; passes: number; parallelism: number }

// NIST SP 800-63B-4, section 3.1.1.2: 15 characters if the password is the only factor.
const MIN_OWN_LENGTH = 15
// 116 bits of LETTERS_AND_DIGITS. With 112 bits or more, a look-up secret needs no slow hash (NIST SP 800-63B-4,
// section 3.1.2.2).
const MIN_GENERATED_LENGTH = 20
// Leaves out characters that look alike on a badge or printed sheet: 0 O o, 1 l I.
const LETTERS_AND_DIGITS = 'abcdefghijkmnpqrstuvwxyzABCDEFGHJKLMNPQRSTUVWXYZ23456789'
const SYMBOLS = '!#%*+-=?@_'

// The minimum of the OWASP Password Storage Cheat Sheet, so that many hashes at once need little memory.
const COST: PasswordCost = { memory: 19_456, passes: 2, parallelism: 1 }
// The minimum of RFC 9106, section 3.1.
const MIN_COST: PasswordCost = { memory: 8, passes: 1, parallelism: 1 }
const SALT_BYTES = 16
const TAG_BYTES = 32
// A stored hash may cost more than a new one, but never so much that a single sign-in could stall the server.
const MAX_COST = { memory: 262_144, passes: 10, parallelism: 8 }
const PHC =
  /^\$argon2id\$v=19\$m=(\d{1,7}),t=(\d{1,3}),p=(\d{1,2})\$([A-Za-z0-9+/]{11,86})\$([A-Za-z0-9+/]{22,86})$/

const derive = promisify(argon2)

/** A random password of max(20, minLength) characters. All passwords that satisfy the rule are equally likely. */
export function generatePassword(rule: PasswordRule): GeneratedPassword {
  const alphabet = rule.symbols ? LETTERS_AND_DIGITS + SYMBOLS : LETTERS_AND_DIGITS
  const length = Math.max(MIN_GENERATED_LENGTH, rule.minLength)
  // Drawing again is unbiased, unlike adding one character of each kind and shuffling. Most draws succeed.
  for (;;) {
    const password = Array.from({ length }, () => alphabet.charAt(randomInt(alphabet.length))).join('')
    // This is the only place where a text becomes a generated password.
    if (satisfiesRule(password, rule)) return password as GeneratedPassword
  }
}

/** Whether a password satisfies the rule. Letters and digits of any script count. */
export function satisfiesRule(password: string, rule: PasswordRule): boolean {
  return (
    countCodePoints(password) >= rule.minLength &&
    /\p{Ll}/u.test(password) &&
    /\p{Lu}/u.test(password) &&
    (!rule.digits || /\p{Nd}/u.test(password)) &&
    (!rule.symbols || /[\p{P}\p{S}]/u.test(password))
  )
}

/** A new argon2id hash (RFC 9106) of the password as a PHC string, which contains the cost. */
export async function hashPassword(password: string): Promise<string> {
  const parameters = newParameters(password, COST)
  return formatPhc(parameters, await derive('argon2id', parameters))
}

/** Like `hashPassword`, on this thread. */
export const hashPasswordNow = (password: string): string => hashNow(password, COST)

/** A hash at the lowest cost, about 30 µs on this thread. */
export const hashGeneratedPassword = (password: GeneratedPassword): string => hashNow(password, MIN_COST)

function hashNow(password: string, cost: PasswordCost): string {
  const parameters = newParameters(password, cost)
  return formatPhc(parameters, argon2Sync('argon2id', parameters))
}

/** A hash that no password matches. Verifying it takes as long as for a chosen password. */
export const newDecoy = (): string => formatPhc(newParameters('', COST), randomBytes(TAG_BYTES))

/** The work of verifying a hash, for comparison with others. */
export function workOf(phc: string): number {
  const parameters = parsePhc(phc)?.parameters
  return parameters === undefined ? 0 : parameters.memory * parameters.passes
}

/** Whether the password matches the hash. An invalid or too expensive hash matches nothing. */
export async function verifyPassword(password: string, phc: string): Promise<boolean> {
  const hash = parsePhc(phc)
  if (hash === undefined) return false
  const tag = await derive('argon2id', { ...hash.parameters, message: toMessage(password) })
  return timingSafeEqual(tag, hash.tag)
}

/** Like `verifyPassword`, on this thread. */
export function verifyPasswordNow(password: string, phc: string): boolean {
  const hash = parsePhc(phc)
  if (hash === undefined) return false
  const tag = argon2Sync('argon2id', { ...hash.parameters, message: toMessage(password) })
  return timingSafeEqual(tag, hash.tag)
}

type NewParameters = PasswordCost & { tagLength: number; nonce: Buffer; message: string }

const newParameters = (password: string, cost: PasswordCost): NewParameters => ({
  ...cost,
  tagLength: TAG_BYTES,
  nonce: randomBytes(SALT_BYTES),
  message: toMessage(password),
})

const formatPhc = ({ memory, passes, parallelism, nonce }: NewParameters, tag: Buffer): string =>
  `$argon2id$v=19$m=${memory},t=${passes},p=${parallelism}$${toBase64(nonce)}$${toBase64(tag)}`

type ParsedHash = { parameters: Omit<Argon2Parameters, 'message'>; tag: Buffer }

function parsePhc(phc: string): ParsedHash | undefined {
  const [, m, t, p, salt, hash] = PHC.exec(phc) ?? []
  if (salt === undefined || hash === undefined) return undefined
  const [memory, passes, parallelism] = [Number(m), Number(t), Number(p)]
  const isTooExpensive =
    memory > MAX_COST.memory || passes > MAX_COST.passes || parallelism > MAX_COST.parallelism
  // At least one pass, a parallelism of one, and eight blocks per degree of parallelism (RFC 9106 section 3.1).
  if (isTooExpensive || passes < 1 || parallelism < 1 || memory < 8 * parallelism) return undefined
  const tag = Buffer.from(hash, 'base64')
  const nonce = Buffer.from(salt, 'base64')
  return { parameters: { memory, passes, parallelism, nonce, tagLength: tag.length }, tag }
}

/** Composes the password (NFC, RFC 8265 section 4.2), because keyboards encode accented letters differently. */
function toMessage(password: string): string {
  return password.normalize('NFC')
}

/** Base64 without padding, as in the PHC string format. */
function toBase64(bytes: Buffer): string {
  return bytes.toString('base64').replace(/=+$/, '')
}
