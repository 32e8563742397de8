// What is live about talks, as the API returns it.
import { formatInstant } from '../../lib/time/instants.ts'
import type { Message } from '../../schema/live/chat.ts'
import type { TalkLive } from '../../schema/live/live.ts'
import { platformFeatures } from '../../schema/platforms/platforms.ts'
import type { WrittenMessage } from '../../store/live/chat.ts'
import { talkState } from '../site/talk-cards.ts'
import type { LiveContext } from './live-items.ts'

export const presentTalkLive = ({ platform, talk, live, features, readAt }: LiveContext): TalkLive => ({
  id: talk.id,
  state: talkState(talk, readAt),
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

/** What was removed is not shown to anyone. */
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
