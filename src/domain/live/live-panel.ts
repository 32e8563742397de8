// Everything that is live about a talk, for its page and for clients that start over.
import type { Services } from '../services.ts'
import { type ChatHistory, readChat } from './chat-messages.ts'
import { type Audience, audienceOf, type LiveContext, type Recipient } from './live-items.ts'

export type LivePanel = {
  context: LiveContext
  audience: Audience
  userId: string | null
  /** Null if the chat is off. */
  chat: ChatHistory | null
}

/** The panel of a talk; null if nothing of it is live, or the recipient may not watch. */
export async function readLivePanel(
  services: Pick<Services, 'store' | 'clock'>,
  context: LiveContext,
  recipient: Recipient,
): Promise<LivePanel | null> {
  const audience = audienceOf(context, recipient)
  if (audience === null || context.features.length === 0) return null
  const userId = recipient.user?.id ?? null
  return {
    context,
    audience,
    userId,
    chat: context.features.includes('chat') ? await readChat(services, context, { audience, userId }) : null,
  }
}
