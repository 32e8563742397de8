// Reads the identifier of a path: a platform's id, ext:<your own>, or (users) an e-mail.

import { isId } from '../../lib/data/ids.ts'
import { canonicalEmail, isEmail } from '../../lib/text/email.ts'
import type { Reference } from '../../store/changes/objects.ts'
import { Refusal, type RefusalCode } from './errors.ts'

const OWN = 'ext:'

/** Names nothing: what a creation without an identifier in its path looks for. */
export const NOBODY: Reference = { by: 'id', value: '' }

/** `undefined` where the text names nothing that could exist. */
export function readReference(text: string, kind: 'object' | 'user'): Reference | undefined {
  if (text.startsWith(OWN)) return { by: 'external_id', value: text.slice(OWN.length) }
  if (isId(text)) return { by: 'id', value: text.toLowerCase() }
  if (kind === 'user' && isEmail(text)) return { by: 'email_key', value: canonicalEmail(text) }
  return undefined
}

/** The same, and null for a creation without an identifier in its path. */
export const optionalReference = (text: string | null, kind: 'object' | 'user', code: RefusalCode) =>
  text === null ? null : requireReference(text, kind, code)

/** Like `readReference`, refusing what could not exist with the 404 of its kind. */
export function requireReference(text: string, kind: 'object' | 'user', code: RefusalCode): Reference {
  const reference = readReference(text, kind)
  if (!reference) throw new Refusal(code)
  return reference
}
