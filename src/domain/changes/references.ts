// Reads the identifier of a path: an id, ext:<externalId>, or (users) an e-mail.

import { isId } from '../../lib/data/ids.ts'
import { canonicalEmail, isEmail } from '../../lib/text/email.ts'
import type { Reference } from '../../store/changes/objects.ts'
import { Refusal, type RefusalCode } from './errors.ts'

const EXTERNAL = 'ext:'

/** Matches no object: the reference of a creation without an identifier in its path. */
export const NO_REFERENCE: Reference = { by: 'id', value: '' }

/** `undefined` if the text names nothing that could exist. */
function readReference(text: string, kind: 'object' | 'user'): Reference | undefined {
  if (text.startsWith(EXTERNAL)) return { by: 'external_id', value: text.slice(EXTERNAL.length) }
  if (isId(text)) return { by: 'id', value: text.toLowerCase() }
  if (kind === 'user' && isEmail(text)) return { by: 'email_key', value: canonicalEmail(text) }
  return undefined
}

/** Like `requireReference`; null for a creation without an identifier in its path. */
export const optionalReference = (text: string | null, kind: 'object' | 'user', code: RefusalCode) =>
  text === null ? null : requireReference(text, kind, code)

/** Like `readReference`, but refuses with `code` (the 404 of the kind) what could not exist. */
export function requireReference(text: string, kind: 'object' | 'user', code: RefusalCode): Reference {
  const reference = readReference(text, kind)
  if (!reference) throw new Refusal(code)
  return reference
}
