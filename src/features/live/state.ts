// The basis of every change to a live talk: the talk and its live state, the actor, and the journal entries.

import { Refusal } from '../../kernel/changes/errors.ts'
import { isProtectedRole } from '../../kernel/schema/roles.ts'
import type { Reference, UserReference } from '../../kernel/store/changes/objects.ts'
import type { DecideContext, LoadContext } from '../../kernel/store/changes/operation.ts'
import type { Query, Write } from '../../kernel/store/sql/statements.ts'
import type { AttachedId } from '../people/attached/attached-people-store.ts'
import { userObjects } from '../people/store.ts'
import type { UserRow } from '../people/tables.ts'
import type { PlatformFeature } from '../platforms/schema.ts'
import { platformById } from '../platforms/store.ts'
import type { PlatformRow } from '../platforms/tables.ts'
import { talkObjects } from '../talks/store.ts'
import type { TalkRow } from '../talks/tables.ts'
import { attachedToTalk } from '../talks/talk-people-store.ts'
import { canTakePart } from '../talks/talk-states.ts'
import { hasFeature } from './parts.ts'
import type { LiveKind } from './schema.ts'
import { addLiveEntry, liveTalkForChange, putLiveTalk } from './store.ts'
import type { LiveTalkRow } from './tables.ts'

export type LiveState = {
  platform: PlatformRow | undefined
  talk: TalkRow | undefined
  live: LiveTalkRow | undefined
  /** The account of the actor; undefined for an API key and the system. */
  actor: UserRow | undefined
  /** The speakers and moderators of the talk. */
  attached: AttachedId[]
}

/** The queries of `LiveState`. The live state comes first, because its lock keeps the entries of a talk in order. */
export const loadLive = ({ platformId, actor }: LoadContext, talk: Reference) => ({
  live: liveTalkForChange({ platformId, ...talk }),
  platform: platformById({ id: platformId }),
  talk: talkObjects.find({ platformId, ...talk }),
  actor: actorAccount(platformId, actor),
  attached: attachedToTalk({ platformId, ...talk }),
})

const NO_ACCOUNT: UserReference = { by: 'id', value: '' }

export const actorAccount = (
  platformId: string,
  { kind, id }: LoadContext['actor'],
): Query<UserRow | undefined> =>
  userObjects.find({ platformId, ...(kind === 'user' && id !== null ? { by: 'id', value: id } : NO_ACCOUNT) })

export type OpenTalk = Omit<LiveState, 'platform' | 'talk' | 'live'> & {
  platform: PlatformRow
  talk: TalkRow
  live: LiveTalkRow
}

/** The state of a talk, even if it has not been live yet. Throws `talk_not_found`. */
export function requireTalk(state: LiveState, ctx: DecideContext): OpenTalk {
  const { platform, talk } = state
  if (!platform || !talk) throw new Refusal('talk_not_found')
  return { ...state, platform, talk, live: state.live ?? emptyLiveTalk(talk, ctx.now) }
}

/** The state of a talk whose feature is on. Throws `talk_not_found` and what `featureOff` returns. */
export function requireFeature(state: LiveState, ctx: DecideContext, feature: PlatformFeature): OpenTalk {
  const open = requireTalk(state, ctx)
  if (!isOn(feature, open.platform, open.talk)) throw featureOff(feature, open.talk)
  return open
}

/** The refusal for a feature that is off: `talk_cancelled`, `talk_is_draft`, or `feature_off`. */
export function featureOff(feature: PlatformFeature, { state }: Pick<TalkRow, 'state'>): Refusal {
  if (state === 'cancelled') return new Refusal('talk_cancelled')
  if (state === 'draft') return new Refusal('talk_is_draft')
  return new Refusal('feature_off', { message: offMessages[feature] })
}

/** A feature is on if the program has it, people can take part in the talk, and both the platform and the talk have it on. */
export const isOn = (
  feature: PlatformFeature,
  { settings }: Pick<PlatformRow, 'settings'>,
  talk: Pick<TalkRow, 'features' | 'state' | 'kind' | 'type' | 'video'>,
): boolean => hasFeature(feature) && settings.features[feature] && talk.features[feature] && canTakePart(talk)

