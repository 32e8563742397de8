// What forms share: labels, buttons, and problems.
import { list, plural } from './formats.ts'

export const forms = {
  firstName: 'First name',
  lastName: 'Last name',
  email: 'E-mail',
  username: 'Username',
  password: 'Password',
  timeZone: 'Time zone',
  website: 'Website',
  save: 'Save',
  invalid: 'Fix these problems and try again:',
  /** Calls a field of a group by both names, such as `Speaker 2: E-mail`. */
  fieldOf: (group: string, field: string) => `${group}: ${field}`,
  currentPassword: 'Current password',
  wrongPassword: 'Incorrect password.',
  tooManyAttempts: (seconds: number) =>
    plural(seconds, {
      one: 'Too many attempts. Try again in # second.',
      other: 'Too many attempts. Try again in # seconds.',
    }),
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
  /** By problem code, for the codes with a single message. Other problems keep the message of the API. */
  problems: {
    required: 'is required',
    characters: 'contains characters that cannot be stored',
  },
}
