// Names of people in e-mails, which must not be links to somewhere else.
import { countCodePoints } from '../../kernel/lib/text/text.ts'
import type { Messages } from '../../kit/messages/messages.ts'
import type { UserRow } from '../people/tables.ts'

const MAX_NAME_LENGTH = 60
/** An address, a URL, a host name, which mail programs make a link of, or several lines. */
const LINK = /[@/\\:]|[\p{L}\p{N}\p{M}]\p{Cf}*[.。．｡]\p{Cf}*[\p{L}\p{N}]|[\p{Cc}\p{Zl}\p{Zp}]/u

/** Whether a text can stand in the subject or the opening of an e-mail without leading anywhere. */
export const hasNoLink = (text: string): boolean => !LINK.test(text)

/**
 * Whether a name that somebody chose can stand in the opening of an e-mail. Otherwise, the e-mail could say what they
 * want, in the name of the event.
 */
export const isPlainName = (name: string): boolean =>
  countCodePoints(name) <= MAX_NAME_LENGTH && hasNoLink(name)

/** The form of address of a person in e-mails. */
export const nameOf = ({ emails }: Messages, { firstName }: Pick<UserRow, 'firstName'>): string =>
  firstName !== null && isPlainName(firstName) ? firstName : emails.somebody
