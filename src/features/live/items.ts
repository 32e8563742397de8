// The objects that the journal of a talk refers to, as each audience may see them.
import { createHash } from 'node:crypto'
import { isDeepStrictEqual } from 'node:util'
import type { Services } from '../../kernel/changes/services.ts'
import { isProtectedRole } from '../../kernel/schema/roles.ts'
import type { Reference } from '../../kernel/store/changes/objects.ts'
import type { AttachedId } from '../people/attached/attached-people-store.ts'
import type { UserRow } from '../people/tables.ts'
import { type PlatformFeature, platformFeatures } from '../platforms/schema.ts'
import { platformById } from '../platforms/store.ts'
import type { PlatformRow } from '../platforms/tables.ts'
import { talkObjects } from '../talks/store.ts'
import type { TalkRow } from '../talks/tables.ts'
import { attachedToTalk } from '../talks/talk-people-store.ts'
import { isVisibleTo } from '../talks/talk-states.ts'
import { liveKind, liveParts } from './parts.ts'
import { isModerator, mayTakePart, mayWatch } from './rights.ts'
import { emptyLiveTalk, isOn } from './state.ts'
import { liveTalk } from './store.ts'
import type { LiveEntryRow, LiveTalkRow } from './tables.ts'

/** Moderators also see content that waits for review, and admins also see the names behind anonymous questions. */
export const audiences = ['public', 'moderators', 'admins'] as const
export type Audience = (typeof audiences)[number]

/** A talk with everything that determines which features are live and who can see them. */
export type LiveTalkState = {
  platform: PlatformRow
  talk: TalkRow
  live: LiveTalkRow
  attached: AttachedId[]
  features: PlatformFeature[]
  /** The time of reading, in epoch milliseconds. */
  readAt: number
}

/** The same with what parts add to it. */
export interface LiveContext extends LiveTalkState {}

/** The views of the objects of each kind. Parts add theirs. */
export interface LiveViews {
  talk: LiveContext
}
type Kind = keyof LiveViews

/** An object as each audience sees it; null if the audience does not see it, or no longer does. */
export type LiveItem<K extends Kind = Kind> = {
  [One in K]: {
    kind: One
    id: string
    views: Record<Audience, LiveViews[One] | null>
    /** Views for people who see something different from their audience. */
    personal: readonly { userId: string; view: LiveViews[One] }[]
    /** One view for a group of people in the public audience. */
    group?: { userIds: ReadonlySet<string>; view: LiveViews[One] | null }
  }
}[K]

export const talkItem = (context: LiveContext): LiveItem<'talk'> => ({
  kind: 'talk',
  id: context.talk.id,
  views: { public: context, moderators: context, admins: context },
  personal: [],
})

/**
 * The objects of these journal entries, once each, in the order of their first entries. Kinds that are off are left
 * out.
 */
export async function readItems(
  services: Pick<Services, 'store'>,
  context: LiveContext,
  entries: readonly LiveEntryRow[],
): Promise<LiveItem[]> {
  const byKind = Map.groupBy(
    entries.filter((entry) => isLive(entry, context)),
    ({ kind }) => kind,
  )
  const read = await Promise.all(
    [...byKind].map(
      ([kind, ofKind]) =>
        liveKind(kind)?.read(services, context, [...new Set(ofKind.map(({ objectId }) => objectId))]) ?? [],
    ),
  )
  const items = new Map<string, LiveItem>(read.flat().map((item) => [`${item.kind} ${item.id}`, item]))
  const keys = new Set(entries.map(({ kind, objectId }) => `${kind} ${objectId}`))
  return [...keys].flatMap((key) => items.get(key) ?? [])
}

function isLive(entry: LiveEntryRow, { features }: LiveContext): entry is LiveEntryRow & { kind: Kind } {
  // The program may have had another feature when the entry was written.
  const part = liveKind(entry.kind as Kind)
  return part !== undefined && (part.feature === null || features.includes(part.feature))
}

