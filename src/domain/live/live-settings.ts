// What moderators set for a live talk: the mode of the chat, slow mode, the pinned message, and the stage.
import type { ChatMode } from '../../schema/live/chat.ts'
import type { OnStage } from '../../schema/live/live.ts'
import type { PlatformFeature } from '../../schema/platforms/platforms.ts'
import type { Reference } from '../../store/changes/objects.ts'
import type { Operation } from '../../store/changes/operation.ts'
import { messageById } from '../../store/live/chat.ts'
import type { ChatMessageRow, LiveTalkRow } from '../../store/sql/tables.ts'
import { requireMessage } from './chat.ts'
import {
  journal,
  type LiveState,
  loadLive,
  requireFeature,
  requireModerator,
  requireTalk,
} from './live-state.ts'

/** What is not sent stays as it is. */
export type LiveChange = {
  chatMode?: ChatMode
  /** Seconds between two messages of a person; 0 turns slow mode off, even one that began by itself. */
  slowSeconds?: number
  pinnedMessageId?: string | null
  stage?: OnStage | null
}
type Input = { talk: Reference; change: LiveChange }
type State = LiveState & { pinned?: ChatMessageRow | undefined }

/** The features that a change needs. */
function featuresOf({ stage, ...chat }: LiveChange): PlatformFeature[] {
  const ofStage = { question: 'questions', survey: 'surveys' } as const
  return [...(Object.keys(chat).length > 0 ? ['chat' as const] : []), ...(stage ? [ofStage[stage.kind]] : [])]
}

/** Changes the live state of a talk. The answer says whether anything changed. */
export const changeLiveOperation: Operation<State, Input, { live: LiveTalkRow; isChanged: boolean }> = {
  name: 'changeLive',
  load: (ctx, { talk, change: { pinnedMessageId } }) => ({
    ...loadLive(ctx, talk),
    ...(pinnedMessageId ? { pinned: messageById(ctx.platformId, pinnedMessageId) } : {}),
  }),
  decide(state, ctx, { change }) {
    const open = requireTalk(state, ctx)
    requireModerator(open, ctx)
    for (const feature of featuresOf(change)) requireFeature(state, ctx, feature)
    if (change.pinnedMessageId) requireMessage(state.pinned, open)
    const next = {
      ...open.live,
      ...change,
      ...(change.slowSeconds === 0 ? { crowdedUntil: 0 } : {}),
    }
    const isChanged =
      next.chatMode !== open.live.chatMode ||
      next.slowSeconds !== open.live.slowSeconds ||
      next.crowdedUntil !== open.live.crowdedUntil ||
      next.pinnedMessageId !== open.live.pinnedMessageId ||
      next.stage?.id !== open.live.stage?.id
    if (!isChanged) return { writes: [], events: [], answer: { live: open.live, isChanged } }
    const changed = { ...next, version: open.live.version + 1 }
    return {
      writes: journal({ live: changed }, ctx, [{ kind: 'talk', objectId: open.talk.id }]),
      events: [],
      answer: { live: changed, isChanged },
    }
  },
}
