// Refusals in the words of the Back Office, where the reader can act on them.
import type { Messages } from '../messages/messages.ts'
import { type Refused, refusalText } from '../pages/refusal-texts.ts'

export function officeMessage(refusal: Refused, messages: Messages): string {
  const texts: Readonly<Record<string, string>> = messages.office.frame.refusals
  return texts[refusal.code] ?? refusalText(messages, refusal).text
}
