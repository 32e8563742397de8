// What forms share: labels, buttons, and problems.
import type { ValidationTexts } from '../../../http/problems/validation-problems.ts'
import type { TalkType } from '../../../schema/programme/talks.ts'
import { formats, list, plural } from './formats.ts'

const videos: Record<TalkType, string> = {
  embedded: 'is not valid',
  rtmp: 'must be a public rtmp or rtmps URL, or a public https URL without a port',
  youtube: 'must be the URL of a YouTube video',
  external: 'must be a public https URL',
  replay: 'must be a public https URL without a port',
}

const validation: ValidationTexts = {
  required: 'is required',
  unknown: () => 'is not a field of this form',
  type(types) {
    if (types.includes('integer')) return 'must be a whole number'
    return types.includes('number') ? 'must be a number' : 'is not valid'
  },
  enum: () => 'must be one of the choices',
  const: () => 'must be one of the choices',
  minLength: (limit) => (limit === 1 ? 'must not be empty' : `must have at least ${limit} characters`),
  maxLength: (limit) => `must have at most ${limit} characters`,
  minItems: (limit) =>
    plural(limit, { one: 'must have at least # item', other: 'must have at least # items' }),
  maxItems: (limit) => plural(limit, { one: 'must have at most # item', other: 'must have at most # items' }),
  minimum: (limit) => `must be at least ${limit}`,
  maximum: (limit) => `must be at most ${limit}`,
  blank: 'must not be blank',
  pattern: 'contains characters that are not allowed',
  formats: {
    email: 'must be an e-mail address',
    'https-url': 'must be an https URL of a public host, without user info or a port',
    'picture-url':
      'must be an https URL of a public host, without user info or a port, or the path of an uploaded picture',
    'document-path': 'must be the path of an uploaded PDF',
    'stream-url': 'must be an rtmp, rtmps, or https URL of a public host',
    'webhook-url': 'must be an https URL without user info',
    'date-time': 'must be a date and time',
    timezone: 'must be an IANA time zone',
    language: 'must be a language tag such as en or pt-BR',
    color: 'must be a color in the form #rrggbb',
    'address-range': 'must be an IP address or a CIDR range such as 192.0.2.0/24',
    'host-name': 'must be a lowercase host name without a port or path',
    'room-address': 'must be an https URL; {id} stands for the talk',
    date: 'must be a date',
  },
  characters: 'contains characters that cannot be stored',
  uniqueItems: 'contains duplicate items',
  duplicate: 'is already the e-mail address of an earlier person in the list',
  video: (type) => videos[type],
  other: 'is not valid',
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
  tooManyAttempts: (seconds: number) => `Too many attempts. Try again ${formats.wait(seconds)}.`,
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
  /** What the schema of a field rejects. */
  validation,
  /** By problem code: what the rules of the domain reject. `limit` is a number of characters. */
  problems: {
    required: 'is required',
    private_key: 'must be an RSA private key in PEM format',
    characters: 'contains characters that cannot be stored',
    insufficient_credits: 'is more than the person has',
    insufficient_points: 'takes away more than the person has',
    ends_before_start: 'is before the first day',
    taken: 'is already used by another platform',
    own_host: 'is the host name that you are using now; you would lose access to this page',
    address: 'must be an https URL of a public host',
    email_taken: 'already belongs to another account; use another e-mail',
    username_taken: 'already belongs to another account',
    minItems: 'must have at least one person',
    external_id_taken: 'already belongs to another object of this kind',
    too_many_webhooks: 'cannot be added, because the platform has as many webhooks as it can have',
    masked: 'must contain the values of its query instead of •••, or stay unchanged',
    too_short: (limit: number) => `must have at least ${limit} characters`,
    too_long: (limit: number) => `must have at most ${limit} characters`,
    no_lowercase: 'must have a lowercase letter',
    no_uppercase: 'must have an uppercase letter',
    no_digit: 'must have a digit',
    no_symbol: 'must have a symbol',
    easy_to_guess: 'is easy to guess; use several unrelated words',
    unchanged: 'must differ from the current password',
    answer: 'is not a possible answer',
    unknown_file: 'is not a file of this platform; upload it again',
    not_a_picture: 'is not a JPEG, PNG, WebP, GIF, AVIF, or SVG picture, or is damaged',
    too_many_pixels: 'has more than 50 million pixels',
    too_complex: 'takes too much time or memory to decode',
    picture_too_large: 'is larger than 16 MiB',
    not_a_pdf: 'is not a PDF, or is damaged',
    ambiguous_pdf: 'is a PDF and something else at once',
    unknown_talk: 'is not a talk of this platform',
    needs_talk: 'works only for a survey of a talk',
    anonymous: 'is not possible for an anonymous survey',
    choices: 'must have at least 2 choices',
    no_choices: 'must be empty for this kind of question',
    same_choices: 'must not contain the same text twice',
  },
}
