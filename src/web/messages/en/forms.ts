// What forms share: labels, buttons, and problems.
import { list, plural } from './formats.ts'

/** In whole seconds up to a minute and a half, else in minutes or hours, rounded up. */
function tooManyAttempts(seconds: number): string {
  const minutes = Math.ceil(seconds / 60)
  if (seconds <= 90)
    return plural(seconds, {
      one: 'Too many attempts. Try again in # second.',
      other: 'Too many attempts. Try again in # seconds.',
    })
  if (minutes <= 90) return plural(minutes, { other: 'Too many attempts. Try again in # minutes.' })
  return plural(Math.ceil(minutes / 60), { other: 'Too many attempts. Try again in # hours.' })
}

export const forms = {
  firstName: 'First name',
  lastName: 'Last name',
  email: 'E-mail',
  username: 'Username',
  password: 'Password',
  timeZone: 'Time zone',
  chooseTimeZone: 'Choose a time zone',
  website: 'Website',
  save: 'Save',
  invalid: 'Fix these problems and try again:',
  /** Calls a field of a group by both names, such as `Speaker 2: E-mail`. */
  fieldOf: (group: string, field: string) => `${group}: ${field}`,
  currentPassword: 'Current password',
  wrongPassword: 'Incorrect password.',
  tooManyAttempts,
  showPassword: 'Show',
  hidePassword: 'Hide',
  showPasswordOf: (field: string) => `Show: ${field}`,
  hidePasswordOf: (field: string) => `Hide: ${field}`,
  newPassword: {
    label: 'New password',
    confirm: 'Confirm password',
    mismatch: 'The passwords do not match.',
    lowercase: 'a lowercase letter',
    uppercase: 'an uppercase letter',
    digits: 'a digit',
    symbols: 'a symbol',
    hint: (minLength: number, kinds: readonly string[]) =>
      `At least ${minLength} characters, including ${list(kinds)}. Several unrelated words are hard to guess and easy to remember.`,
  },
  /** By problem code. Other problems keep the message of the API. `limit` is a number of characters. */
  problems: {
    required: 'is required',
    characters: 'contains characters that cannot be stored',
    taken: 'is already used by another platform',
    own_host: 'is the host name that you are using now; you would lose access to this page',
    address: 'must be an https URL of a public host',
    masked: 'must contain the values of its query instead of •••, or stay unchanged',
    too_short: (limit: number) => `must have at least ${limit} characters`,
    too_long: (limit: number) => `must have at most ${limit} characters`,
    no_lowercase: 'must have a lowercase letter',
    no_uppercase: 'must have an uppercase letter',
    no_digit: 'must have a digit',
    no_symbol: 'must have a symbol',
    easy_to_guess: 'is easy to guess; use several unrelated words',
    unchanged: 'must differ from the current password',
  },
}
