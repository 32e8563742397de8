// The basis of every change to a live talk: the talk and its live state, the actor, and the journal entries.

import { Refusal } from '../../kernel/changes/errors.ts'
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
  return new Refusal('feature_off', { message: offMessages[feature], feature })
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
