// Reads the identifier of a path: an id, ext:<externalId>, or (users) an e-mail.

import { isId } from '../lib/data/ids.ts'
import { canonicalEmail, isEmail } from '../lib/text/email.ts'
import type { Reference, UserReference } from '../store/changes/objects.ts'
import { Refusal, type RefusalCode } from './errors.ts'

const EXTERNAL = 'ext:'

/** Matches no object. Used as the reference of a creation without an identifier in its path. */
export const NO_REFERENCE: Reference = { by: 'id', value: '' }

/** The reference to a talk or sponsor. Refuses an impossible identifier with `code`, the 404 of its kind. */
export function requireReference(text: string, code: RefusalCode): Reference {
  const reference = readReference(text)
  if (!reference) throw new Refusal(code)
  return reference
}

/** Like `requireReference`; null for a creation without an identifier in its path. */
export const optionalReference = (text: string | null, code: RefusalCode): Reference | null =>
  text === null ? null : requireReference(text, code)

/** The reference to a user. Refuses an impossible identifier. */
export function requireUserReference(text: string): UserReference {
  const reference = readReference(text)
  if (reference) return reference
  if (!isEmail(text)) throw new Refusal('user_not_found')
  return { by: 'email_key', value: canonicalEmail(text) }
}

/** `undefined` if the text is neither an id nor an external identifier. */
export function readReference(text: string): Reference | undefined {
  if (text.startsWith(EXTERNAL)) return { by: 'external_id', value: text.slice(EXTERNAL.length) }
  if (isId(text)) return { by: 'id', value: text.toLowerCase() }
  return undefined
}
