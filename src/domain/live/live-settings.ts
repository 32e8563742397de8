// What moderators set for a live talk: the mode of the chat, slow mode, the pinned message, and the stage.
import type { ChatMode } from '../../schema/live/chat.ts'
import type { OnStage, TalkLiveSaved, TalkLiveUpdate } from '../../schema/live/live.ts'
import type { PlatformFeature } from '../../schema/platforms/platforms.ts'
import type { Reference } from '../../store/changes/objects.ts'
import type { DecideContext, Operation } from '../../store/changes/operation.ts'
import { type Command, command } from '../../store/changes/transaction.ts'
import { messageById } from '../../store/live/chat.ts'
import { findQuestion } from '../../store/live/questions.ts'
import type { ChatMessageRow, LiveTalkRow, QuestionRow } from '../../store/sql/tables.ts'
import { updatedEvent } from '../changes/change-events.ts'
import type { SaveRequest } from '../changes/commands.ts'
import { Refusal } from '../changes/errors.ts'
import { type Precondition, requirePrecondition } from '../changes/preconditions.ts'
import { requireReference } from '../changes/references.ts'
import { isProtectedRole } from '../people/roles.ts'
import type { Saved } from '../programme/save-with-people.ts'
import { requireMessage } from './chat/chat.ts'
import { stageChange } from './live-stage.ts'
import {
  journal,
  type LiveState,
  loadLive,
  type OpenTalk,
  requireFeature,
  requireModerator,
  requireTalk,
} from './live-state.ts'
import { requireQuestion } from './questions/questions.ts'
import { requireCredits } from './rewards/credits.ts'

/** What is not sent stays as it is. */
export type LiveChange = {
  chatMode?: ChatMode
  /** Seconds between two messages of a person; 0 turns slow mode off, even one that began by itself. */
  slowSeconds?: number
  pinnedMessageId?: string | null
  stage?: OnStage | null
  /** What watching costs; null for the price of the platform. Only the team sets it. */
  credits?: number | null
}
type Input = { talk: Reference; change: LiveChange }
type State = LiveState & {
  pinned?: ChatMessageRow | undefined
  staged?: QuestionRow | undefined
}

/** The features that a change needs. */
function featuresOf({ stage, credits: _credits, ...chat }: LiveChange): PlatformFeature[] {
  const ofStage = { question: 'questions', survey: 'surveys' } as const
  return [...(Object.keys(chat).length > 0 ? ['chat' as const] : []), ...(stage ? [ofStage[stage.kind]] : [])]
}

/** Changes the live state of a talk. The answer says whether anything changed. */
export const changeLiveOperation: Operation<State, Input, { live: LiveTalkRow; isChanged: boolean }> = {
  name: 'changeLive',
  load: (ctx, { talk, change: { pinnedMessageId, stage } }) => ({
    ...loadLive(ctx, talk),
    ...(pinnedMessageId ? { pinned: messageById(ctx.platformId, pinnedMessageId) } : {}),
    ...(stage?.kind === 'question'
      ? { staged: findQuestion(ctx.platformId, { by: 'id', value: stage.id }) }
      : {}),
  }),
  decide(state, ctx, { change }) {
    const open = requireTalk(state, ctx)
    requireModerator(open, ctx)
    for (const feature of featuresOf(change)) requireFeature(state, ctx, feature)
    if (change.credits !== undefined) requirePricing(open, ctx)
    if (change.pinnedMessageId) requireMessage(state.pinned, open)
    if (change.stage?.kind === 'question' && requireQuestion(state.staged, open).state !== 'open')
      throw new Refusal('question_closed')
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
      next.stage?.id !== open.live.stage?.id ||
      next.credits !== open.live.credits
    if (!isChanged) return { writes: [], events: [], answer: { live: open.live, isChanged } }
    const changed = { ...next, version: open.live.version + 1 }
    const event = updatedEvent('talk', open.talk, settingsOf(open.live), settingsOf(changed))
    const ofTalk = { kind: 'talk' as const, objectId: open.talk.id }
    const { entries: ofStage } = stageChange(open.live, changed.stage)
    return {
      writes: journal({ live: changed }, ctx, ofStage.length > 0 ? ofStage : [ofTalk]),
      events: event ? [{ ...event, type: 'talk.live_updated' }] : [],
      answer: { live: changed, isChanged },
    }
  },
}

/** As events record them. The stage is one value. */
const settingsOf = ({ chatMode, slowSeconds, pinnedMessageId, stage, credits }: LiveTalkRow) => ({
  credits,
  chatMode,
  slowSeconds,
  pinnedMessageId,
  stage: stage && `${stage.kind} ${stage.id}`,
})

type UpdateInput = Input & { precondition: Precondition | undefined }

/** The same as other systems do it: with a precondition, and their kind of answer. */
export const updateLiveOperation: Operation<State, UpdateInput, Saved<TalkLiveSaved>> = {
  name: 'updateLive',
  load: changeLiveOperation.load,
  decide(state, ctx, { precondition, ...input }) {
    const { talk, live } = requireTalk(state, ctx)
    requirePrecondition({ id: talk.id, version: live.version }, precondition)
    const { answer, ...decision } = changeLiveOperation.decide(state, ctx, input)
    const message = answer.isChanged ? 'Live settings updated.' : 'Nothing to change.'
    return {
      ...decision,
      answer: {
        isCreated: false,
        isChanged: answer.isChanged,
        response: { code: 'ok', message, id: talk.id },
      },
    }
  },
}

export function updateLiveCommand({
  reference,
  body,
  precondition,
}: SaveRequest<TalkLiveUpdate>): Command<Saved<TalkLiveSaved>> {
  const talk = requireReference(reference ?? '', 'talk_not_found')
  return command(updateLiveOperation, { talk, change: body, precondition })
}

/** Moderators of a talk who are not admins or owners cannot change its price. */
function requirePricing({ platform, actor }: OpenTalk, ctx: DecideContext): void {
  requireCredits(platform)
  if (ctx.actor.kind === 'user' && !(actor && isProtectedRole(actor.role)))
    throw new Refusal('insufficient_permissions')
}
