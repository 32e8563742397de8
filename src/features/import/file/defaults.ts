// Defaults of an import: the name of its source, and e-mails for people without one.

import { cutAtWord } from '../../../kernel/lib/text/text.ts'
import { DOMAIN_WITHOUT_MAILBOXES } from '../../people/mailboxes.ts'
import { personsOf } from './emails.ts'
import type { Programme } from './programme.ts'

export const MAX_SOURCE_LENGTH = 60
export const MAX_PREFIX_LENGTH = 40

/** For files without any e-mail addresses. */
export const DEFAULT_EMAIL_PATTERN = `{slug}@${DOMAIN_WITHOUT_MAILBOXES}`

/** `frab:numbers30` or `csv:speakers`, so that two programmes of one platform do not prune each other. */
export const defaultSource = (
  { format, source }: Pick<Programme, 'format' | 'source'>,
  fileName: string,
): string => cutAtWord(`${format}:${source || fileName}`, MAX_SOURCE_LENGTH)

/** Undefined if some people have an e-mail, because the missing ones may be a mistake in the file. */
export function defaultEmailPattern({ events }: Programme): string | undefined {
  const persons = events.flatMap(personsOf)
  if (persons.length === 0 || persons.some(({ email }) => email !== '')) return undefined
  return DEFAULT_EMAIL_PATTERN
}
