// Generated usernames, and the canonical form for comparing two usernames.
import anyAscii from 'any-ascii'

const MAX_LENGTH = 255
/** Number of generated usernames per base. */
export const USERNAME_NUMBERS = 10_000
const MAX_BASE_LENGTH = MAX_LENGTH - '#0000'.length
const MAX_PART_LENGTH = Math.floor((MAX_BASE_LENGTH - 1) / 2)

type Named = { firstName?: string | null; lastName?: string | null; email: string }

/**
 * `<lastname>.<firstname>` in lowercase ASCII letters and digits, or only one of the names if nothing is left of the
 * other. Without names, the local part of the e-mail, or `user`. Leaves room for a number.
 */
export function usernameBase(person: Named): string {
  const parts = [person.lastName, person.firstName].map(toAsciiName).filter((part) => part !== '')
  if (parts.length === 2) return parts.map((part) => part.slice(0, MAX_PART_LENGTH)).join('.')
  const local = person.email.slice(0, Math.max(person.email.lastIndexOf('@'), 0))
  return (parts[0] ?? (toAsciiName(local) || 'user')).slice(0, MAX_BASE_LENGTH)
}

/** `base#dddd`. After 9999, numbers continue from 0. */
export const numberedUsername = (base: string, number: number): string =>
  `${base}#${String(number % USERNAME_NUMBERS).padStart(4, '0')}`

/** Stands for a generated username in a dry run. No account can have it, because it contains the id. */
export const placeholderUsername = (id: string) => `#${id}`

/** The form in which usernames are unique: trimmed, composed (NFC), and lowercase. */
export function canonicalUsername(s: string): string {
  // Normalized twice, because 'J' with a caron has no composed form, but 'j' with a caron has one.
  return s.trim().normalize('NFC').toLowerCase().normalize('NFC')
}

/**
 * Lowercase ASCII letters and digits. Composes first, so that both encodings of an accented letter give the same
 * result.
 */
function toAsciiName(name: string | null | undefined): string {
  return anyAscii((name ?? '').normalize('NFC'))
    .toLowerCase()
    .replace(/[^a-z0-9]/g, '')
}