export const offMessages: Record<PlatformFeature, string> = {
  chat: 'The chat of this talk is off.',
  questions: 'Questions are off for this talk.',
  surveys: 'Surveys are off for this talk.',
  viewersCount: 'The number of viewers is off for this talk.',
  viewersList: 'The list of viewers is off for this talk.',
  rewardsEarning: 'Points are off for this talk.',
}

/** Whether an account moderates a talk. Every admin and owner does, and listed moderators whose role allows it. */
export const isModerator = (user: UserRow, attached: readonly AttachedId[]): boolean =>
  isProtectedRole(user.role) ||
  (user.role === 'speaker' && attached.some(({ kind, userId }) => kind === 'moderator' && userId === user.id))

export const speaksAt = (user: { id: string } | null | undefined, attached: readonly AttachedId[]): boolean =>
  attached.some(({ kind, userId }) => kind === 'speaker' && userId === user?.id)

/** Whether the actor of a change moderates the talk. API keys and the system do. */
export const actsAsModerator = ({ actor, attached }: LiveState, ctx: DecideContext): boolean =>
  ctx.actor.kind !== 'user' || (actor !== undefined && isModerator(actor, attached))

/** Throws `moderators_only`. */
export function requireModerator(state: LiveState, ctx: DecideContext): void {
  if (!actsAsModerator(state, ctx)) throw new Refusal('moderators_only')
}

/** Whether an account, or a visitor without one (null), may watch talks and follow their live content. */
export function mayWatch({ settings }: Pick<PlatformRow, 'settings'>, user: UserRow | null): boolean {
  if (settings.watching === 'everyone') return true
  if (user === null) return false
  return (
    settings.watching === 'signed_in' || user.role !== 'attendee' || user.registrationStatus === 'accepted'
  )
}

/** Throws `watching_restricted`. */
export function requireWatcher(platform: Pick<PlatformRow, 'settings'>, user: UserRow | null): void {
  if (!mayWatch(platform, user)) throw new Refusal('watching_restricted')
}

/**
 * Whether an account may take part in live content. Whoever may watch, those whose registration waits for a review may
 * not, unless somebody else acts for them, such as an API key.
 */
export function mayTakePart(
  platform: Pick<PlatformRow, 'settings'>,
  user: UserRow,
  isForThem = false,
): boolean {
  const { registrationStatus: status } = user
  return (status === 'accepted' || (isForThem && status === 'in_review')) && mayWatch(platform, user)
}

/** Throws `user_not_found` without an account, and `watching_restricted` if the account may not take part. */
export function requireParticipant(
  { platform }: { platform: Pick<PlatformRow, 'settings'> },
  user: UserRow | undefined,
  isForThem = false,
): UserRow {
  if (!user) throw new Refusal('user_not_found')
  if (!mayTakePart(platform, user, isForThem)) throw new Refusal('watching_restricted')
  return user
}

/** The live state of a talk before its first change. */
export const emptyLiveTalk = ({ id, platformId }: TalkRow, now: number): LiveTalkRow => ({
  talkId: id,
  platformId,
  lastSeq: 0,
  chatMode: 'open',
  slowSeconds: 0,
  crowdedUntil: 0,
  countedSecond: 0,
  countedMessages: 0,
  pinnedMessageId: null,
  stage: null,
  credits: null,
  version: 1,
  updatedAt: now,
})

export type NewLiveEntry = { kind: LiveKind; objectId: string }

/**
 * The writes of new journal entries, numbered after the last one, with `change` applied to the live state. An entry
 * only says which object changed, because streams read the objects when they deliver the entries.
 */
export function journal(
  { live }: Pick<OpenTalk, 'live'>,
  ctx: DecideContext,
  entries: readonly NewLiveEntry[],
  change: Partial<LiveTalkRow> = {},
): Write[] {
  return [
    putLiveTalk({ ...live, ...change, lastSeq: live.lastSeq + entries.length, updatedAt: ctx.now }),
    ...entries.map((entry, index) =>
      addLiveEntry({ talkId: live.talkId, seq: live.lastSeq + index + 1, at: ctx.now, ...entry }),
    ),
  ]
}
