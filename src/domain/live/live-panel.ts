// All live content of a talk, for its page and for clients that start over.
import type { Services } from '../services.ts'
import { type ChatHistory, readChat } from './chat/chat-messages.ts'
import { type Audience, audienceOf, type LiveContext, type Recipient } from './live-items.ts'
import { type QuestionList, readQuestions } from './questions/question-views.ts'
import { readSurveysAtTalk, type ShownSurvey } from './surveys/survey-items.ts'
import { readViewers, type ShownViewers, shownViewers } from './viewers/viewers.ts'

export type LivePanel = {
  context: LiveContext
  audience: Audience
  userId: string | null
  /** Null if the chat is off. */
  chat: ChatHistory | null
  /** Null if both the number and the list are off. */
  viewers: ShownViewers | null
  /** Null if surveys are off. */
  surveys: ShownSurvey[] | null
  /** Null if questions are off. */
  questions: QuestionList | null
}

/** The panel of a talk; null if no feature is live or the recipient may not watch. */
export async function readLivePanel(
  services: Pick<Services, 'store' | 'clock'>,
  context: LiveContext,
  recipient: Recipient,
): Promise<LivePanel | null> {
  const audience = audienceOf(context, recipient)
  // Admins always see the viewers.
  if (audience === null || (context.features.length === 0 && audience !== 'admins')) return null
  const userId = recipient.user?.id ?? null
  const { id } = context.talk
  const viewers = (await readViewers(services, [id])).get(id)
  return {
    context,
    audience,
    userId,
    chat: context.features.includes('chat') ? await readChat(services, context, { audience, userId }) : null,
    viewers: viewers ? shownViewers(context, audience, viewers) : null,
    surveys: context.features.includes('surveys')
      ? await readSurveysAtTalk(services, context, { audience, userId })
      : null,
    questions: context.features.includes('questions')
      ? await readQuestions(services, context, { audience, userId })
      : null,
  }
}
