// A message as the API returns it.
import { formatInstant } from '../../kernel/lib/time/instants.ts'
import type { Message } from './schema.ts'
import type { WrittenMessage } from './store.ts'

/** Content of removed messages is shown to nobody. */
export const presentMessage = (message: WrittenMessage): Message => ({
  id: message.id,
  talkId: message.talkId,
  author: message.author,
  label: message.label,
  text: message.state === 'removed' ? null : message.text,
  replyTo: message.replyTo,
  state: message.state,
  heldFor: message.heldFor,
  removedBy: message.removedBy,
  removedFor: message.removedFor,
  reactions: { ...message.reactions },
  reports: message.reports,
  createdAt: formatInstant(message.createdAt),
  updatedAt: formatInstant(message.updatedAt),
})
