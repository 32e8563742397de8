// What happens on the stage of a talk besides pictures and sound: the audience raises hands, and moderators invite, mute,
// and remove people, and lock and end the stage. It is in the store, so it holds on every node and after a restart.
import { isDeepStrictEqual } from 'node:util'
import { actionEvent } from '../../../kernel/changes/change-events.ts'
import { Refusal } from '../../../kernel/changes/errors.ts'
import type { Retention } from '../../../kernel/changes/retention.ts'
import type { Reference } from '../../../kernel/store/changes/objects.ts'
import type { LoadContext, NewEvent, Operation } from '../../../kernel/store/changes/operation.ts'
import { requireModerator } from '../../live/rights.ts'
import { type LiveState, loadLive, requireTalk } from '../../live/state.ts'
import { type LoadedForWatching, loadForWatching, requireViewer } from '../../live/watch-lock.ts'
import { userObjects } from '../../people/store.ts'
import type { UserRow } from '../../people/tables.ts'
import { talkObjects } from '../../talks/store.ts'
import { MAX_HANDS, STAGE_KEPT_MS } from '../limits.ts'
import { sourceOf } from '../stage.ts'
import type { RoomStageRow, StagePersonRow } from '../tables.ts'
import {
  countHands,
  putRoomStage,
  putStagePerson,
  removeOldStagePeople,
  removeOldStages,
  roomStageOf,
  stagePersonOf,
} from './stage-people-store.ts'

/** The row is locked, so that changes of the same stage follow one another. */
const load = (ctx: LoadContext, talk: Reference) => ({
  ...loadLive(ctx, talk),
  talk: talkObjects.findForChange({ platformId: ctx.platformId, ...talk }),
})

type OfTalk = { talk: Reference }

type HandState = LiveState &
  LoadedForWatching & { person: StagePersonRow | undefined; hands: number | undefined }

/** Raises or lowers the hand of the actor. Who lowers it also declines an invitation. */
export const raiseHandOperation: Operation<HandState, OfTalk & { isRaised: boolean }, null> = {
  name: 'raiseHand',
  load: (ctx, { talk }) => ({
    ...load(ctx, talk),
    ...loadForWatching(ctx),
    person: stagePersonOf({ talkId: talk.value, userId: ctx.actor.id ?? '' }),
    hands: countHands({ talkId: talk.value }),
  }),
  decide(state, ctx, { isRaised }) {
    const open = requireTalk(state, ctx)
    const actor = requireViewer(open, state.actor, state, ctx)
    const person = state.person ?? newPerson(open.talk.id, actor.id)
    if (!isRaised) return decision([putStagePerson({ ...person, handAt: null, isInvited: false })])
    if (sourceOf(open, ctx.now) !== 'own-room') throw new Refusal('talk_not_open')
    if (person.isRemoved) throw new Refusal('removed_from_stage')
    if (person.isInvited || person.handAt !== null) return decision([])
    if ((state.hands ?? 0) >= MAX_HANDS) throw new Refusal('too_many_requests', { retryAfterSeconds: 60 })
    return decision([putStagePerson({ ...person, handAt: ctx.now })])
  },
}

type PersonChange = Partial<Omit<StagePersonRow, 'talkId' | 'userId'>>

/** By what a moderator does to a person, with the event that says so. A dismissed hand needs none. */
const actions = {
  invite: { change: { isInvited: true, handAt: null }, event: 'invited_on_stage' },
  dismiss: { change: { handAt: null }, event: null },
  withdraw: { change: { isInvited: false }, event: 'stage_invitation_withdrawn' },
  mute: { change: { isMuted: true }, event: 'muted_on_stage' },
  unmute: { change: { isMuted: false }, event: 'unmuted_on_stage' },
  remove: {
    change: { isRemoved: true, isInvited: false, handAt: null },
    event: 'removed_from_stage',
  },
  let_back: { change: { isRemoved: false }, event: 'let_back_on_stage' },
} satisfies Record<string, { change: PersonChange; event: string | null }>
type PersonAction = keyof typeof actions
export const personActions = Object.keys(actions) as PersonAction[]

