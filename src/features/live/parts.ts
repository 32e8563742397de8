// What features add to live talks.

import type { TProperties } from 'typebox'
import type { Refusal } from '../../kernel/changes/errors.ts'
import { operationHooks } from '../../kernel/changes/features.ts'
import type { Services } from '../../kernel/changes/services.ts'
import type { DecideContext, LoadContext } from '../../kernel/store/changes/operation.ts'
import type { Query } from '../../kernel/store/sql/statements.ts'
import type { UserRow } from '../people/tables.ts'
import type { PlatformFeature } from '../platforms/schema.ts'
import type { PlatformRow } from '../platforms/tables.ts'
import type { TalkRow } from '../talks/tables.ts'
import type { Audience, LiveContext, LiveItem, LiveTalkState, LiveViews } from './items.ts'
import type { LivePanel, PanelContent } from './panel.ts'
import type { TalkLive, TalkLiveUpdate } from './schema.ts'
import type { LoadedForSettings } from './settings.ts'
import type { OpenTalk } from './state.ts'

type Reading = Pick<Services, 'store' | 'clock'>
type Reader = { audience: Audience; userId: string | null }

declare module '../../kernel/changes/features.ts' {
  interface FeatureOperations {
    live?: LivePart
  }
}

export type LivePart = {
  /** The kinds of objects that journal entries refer to. */
  kinds?: { [K in keyof LiveViews]?: LiveKindPart<K> }
  /** Adds what every audience needs to know of the talk. */
  addContext?(services: Reading, talk: LiveTalkState): Promise<Partial<LiveContext>>
  /** The content of the panel, by name; null where it is off. */
  panel?: {
    [N in keyof PanelContent]?: (
      services: Reading,
      context: LiveContext,
      reader: Reader,
    ) => Promise<PanelContent[N]>
  }
  /** The panel in snapshots of the API. It is null if all features are off. */
  snapshot?: { properties: TProperties; present(panel: LivePanel | null): object }
  /** What a person sees differently from their audience. */
  readOwn?(
    services: Pick<Services, 'store'>,
    context: LiveContext,
    reader: Reader & { userId: string },
  ): Promise<Partial<OwnContent>>
  /** Adds to the live state of a talk in the API. */
  addState?(services: Reading, context: LiveContext): Promise<Partial<TalkLive>>
  settings?: LiveSettings
  lock?: WatchLock
}

/** A kind of objects; its feature is null if it is always live. */
export type LiveKindPart<K extends keyof LiveViews> = {
  feature: PlatformFeature | null
  read(
    services: Pick<Services, 'store'>,
    context: LiveContext,
    ids: readonly string[],
  ): Promise<LiveItem<K>[]>
  present(view: LiveViews[K]): object
}

export type OwnContent = {
  /** Messages and questions that others do not see, and surveys that the person has answered. */
  items: LiveItem[]
  /** The questions that the person has voted for. */
  votedIds: readonly string[]
}

/** The settings of a live talk that a feature owns. They run in the writer thread. */
export type LiveSettings = {
  /** The feature that a change needs, if it concerns this part. */
  featureOf?(change: TalkLiveUpdate): PlatformFeature | null
  load?(ctx: LoadContext, change: TalkLiveUpdate): Record<string, Query<unknown>>
  /** Throws if the actor may not make the change. */
  requireRight?(open: OpenTalk, ctx: DecideContext, change: TalkLiveUpdate): void
  /** The reason why people would not see what the change shows; null if there is none. */
  problemOf?(
    loaded: LoadedForSettings,
    open: OpenTalk,
    change: TalkLiveUpdate,
  ): { pointer: string; code: Refusal['code'] } | null
}

/** What people have to do before they watch a talk, besides having an account, such as paying for it. */
export type WatchLock = {
  /** The type of the event that somebody has opened a talk for themselves. */
  openedBy: string
  /** The terms of the talk, which are compared; null if nobody has to do anything. */
  termsOf(context: LiveContext): string | null
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
  /** Throws `watching_restricted` if the talk is locked. */
  requireOpen(
    services: Reading,
    talk: { platform: PlatformRow; talk: TalkRow },
    user: UserRow | null,
  ): Promise<unknown>
}

export const liveParts = (): readonly LivePart[] => operationHooks.of('live')

export const liveKind = <K extends keyof LiveViews>(kind: K): LiveKindPart<K> | undefined =>
  liveParts().find(({ kinds }) => kinds?.[kind] !== undefined)?.kinds?.[kind]

export const watchLock = (): WatchLock | undefined => liveParts().find(({ lock }) => lock !== undefined)?.lock