/** The talk with its live state; undefined if the talk does not exist. */
export async function readLiveContext(
  services: Pick<Services, 'store' | 'clock'>,
  platformId: string,
  reference: Reference,
): Promise<LiveContext | undefined> {
  const { store } = services
  const [platform, talk] = await Promise.all([
    store.read(platformById({ id: platformId })),
    store.read(talkObjects.find({ platformId, ...reference })),
  ])
  return platform && talk ? addLiveState(services, platform, talk) : undefined
}

/** Adds the live state to a talk that was already read. */
export async function addLiveState(
  services: Pick<Services, 'store' | 'clock'>,
  platform: PlatformRow,
  talk: TalkRow,
): Promise<LiveContext> {
  const { store, clock } = services
  const byId: Reference = { by: 'id', value: talk.id }
  const [live, attached] = await Promise.all([
    store.read(liveTalk({ platformId: platform.id, ...byId })),
    store.read(attachedToTalk({ platformId: platform.id, ...byId })),
  ])
  const readAt = clock.now()
  const context: LiveTalkState = {
    readAt,
    platform,
    talk,
    live: live ?? emptyLiveTalk(talk, readAt),
    attached,
    features: platformFeatures.filter((feature) => isOn(feature, platform, talk)),
  }
  const added = await Promise.all(liveParts().map((part) => part.addContext?.(services, context)))
  // Each part adds what it declares for `LiveContext`.
  return Object.assign(context, ...added) as LiveContext
}

/** A follower of talks: an account with its session, a visitor without an account, or an API key. */
export type Recipient = {
  user: UserRow | null
  sessionId?: string | undefined
  isApiKey?: boolean
  /** The talks that the recipient has to pay for first. */
  unpaid?: ReadonlySet<string> | undefined
}

/** The audience that a recipient belongs to; null if the recipient may not watch. */
export function audienceOf(
  { platform, talk, attached }: Pick<LiveContext, 'platform' | 'talk' | 'attached'>,
  { user, isApiKey = false, unpaid }: Recipient,
): Audience | null {
  if (isApiKey) return 'admins'
  if (!mayWatch(platform, user) || !isVisibleTo(talk, user) || unpaid?.has(talk.id)) return null
  if (user === null) return 'public'
  if (isProtectedRole(user.role)) return 'admins'
  return isModerator(user, attached) ? 'moderators' : 'public'
}

/** Whether a recipient has an account that may not write. */
export const isReadOnly = ({ platform }: Pick<LiveContext, 'platform'>, { user }: Recipient): boolean =>
  user !== null && !mayTakePart(platform, user)

/**
 * Changes when the set of live features or the people who can see them change as a whole, or the audience of the
 * recipient, or whether the account may write. A client with another key has to start over. It is a digest, because
 * pages and positions contain it.
 */
export function liveKey(context: LiveContext, recipient: Recipient): string {
  const reader = [audienceOf(context, recipient), isReadOnly(context, recipient)]
  const text = JSON.stringify([...sharedKey(context), ...reader])
  return createHash('sha256').update(text).digest('base64url').slice(0, 12)
}

const sharedKey = ({ features, platform }: LiveContext) => [features, platform.settings.chat.isPaused]

/** Whether everything that determines the live features and the audiences is unchanged. */
export const isSameForAll = (before: LiveContext, after: LiveContext): boolean =>
  isDeepStrictEqual(sharedKey(before), sharedKey(after)) &&
  before.talk.state === after.talk.state &&
  before.platform.settings.watching === after.platform.settings.watching &&
  isDeepStrictEqual(before.attached, after.attached)

/** The view of a recipient: the personal view if there is one, otherwise that of the recipient's group or audience. */
export function viewOf<K extends Kind>(
  item: LiveItem<K>,
  audience: Audience,
  userId: string | null,
): LiveViews[K] | null {
  const own = item.personal.find((one) => one.userId === userId)
  const shared = isInGroup(item, audience, userId) ? item.group?.view : item.views[audience]
  return (own?.view ?? shared ?? null) as LiveViews[K] | null
}

export const isInGroup = (
  { group }: { group?: { userIds: ReadonlySet<string> } },
  audience: Audience,
  userId: string | null,
): boolean => audience === 'public' && userId !== null && group?.userIds.has(userId) === true
