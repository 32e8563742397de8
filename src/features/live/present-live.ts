// Live content of talks, as the API returns it.
import { formatInstant } from '../../kernel/lib/time/instants.ts'
import { platformFeatures } from '../platforms/schema.ts'
import { talkPhase } from '../talks/talk-states.ts'
import { type Audience, type LiveContext, type LiveItem, type LiveViews, viewOf } from './items.ts'
import type { LivePanel } from './panel.ts'
import { liveKind, liveParts } from './parts.ts'
import type { TalkLive } from './schema.ts'
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

/** An object of a journal entry as an audience sees it; null if the audience does not see it, or no longer does. */
export function presentItem<K extends keyof LiveViews>(item: LiveItem<K>, audience: Audience): object | null {
  const view = viewOf(item, audience, null)
  return view && (liveKind<K>(item.kind)?.present(view) ?? null)
}

/** All live content of a talk; `panel` is null if all its features are off. */
export const presentSnapshot = (context: LiveContext, panel: LivePanel | null): LiveSnapshot =>
  Object.assign(
    { live: presentTalkLive(context) },
    ...liveParts().map(({ snapshot }) => snapshot?.present(panel)),
  ) as LiveSnapshot
