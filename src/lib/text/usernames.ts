// Generated usernames, and the canonical form for comparing two usernames.
import { randomInt } from 'node:crypto'
import anyAscii from 'any-ascii'

const MAX_LENGTH = 255
const NUMBERS = 10_000
const MAX_BASE_LENGTH = MAX_LENGTH - '#0000'.length
const MAX_PART_LENGTH = Math.floor((MAX_BASE_LENGTH - 1) / 2)

type Named = { firstName?: string | null; lastName?: string | null; email: string }

/**
 * `<lastname>.<firstname>` in lowercase ASCII letters and digits, or only one of the names if nothing is left of the
 * other; without names the local part of the e-mail, or `user`. Leaves room for a number.
 */
export function usernameBase(person: Named): string {
  const parts = [person.lastName, person.firstName].map(toAsciiName).filter((part) => part !== '')
  if (parts.length === 2) return parts.map((part) => part.slice(0, MAX_PART_LENGTH)).join('.')
  const local = person.email.slice(0, Math.max(person.email.lastIndexOf('@'), 0))
  return (parts[0] ?? (toAsciiName(local) || 'user')).slice(0, MAX_BASE_LENGTH)
}

/**
 * Up to 10,000 distinct usernames `base#dddd`. `random` returns integers from 0 to 9999; a repeated number is replaced by
 * the next unused one.
 */
export function usernameCandidates(
  base: string,
  count: number,
  random: () => number = () => randomInt(NUMBERS),
): string[] {
  const taken = new Set<number>()
  while (taken.size < Math.min(count, NUMBERS)) {
    let number = random()
    while (taken.has(number)) number = (number + 1) % NUMBERS
    taken.add(number)
  }
  return Array.from(taken, (number) => `${base}#${String(number).padStart(4, '0')}`)
}

/** The form in which usernames are unique: trimmed, composed (NFC), and lowercase. */
export function canonicalUsername(s: string): string {
  // Normalized twice, because 'J' with a caron has no composed form, but 'j' with a caron has one.
  return s.trim().normalize('NFC').toLowerCase().normalize('NFC')
}

/** Lowercase ASCII letters and digits. Composes first, so that both encodings of an accented letter give the same. */
function toAsciiName(name: string | null | undefined): string {
  return anyAscii((name ?? '').normalize('NFC'))
    .toLowerCase()
    .replace(/[^a-z0-9]/g, '')
}
