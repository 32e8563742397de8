// Refusals in the words of the Back Office, where people have roles rather than keys.
import type { Refusal } from '../../../domain/changes/errors.ts'
import type { Messages } from '../../messages/messages.ts'

export function officeMessage({ code, message, detail }: Refusal, { office }: Messages): string {
  const texts: Readonly<Record<string, string>> = office.frame.refusals
  return (detail.message === undefined ? texts[code] : undefined) ?? message
}
