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
import { liveParts } from './parts.ts'
import { requireModerator } from './rights.ts'
import type { TalkLiveSaved, TalkLiveUpdate } from './schema.ts'
import { stageChange } from './stage.ts'
import { journal, type LiveState, loadLive, type OpenTalk, requireFeature, requireTalk } from './state.ts'
import type { LiveTalkRow } from './tables.ts'

/** What the parts load for a change. They add theirs. */
// biome-ignore lint/suspicious/noEmptyInterface: the declarations beside the parts extend it
export interface LoadedForSettings {}

type Input = { talk: Reference; change: TalkLiveUpdate }
type State = LiveState & LoadedForSettings

const settingsParts = () => liveParts().flatMap(({ settings }) => settings ?? [])

/** Changes the live state of a talk. The answer says whether anything changed. */
export const changeLiveOperation: Operation<State, Input, { live: LiveTalkRow; isChanged: boolean }> = {
  name: 'changeLive',
  load: (ctx, { talk, change }) =>
    Object.assign(loadLive(ctx, talk), ...settingsParts().map((part) => part.load?.(ctx, change))),
  decide(state, ctx, { change }) {
    const open = requireRightToChange(state, ctx, change)
    const [refusal] = findUnshown(state, open, change)
    if (refusal) throw new Refusal(refusal.code)
    return changeLive(open, ctx, change)
  },
}

function requireRightToChange(state: State, ctx: DecideContext, change: TalkLiveUpdate): OpenTalk {
  const open = requireTalk(state, ctx)
  requireModerator(open, ctx)
  for (const part of settingsParts()) {
    const feature = part.featureOf?.(change)
    if (feature) requireFeature(state, ctx, feature)
  }
  for (const part of settingsParts()) part.requireRight?.(open, ctx, change)
  return open
}

/** Finds objects that people would not see if they were pinned or on stage, with the reason. */
const findUnshown = (state: State, open: OpenTalk, change: TalkLiveUpdate) =>
  settingsParts().flatMap((part) => part.problemOf?.(state, open, change) ?? [])

function changeLive(
  { live, talk }: OpenTalk,
  ctx: DecideContext,
  change: TalkLiveUpdate,
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
