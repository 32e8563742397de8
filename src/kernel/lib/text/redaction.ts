// Redaction for the request log: keeps the structure and plain values of a request, and masks personal data and secrets.

// Matches only from the start of a word, so that a long word is not scanned again from each of its characters.
const EMAIL = /(?<![^\s"'<>()=,;:@/])[^\s"'<>()=,;:@/]+@[^\s"'<>()=,;:@/]+/g
const API_KEY = /lec[sp]_[0-9a-f]+/g
export const HIDDEN = '•••'
/** Longer than any e-mail (RFC 5321, section 4.5.3.1), so that an e-mail is masked before the text is cut. */
const SLACK = 512
const MAX_DEPTH = 64

const EMAIL_NAMES = new Set(['email', 'mail'])
const PERSONAL_NAMES = new Set(['firstname', 'lastname', 'username'])
const SECRET_PARTS = ['password', 'secret', 'token', 'authorization', 'apikey', 'api_key']

/** Masks e-mails (`a•••@example.org`) and API keys (`lecs_•••`) anywhere in a text. */
export function maskText(text: string): string {
  // Most texts contain neither, so this skips the search.
  const withoutEmails = text.includes('@') ? text.replace(EMAIL, maskEmail) : text
  if (!withoutEmails.includes('lec')) return withoutEmails
  return withoutEmails.replace(API_KEY, (key) => `${key.slice(0, 5)}${HIDDEN}`)
}

const QUERY = /\?[^#]*/
const QUERY_VALUE = /([?&](?:[^=&]*=)?)([^&]*)/g

/** Masks the values in the query string of a URL, which may be secrets: `https://example.org/hook?token=•••`. */
export const maskQuery = (url: string): string =>
  url.replace(QUERY, (query) =>
    query.replace(QUERY_VALUE, (_all, start, value) => (value === '' ? start : `${start}${HIDDEN}`)),
  )

/** Whether the query of a URL has a masked value, plain or percent-encoded. */
export const hasMaskedQuery = (url: string): boolean =>
  URL.parse(url)?.search.includes(encodeURIComponent(HIDDEN)) ?? false

function maskEmail(email: string): string {
  const at = email.indexOf('@')
  return `${[...email][0] ?? ''}${HIDDEN}${email.slice(at)}`
}

/** Text that is already redacted. */
export class RedactedText {
  readonly text: string
  constructor(text: string) {
    this.text = text
  }
}

/**
 * A value as JSON text with e-mails, personal names, usernames, and secrets masked. Text longer than `limitBytes` bytes
 * of UTF-8 is cut and ends in `…`.
 */
export function redactedJson(value: unknown, limitBytes: number): string {
  if (value instanceof RedactedText) return cutToBytes(value.text, limitBytes)
  const writer: Writer = { text: '', limit: limitBytes, depth: 0 }
  write(writer, value)
  return cutToBytes(writer.text, limitBytes)
}

/** `text` grows until it exceeds the limit. The rest of the value is then skipped. */
type Writer = { text: string; readonly limit: number; depth: number }

const isFull = ({ text, limit }: Writer) => text.length > limit

function write(writer: Writer, value: unknown): void {
  if (isFull(writer)) return
  if (typeof value === 'string') writer.text += JSON.stringify(maskText(start(value, writer)))
  else if (typeof value === 'object' && value !== null) writeNested(writer, value)
  else writer.text += JSON.stringify(value) ?? 'null'
}

function writeNested(writer: Writer, value: object): void {
  if (writer.depth === MAX_DEPTH) {
    writer.text += '"…"'
    return
  }
  writer.depth += 1
  if (Array.isArray(value)) writeList(writer, value)
  else writeObject(writer, value)
  writer.depth -= 1
}

const start = (text: string, { limit }: Writer) =>
  text.length > limit + SLACK ? text.slice(0, limit + SLACK).toWellFormed() : text

function writeList(writer: Writer, list: readonly unknown[]): void {
  writer.text += '['
  for (const [index, item] of list.entries()) {
    if (isFull(writer)) return
    if (index > 0) writer.text += ','
    write(writer, item)
  }
  writer.text += ']'
}

function writeObject(writer: Writer, object: object): void {
  let separator = '{'
  for (const [name, value] of Object.entries(object)) {
    if (isFull(writer)) return
    writer.text += `${separator}${JSON.stringify(maskText(start(name, writer)))}:`
    separator = ','
    write(writer, redactedMember(name, value))
  }
  writer.text += separator === '{' ? '{}' : '}'
}

/** Hides the value of a personal attribute even if it has the wrong type. */
function redactedMember(name: string, value: unknown): unknown {
  if (value === null) return null
  const plain = name.toLowerCase()
  if (SECRET_PARTS.some((part) => plain.includes(part))) return HIDDEN
  if (EMAIL_NAMES.has(plain)) return typeof value === 'string' && /.@./.test(value) ? maskText(value) : HIDDEN
  if (plain === 'url' && typeof value === 'string') return maskQuery(value)
  return PERSONAL_NAMES.has(plain) ? HIDDEN : value
}

const encoder = new TextEncoder()

function cutToBytes(text: string, limit: number): string {
  if (text.length * 3 <= limit) return text
  const { read, written } = encoder.encodeInto(text, new Uint8Array(limit))
  if (read === text.length) return text
  // Leaves room for the ellipsis, which has three bytes.
  const room = encoder.encodeInto(text, new Uint8Array(Math.min(written, limit - 3))).read
  return `${text.slice(0, room)}…`
}
