// Live content of talks, as the API returns it.
import { formatInstant } from '../../kernel/lib/time/instants.ts'
import type { ChatHistory, ChatMessage } from '../chat/read-messages.ts'
import type { Message } from '../chat/schema.ts'
import type { WrittenMessage } from '../chat/store.ts'
import { platformFeatures } from '../platforms/schema.ts'
import { presentShownQuestion } from '../questions/present-question.ts'
import { presentSurvey } from '../surveys/state.ts'
import { talkPhase } from '../talks/talk-states.ts'
import type { ShownViewers } from '../viewers/viewers.ts'
import { type Audience, type LiveContext, type LiveItem, type LiveViews, viewOf } from './items.ts'
import type { LivePanel } from './panel.ts'
import type { LiveKind, LiveViewers, TalkLive } from './schema.ts'
import type { LiveSnapshot } from './stream-schema.ts'

/** Leaves out the viewers, whose number changes all the time. */
export const presentTalkLive = ({
  platform,
  talk,
  live,
  features,
  readAt,
}: LiveContext): Omit<TalkLive, 'viewers'> => ({
  id: talk.id,
  state: talkPhase(talk, readAt),
  features: Object.fromEntries(
    platformFeatures.map((feature) => [feature, features.includes(feature)]),
  ) as TalkLive['features'],
  chatMode: live.chatMode,
  slowSeconds: live.slowSeconds,
  pinnedMessageId: live.pinnedMessageId,
  credits: live.credits,
  crowdedUntil: live.crowdedUntil > readAt ? formatInstant(live.crowdedUntil) : null,
  allChatsPaused: platform.settings.chat.isPaused,
  stage: live.stage,
  seq: live.lastSeq,
  version: live.version,
  updatedAt: formatInstant(live.lastSeq === 0 ? talk.createdAt : live.updatedAt),
})

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

const presenters: { [K in LiveKind]: (view: LiveViews[K]) => object } = {
  message: presentMessage,
  question: presentShownQuestion,
  survey: ({ survey }) => presentSurvey(survey),
  survey_results: (results) => results,
  talk: presentTalkLive,
}

/** An object of a journal entry as an audience sees it; null if the audience does not see it, or no longer does. */
export function presentItem<K extends LiveKind>(item: LiveItem<K>, audience: Audience): object | null {
  const view = viewOf(item, audience, null)
  const present: (view: LiveViews[K]) => object = presenters[item.kind]
  return view && present(view)
}

/** All live content of a talk; `panel` is null if all its features are off. */
export const presentSnapshot = (context: LiveContext, panel: LivePanel | null): LiveSnapshot => ({
  live: presentTalkLive(context),
  messages: messagesOf(panel?.chat ?? null).map(presentMessage),
  questions: panel?.questions?.questions.map(presentShownQuestion) ?? [],
  surveys: panel?.surveys?.map(({ survey }) => presentSurvey(survey)) ?? [],
  surveyResults: panel?.surveys?.flatMap(({ results }) => results ?? []) ?? [],
})

/** A reported message can also be among the last ones. */
function messagesOf(chat: ChatHistory | null): ChatMessage[] {
  if (!chat) return []
  const byId = new Map([...chat.messages, ...chat.forReview].map((message) => [message.id, message]))
  return [...byId.values()].sort((a, b) => a.seq - b.seq)
}

export const presentViewers = ({ count, listed }: ShownViewers): LiveViewers => ({
  count: count ?? 0,
  listed: listed?.listedCount ?? 0,
})
