// Usernames made from what is known of a person, and the form under which two of them are the same.
import { randomInt } from 'node:crypto'
import anyAscii from 'any-ascii'

const LONGEST_USERNAME = 255
const NUMBERS = 10_000
const LONGEST_BASE = LONGEST_USERNAME - '#0000'.length
const LONGEST_PART = Math.floor((LONGEST_BASE - 1) / 2)

type Named = { firstName?: string | null; lastName?: string | null; email: string }

/**
 * `<lastname>.<firstname>` in lower-case ASCII letters and digits; the one alone where nothing is left of the other;
 * of neither, the local part of the e-mail; else `user`. Short enough to leave room for a number.
 */
export function usernameBase(person: Named): string {
  const parts = [person.lastName, person.firstName].map(reduce).filter((part) => part !== '')
  if (parts.length === 2) return parts.map((part) => part.slice(0, LONGEST_PART)).join('.')
  const local = person.email.slice(0, Math.max(person.email.lastIndexOf('@'), 0))
  return (parts[0] ?? (reduce(local) || 'user')).slice(0, LONGEST_BASE)
}

/**
 * Up to 10,000 distinct usernames `base#dddd`. `random` gives whole numbers from 0 to 9999; a number that came before
 * is replaced by the next free one.
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

/** The form under which usernames are unique: trimmed, composed (NFC), in lower case. */
export function canonicalUsername(s: string): string {
  // Twice: 'J' with a caron has no composed form, 'j' with one has.
  return s.trim().normalize('NFC').toLowerCase().normalize('NFC')
}

/** Composed first, so that both spellings of an accented letter give the same. */
function reduce(name: string | null | undefined): string {
  return anyAscii((name ?? '').normalize('NFC'))
    .toLowerCase()
    .replace(/[^a-z0-9]/g, '')
}
