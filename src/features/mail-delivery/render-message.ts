// The text of a message from the organizers, with its placeholders.

import type { Messages } from '../../kit/messages/messages.ts'
import type { UserRow } from '../people/tables.ts'
import type { PlatformRow } from '../platforms/tables.ts'
import { nameOf } from './render-names.ts'
import { type EmailText, fillText } from './render-texts.ts'

/** The text stays Markdown. */
export function messageText(
  { subject, text }: EmailText,
  { messages, platform, user }: { messages: Messages; platform: PlatformRow; user: UserRow },
): EmailText {
  const values = { name: nameOf(messages, user), platform: platform.name }
  return { subject: fillText(subject, values), text: fillText(text, values) }
}
