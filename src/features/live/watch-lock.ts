// Who may watch a talk and take part in it, and what else they have to do first, such as paying for it.
import type { Services } from '../../kernel/changes/services.ts'
import type { Reference, UserReference } from '../../kernel/store/changes/objects.ts'
import type { DecideContext, LoadContext } from '../../kernel/store/changes/operation.ts'
import type { Query } from '../../kernel/store/sql/statements.ts'
import type { AttachedId } from '../people/attached/attached-people-store.ts'
import type { UserRow } from '../people/tables.ts'
import type { PlatformRow } from '../platforms/tables.ts'
import type { TalkRow } from '../talks/tables.ts'
import type { LiveContext } from './items.ts'
import { liveParts } from './parts.ts'
import { requireParticipant, requireWatcher } from './rights.ts'
import { type WatchMode, watchModes } from './schema.ts'

type Reading = Pick<Services, 'store' | 'clock'>
type OfTalk = { platform: PlatformRow; talk: TalkRow }

/** A talk with everything that says who has to do something before watching it. */
export type WatchedTalk = {
  platform: Pick<PlatformRow, 'settings'>
  talk: TalkRow
  live: { credits: number | null } | undefined
  attached: readonly AttachedId[]
}

/** A person, or several people in a talk. */
export type Watchers = UserReference | (Reference & { userIds: readonly string[] })

/** What the lock loads about people in a transaction. It declares this. */
// biome-ignore lint/suspicious/noEmptyInterface: the declaration beside the lock extends it
export interface LoadedForWatching {}
type Loads = { [K in keyof LoadedForWatching]: Query<LoadedForWatching[K]> }

/** The payment that opens a talk. `balance` is null for a visitor without an account. */
export type CreditLock = { price: number; mode: WatchMode; balance: number | null }

/** What people have to do before they watch a talk, besides having an account, such as paying for it. */
export type WatchLock = {
  /** The type of the event that somebody has opened a talk for themselves. */
  openedBy: string
  /** The terms of the talk, which are compared; null if nobody has to do anything. */
  termsOf(context: LiveContext): string | null
  load(ctx: LoadContext, who: Watchers): Loads
  /** Throws `watching_restricted` if the talk is locked for a person. */
  requireOpenFor(talk: WatchedTalk, person: UserRow, loaded: LoadedForWatching, ctx: DecideContext): void
  /** The modes in which an account or visitor (null) may watch. Throws `watching_restricted` if the talk is locked. */
  requireOpen(services: Reading, talk: OfTalk, user: UserRow | null): Promise<readonly WatchMode[]>
  /** The talks among these that are locked for an account or visitor (null). */
  readLocked(
    services: Reading,
    platform: PlatformRow,
    talks: readonly TalkRow[],
    user: UserRow | null,
  ): Promise<ReadonlySet<string>>
  /** The same of talks by their ids. Talks of other platforms are left out. */
  readLockedAmong(
    services: Reading,
    platform: PlatformRow,
    ids: readonly string[],
    user: UserRow | null,
  ): Promise<ReadonlySet<string>>
  /** The current price of a talk, before exemptions; null if it cannot have one. */
  readPrice(services: Reading, talk: OfTalk): Promise<number | null>
  /** The payment that an account or visitor (null) owes before the talk opens; null if there is none. */
  readCreditLock(services: Reading, talk: OfTalk, user: UserRow | null): Promise<CreditLock | null>
}

export const watchLock = (): WatchLock | undefined => liveParts().find(({ lock }) => lock !== undefined)?.lock

/** The queries of `LoadedForWatching`, about the actor unless others are named. */
export const loadForWatching = (
  ctx: LoadContext,
  who: Watchers = { by: 'id', value: ctx.actor.id ?? '' },
): Loads => Object.assign({}, watchLock()?.load(ctx, who))

/**
 * The account, if it may watch the talk and take part in it. Throws what `requireParticipant` throws, and
 * `watching_restricted` if the talk is locked.
 */
export function requireViewer(
  talk: WatchedTalk,
  user: UserRow | undefined,
  loaded: LoadedForWatching,
  ctx: DecideContext,
): UserRow {
  const person = requireParticipant(talk, user, ctx.actor.kind !== 'user')
  watchLock()?.requireOpenFor(talk, person, loaded, ctx)
  return person
}

/**
 * The modes in which an account or visitor (null) may watch a talk. Throws `watching_restricted` if they may not watch
 * it now.
 */
export async function requireOpenTalk(
  services: Reading,
  talk: OfTalk,
  user: UserRow | null,
): Promise<readonly WatchMode[]> {
  requireWatcher(talk.platform, user)
  return (await watchLock()?.requireOpen(services, talk, user)) ?? watchModes
}

/** The current price of watching a talk, before exemptions; null if it cannot have one. */
export const readPrice = async (services: Reading, talk: OfTalk): Promise<number | null> =>
  (await watchLock()?.readPrice(services, talk)) ?? null
