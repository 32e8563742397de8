// What one person sees differently from their audience in the live content of a talk.
import type { Services } from '../../kernel/changes/services.ts'
import { readOwnMessageItems } from '../chat/read-messages.ts'
import { readOwnQuestionItems, readVotes } from '../questions/views.ts'
import { readAnsweredItems } from '../surveys/live-items.ts'
import type { Audience, LiveContext, LiveItem } from './items.ts'

export type OwnContent = {
  /** Messages and questions that others do not see, and surveys that the person has answered. */
  items: LiveItem[]
  /** The questions that the person has voted for. */
  votedIds: readonly string[]
}

export async function readOwnContent(
  services: Pick<Services, 'store'>,
  context: LiveContext,
  { audience, userId }: { audience: Audience; userId: string },
): Promise<OwnContent> {
  const { features, talk } = context
  const [messages, questions, surveys, votedIds] = await Promise.all([
    features.includes('chat') ? readOwnMessageItems(services, context, userId) : [],
    features.includes('questions') ? readOwnQuestionItems(services, context, userId) : [],
    // Moderators see results either way.
    features.includes('surveys') && audience === 'public' ? readAnsweredItems(services, context, userId) : [],
    features.includes('questions') ? readVotes(services.store, talk.id, userId) : [],
  ])
  return { items: [...messages, ...questions, ...surveys], votedIds }
}