type PersonInput = OfTalk & { userId: string; what: PersonAction }
type PersonState = LiveState & { user: UserRow | undefined; person: StagePersonRow | undefined }

/** Throws `moderators_only`, and `user_not_found` for an account that does not exist or has lowered its hand. */
export const moderatePersonOperation: Operation<PersonState, PersonInput, null> = {
  name: 'moderateOnStage',
  load: (ctx, { talk, userId }) => ({
    ...load(ctx, talk),
    user: userObjects.find({ platformId: ctx.platformId, by: 'id', value: userId }),
    person: stagePersonOf({ talkId: talk.value, userId }),
  }),
  decide(state, ctx, { userId, what }) {
    const open = requireTalk(state, ctx)
    requireModerator(open, ctx)
    const person = state.person ?? newPerson(open.talk.id, userId)
    if (!state.user || (what === 'invite' && person.handAt === null)) throw new Refusal('user_not_found')
    const { change, event } = actions[what]
    const changed = { ...person, ...change }
    if (isDeepStrictEqual(changed, person)) return decision([])
    return decision([putStagePerson(changed)], event === null ? [] : [actionEvent('user', state.user, event)])
  },
}

type ScreenInput = OfTalk & { userId: string; onStage: readonly string[] }

/**
 * Records that a moderator stops the screen of a person, which is not in the store. Throws `moderators_only`, and
 * `user_not_found` for a person who is not on stage.
 */
export const stopScreenOperation: Operation<LiveState & Pick<PersonState, 'user'>, ScreenInput, null> = {
  name: 'stopScreenOnStage',
  load: (ctx, { talk, userId }) => ({
    ...loadLive(ctx, talk),
    user: userObjects.find({ platformId: ctx.platformId, by: 'id', value: userId }),
  }),
  decide(state, ctx, { userId, onStage }) {
    const open = requireTalk(state, ctx)
    requireModerator(open, ctx)
    if (!state.user || !onStage.includes(userId)) throw new Refusal('user_not_found')
    return decision([], [actionEvent('user', state.user, 'screen_stopped')])
  },
}

export const stageActions = ['lock', 'unlock', 'end'] as const
export type StageAction = (typeof stageActions)[number]

type StageInput = OfTalk & { what: StageAction; onStage: readonly string[] }

/**
 * Locks, unlocks, or ends a stage. `onStage` are the people who may come back to it while it is locked. A stage that was
 * ended stays locked, because speakers would connect again by themselves.
 */
export const moderateStageOperation: Operation<
  LiveState & { stage: RoomStageRow | undefined },
  StageInput,
  null
> = {
  name: 'moderateStage',
  load: (ctx, { talk }) => ({ ...load(ctx, talk), stage: roomStageOf({ talkId: talk.value }) }),
  decide(state, ctx, { what, onStage }) {
    const open = requireTalk(state, ctx)
    requireModerator(open, ctx)
    const ends = state.stage?.ends ?? 0
    const { event, ...stage } = {
      lock: { ends, lockedFor: onStage, event: 'stage_locked' },
      unlock: { ends, lockedFor: null, event: 'stage_unlocked' },
      end: { ends: ends + 1, lockedFor: [], event: 'stage_ended' },
    }[what]
    return decision(
      [putRoomStage({ talkId: open.talk.id, ...stage })],
      [actionEvent('talk', open.talk, event)],
    )
  },
}

const newPerson = (talkId: string, userId: string): StagePersonRow => ({
  ...{ talkId, userId, handAt: null, isInvited: false, isMuted: false, isRemoved: false },
})

const decision = (writes: ReturnType<typeof putStagePerson>[], events: NewEvent[] = []) => ({
  ...{ writes, events, answer: null },
})

export const stageRetention: Retention = {
  writes({ now }) {
    const endedBefore = now - STAGE_KEPT_MS
    return [removeOldStages({ endedBefore }), removeOldStagePeople({ endedBefore })]
  },
}
