// The settings of a live talk that moderators control: the chat mode, slow mode, the pinned message, and the stage.

import { updatedEvent } from '../../kernel/changes/change-events.ts'
import type { SaveRequest } from '../../kernel/changes/commands.ts'
import { invalidData, type Problem, Refusal, type RefusalCode } from '../../kernel/changes/errors.ts'
import { type Precondition, requirePrecondition } from '../../kernel/changes/preconditions.ts'
import { requireReference } from '../../kernel/changes/references.ts'
import type { Saved } from '../../kernel/changes/saved.ts'
import type { Reference } from '../../kernel/store/changes/objects.ts'
import type { DecideContext, Decision, Operation } from '../../kernel/store/changes/operation.ts'
import { type Command, command } from '../../kernel/store/changes/transaction.ts'
import { messageById } from '../chat/store.ts'
import type { ChatMessageRow } from '../chat/tables.ts'
import { isProtectedRole } from '../people/schema.ts'
import type { PlatformFeature } from '../platforms/schema.ts'
import { stageChange } from '../questions/stage.ts'
import { findQuestion } from '../questions/store.ts'
import type { QuestionRow } from '../questions/tables.ts'
import { requireCredits } from '../rewards/credits.ts'
import { isAtTalk, isPublic } from '../surveys/live-items.ts'
import { surveyObjects } from '../surveys/store.ts'
import type { SurveyRow } from '../surveys/tables.ts'
import type { TalkRow } from '../talks/tables.ts'
import type { ChatMode, OnStage, TalkLiveSaved, TalkLiveUpdate } from './schema.ts'
import {
  journal,
  type LiveState,
  loadLive,
  type OpenTalk,
  requireFeature,
  requireModerator,
  requireTalk,
} from './state.ts'
import type { LiveTalkRow } from './tables.ts'

/** A change to the live state. Absent attributes stay. */
export type LiveChange = {
  chatMode?: ChatMode
  /** Seconds between two messages of a person; 0 turns slow mode off, even if it started automatically. */
  slowSeconds?: number
  pinnedMessageId?: string | null
  stage?: OnStage | null
  /** The price of watching; null for the price of the platform. Only the team sets it. */
  credits?: number | null
}
type Input = { talk: Reference; change: LiveChange }
type State = LiveState & {
  pinned?: ChatMessageRow | undefined
  question?: QuestionRow | undefined
  survey?: SurveyRow | undefined
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
    ...(pinnedMessageId ? { pinned: messageById({ platformId: ctx.platformId, id: pinnedMessageId }) } : {}),
    ...(stage?.kind === 'survey'
      ? { survey: surveyObjects.find({ platformId: ctx.platformId, by: 'id', value: stage.id }) }
      : {}),
    ...(stage?.kind === 'question'
      ? { question: findQuestion({ platformId: ctx.platformId, by: 'id', value: stage.id }) }
      : {}),
  }),
  decide(state, ctx, { change }) {
    const open = requireRightToChange(state, ctx, change)
    const [refusal] = findUnshown(state, open, change)
    if (refusal) throw new Refusal(refusal.code)
    return changeLive(open, ctx, change)
  },
}

function requireRightToChange(state: State, ctx: DecideContext, change: LiveChange): OpenTalk {
  const open = requireTalk(state, ctx)
  requireModerator(open, ctx)
  for (const feature of featuresOf(change)) requireFeature(state, ctx, feature)
  if (change.credits !== undefined) requirePricing(open, ctx)
  return open
}

/** Finds objects that people would not see if they were pinned or on stage, with the reason. */
function findUnshown(
  { pinned, question, survey }: State,
  { talk }: OpenTalk,
  { pinnedMessageId, stage }: LiveChange,
): { pointer: string; code: RefusalCode }[] {
  const ofStage = {
    question: () => problemOfQuestion(question, talk),
    survey: () => problemOfSurvey(survey, talk),
  }
  const onStage = stage && ofStage[stage.kind]()
  const ofPin = pinnedMessageId ? problemOfMessage(pinned, talk) : null
  return [
    ...(ofPin ? [{ pointer: '/pinnedMessageId', code: ofPin }] : []),
    ...(onStage ? [{ pointer: '/stage/id', code: onStage }] : []),
  ]
}

function problemOfMessage(message: ChatMessageRow | undefined, { id }: TalkRow): RefusalCode | null {
  if (message?.talkId !== id) return 'message_not_found'
  if (message.state === 'removed') return 'message_removed'
  return message.state === 'held' ? 'message_held' : null
}

function problemOfQuestion(question: QuestionRow | undefined, { id }: TalkRow): RefusalCode | null {
  if (question?.talkId !== id) return 'question_not_found'
  return question.state === 'open' ? null : 'question_closed'
}

function problemOfSurvey(survey: SurveyRow | undefined, talk: TalkRow): RefusalCode | null {
  if (!survey) return 'survey_not_found'
  return isPublic(survey) && isAtTalk(survey, { talk }) ? null : 'survey_not_shown'
}

function changeLive(
  { live, talk }: OpenTalk,
  ctx: DecideContext,
  change: LiveChange,
): Decision<{ live: LiveTalkRow; isChanged: boolean }> {
  const next = {
    ...live,
    ...change,
    ...(change.slowSeconds === 0 ? { crowdedUntil: 0 } : {}),
  }
  const isChanged =
    next.chatMode !== live.chatMode ||
    next.slowSeconds !== live.slowSeconds ||
    next.crowdedUntil !== live.crowdedUntil ||
    next.pinnedMessageId !== live.pinnedMessageId ||
    next.stage?.id !== live.stage?.id ||
    next.credits !== live.credits
  if (!isChanged) return { writes: [], events: [], answer: { live, isChanged } }
  const changed = { ...next, version: live.version + 1 }
  const event = updatedEvent('talk', talk, settingsOf(live), settingsOf(changed))
  const ofTalk = { kind: 'talk' as const, objectId: talk.id }
  const { entries: ofStage } = stageChange(live, changed.stage)
  return {
    writes: journal({ live: changed }, ctx, ofStage.length > 0 ? ofStage : [ofTalk]),
    events: event ? [{ ...event, type: 'talk.live_updated' }] : [],
    answer: { live: changed, isChanged },
  }
}

/** The settings as events record them. The stage is one value. */
const settingsOf = ({ chatMode, slowSeconds, pinnedMessageId, stage, credits }: LiveTalkRow) => ({
  credits,
  chatMode,
  slowSeconds,
  pinnedMessageId,
  stage: stage && `${stage.kind} ${stage.id}`,
})

type UpdateInput = Input & { precondition: Precondition | undefined }

/** The change as other systems make it: with a precondition, and the refusals and answers of the API. */
export const updateLiveOperation: Operation<State, UpdateInput, Saved<TalkLiveSaved>> = {
  name: 'updateLive',
  load: changeLiveOperation.load,
  decide(state, ctx, { precondition, change }) {
    const { talk, live } = requireTalk(state, ctx)
    requirePrecondition({ id: talk.id, version: live.version }, precondition)
    const open = requireRightToChange(state, ctx, change)
    const unshown = findUnshown(state, open, change)
    if (unshown.length > 0) throw invalidData(unshown.map(problemOf))
    const { answer, ...decision } = changeLive(open, ctx, change)
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

const problemOf = ({ pointer, code }: { pointer: string; code: RefusalCode }): Problem => ({
  pointer,
  code,
  message: new Refusal(code).message,
})

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
