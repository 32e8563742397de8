// Passwords: made by a platform's rule, checked against it, and hashed with argon2id.
import { type Argon2Parameters, argon2, randomBytes, randomInt, timingSafeEqual } from 'node:crypto'
import { promisify } from 'node:util'
import { countCodePoints } from '../text/text.ts'

/** What a platform asks of a password beside lower and upper case. Lengths are in code points. */
export type PasswordRule = { minLength: number; digits: boolean; symbols: boolean }

/** What a hash costs: memory in KiB, passes over it, and threads. */
export type PasswordCost = { memory: number; passes: number; parallelism: number }

const SHORTEST_GENERATED = 16
// Without what is mistaken for something else when read from a badge or a printed sheet: 0 O o, 1 l I.
const LETTERS_AND_DIGITS = 'abcdefghijkmnpqrstuvwxyzABCDEFGHJKLMNPQRSTUVWXYZ23456789'
const SYMBOLS = '!#%*+-=?@_'

// The least that the OWASP Password Storage Cheat Sheet recommends: many hashes at once fit into little memory.
const COST: PasswordCost = { memory: 19_456, passes: 2, parallelism: 1 }
const SALT_BYTES = 16
const TAG_BYTES = 32
// A stored hash may cost more than ours does today, but never so much that one login could stop the service.
const DEAREST = { memory: 262_144, passes: 10, parallelism: 8 }
const PHC =
  /^\$argon2id\$v=19\$m=(\d{1,7}),t=(\d{1,3}),p=(\d{1,2})\$([A-Za-z0-9+/]{11,86})\$([A-Za-z0-9+/]{22,86})$/

const derive = promisify(argon2)

/** A password of max(16, minLength) characters, every one that satisfies the rule being equally likely. */
export function generatePassword(rule: PasswordRule): string {
  const alphabet = rule.symbols ? LETTERS_AND_DIGITS + SYMBOLS : LETTERS_AND_DIGITS
  const length = Math.max(SHORTEST_GENERATED, rule.minLength)
  // Drawing anew is unbiased, which putting one of each kind in and shuffling is not; most draws satisfy.
  for (;;) {
    const password = Array.from({ length }, () => alphabet.charAt(randomInt(alphabet.length))).join('')
    if (satisfiesRule(password, rule)) return password
  }
}

/** Whether a password, one that a person chose included, satisfies the rule: letters and digits of any script count. */
export function satisfiesRule(password: string, rule: PasswordRule): boolean {
  return (
    countCodePoints(password) >= rule.minLength &&
    /\p{Ll}/u.test(password) &&
    /\p{Lu}/u.test(password) &&
    (!rule.digits || /\p{Nd}/u.test(password)) &&
    (!rule.symbols || /[\p{P}\p{S}]/u.test(password))
  )
}

/** The PHC string of a fresh argon2id hash (RFC 9106) of the password, which states what the hash cost. */
export async function hashPassword(password: string, cost: PasswordCost = COST): Promise<string> {
  const salt = randomBytes(SALT_BYTES)
  const message = toMessage(password)
  const tag = await derive('argon2id', { ...cost, tagLength: TAG_BYTES, nonce: salt, message })
  const { memory, passes, parallelism } = cost
  return `$argon2id$v=19$m=${memory},t=${passes},p=${parallelism}$${toBase64(salt)}$${toBase64(tag)}`
}

/** Whether the password is the one hashed. A string that is not such a hash, or too dear a one, matches nothing. */
export async function verifyPassword(password: string, phc: string): Promise<boolean> {
  const hash = parsePhc(phc)
  if (hash === undefined) return false
  const tag = await derive('argon2id', { ...hash.parameters, message: toMessage(password) })
  return timingSafeEqual(tag, hash.tag)
}

type ParsedHash = { parameters: Omit<Argon2Parameters, 'message'>; tag: Buffer }

function parsePhc(phc: string): ParsedHash | undefined {
  const [, m, t, p, salt, hash] = PHC.exec(phc) ?? []
  if (salt === undefined || hash === undefined) return undefined
  const [memory, passes, parallelism] = [Number(m), Number(t), Number(p)]
  const isDear = memory > DEAREST.memory || passes > DEAREST.passes || parallelism > DEAREST.parallelism
  // RFC 9106 section 3.1: at least one pass, a parallelism of one, and eight blocks for each degree of it.
  if (isDear || passes < 1 || parallelism < 1 || memory < 8 * parallelism) return undefined
  const tag = Buffer.from(hash, 'base64')
  const nonce = Buffer.from(salt, 'base64')
  return { parameters: { memory, passes, parallelism, nonce, tagLength: tag.length }, tag }
}

/** Composed (NFC, as RFC 8265 section 4.2 asks), since keyboards differ in how they spell an accented letter. */
function toMessage(password: string): string {
  return password.normalize('NFC')
}

/** Base64 without padding, as the PHC string format has it. */
function toBase64(bytes: Buffer): string {
  return bytes.toString('base64').replace(/=+$/, '')
}
