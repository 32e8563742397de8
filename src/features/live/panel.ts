// All live content of a talk, for its page and for clients that start over.
import type { Services } from '../../kernel/changes/services.ts'
import { type ChatHistory, readChat } from '../chat/read-messages.ts'
import { type QuestionList, readQuestions } from '../questions/views.ts'
import { readSurveysAtTalk, type ShownSurvey } from '../surveys/live-items.ts'
import { readViewers, type ShownViewers, shownViewers } from '../viewers/viewers.ts'
import { type Audience, audienceOf, isReadOnly, type LiveContext, type Recipient } from './items.ts'

export type LivePanel = {
  context: LiveContext
  audience: Audience
  isSignedIn: boolean
  /** Whether the account of the reader may write. Visitors without an account are asked to sign in. */
  mayWrite: boolean
  /** Null if the chat is off. */
  chat: ChatHistory | null
  /** Null if both the number and the list are off. */
  viewers: ShownViewers | null
  /** Null if surveys are off. */
  surveys: ShownSurvey[] | null
  /** Null if questions are off. */
  questions: QuestionList | null
}

type Reading = Pick<Services, 'store' | 'clock'>
/** An audience, with or without an account, which may write or not. */
export type PanelReader = Pick<LivePanel, 'audience' | 'isSignedIn' | 'mayWrite'>

export const panelReader = (
  context: Pick<LiveContext, 'platform'>,
  recipient: Recipient,
  audience: Audience,
): PanelReader => ({
  audience,
  isSignedIn: recipient.user !== null,
  mayWrite: recipient.user !== null && !isReadOnly(context, recipient),
})

/** The panel of a talk as one person sees it; null if no feature is live or the recipient may not watch. */
export async function readLivePanel(
  services: Reading,
  context: LiveContext,
  recipient: Recipient,
): Promise<LivePanel | null> {
  const audience = audienceOf(context, recipient)
  const userId = recipient.user?.id ?? null
  return audience && readPanel(services, context, { ...panelReader(context, recipient, audience), userId })
}

/** The panel without what one person sees differently from others (`readOwnContent`); null if no feature is live. */
export const readSharedPanel = (
  services: Reading,
  context: LiveContext,
  reader: PanelReader,
): Promise<LivePanel | null> => readPanel(services, context, { ...reader, userId: null })

async function readPanel(
  services: Reading,
  context: LiveContext,
  { audience, isSignedIn, mayWrite, userId }: PanelReader & { userId: string | null },
): Promise<LivePanel | null> {
  // Admins always see the viewers.
  if (context.features.length === 0 && audience !== 'admins') return null
  const { id } = context.talk
  const viewers = (await readViewers(services, [id])).get(id)
  return {
    context,
    audience,
    isSignedIn,
    mayWrite,
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
