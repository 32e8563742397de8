// What features add to live talks.

import type { TProperties } from 'typebox'
import type { Refusal } from '../../kernel/changes/errors.ts'
import { operationHooks } from '../../kernel/changes/features.ts'
import type { Services } from '../../kernel/changes/services.ts'
import type { DecideContext, LoadContext } from '../../kernel/store/changes/operation.ts'
import type { Query } from '../../kernel/store/sql/statements.ts'
import type { PlatformFeature } from '../platforms/schema.ts'
import type { Audience, LiveContext, LiveItem, LiveTalkState, LiveViews } from './items.ts'
import type { LivePanel, PanelContent } from './panel.ts'
import type { TalkLive, TalkLiveUpdate } from './schema.ts'
import type { LoadedForSettings } from './settings.ts'
import type { OpenTalk } from './state.ts'
import type { WatchLock } from './watch-lock.ts'

type Reading = Pick<Services, 'store' | 'clock'>
type Reader = { audience: Audience; userId: string | null }

declare module '../../kernel/changes/features.ts' {
  interface FeatureOperations {
    live?: LivePart
  }
}

export type LivePart = {
  /** The features of talks that it implements. Others are off, whatever the settings say. */
  features?: readonly PlatformFeature[]
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

export const liveParts = (): readonly LivePart[] => operationHooks.of('live')

export const liveKind = <K extends keyof LiveViews>(kind: K): LiveKindPart<K> | undefined =>
  liveParts().find(({ kinds }) => kinds?.[kind] !== undefined)?.kinds?.[kind]

/** Whether the program has a feature that talks and platforms can turn on. */
export const hasFeature = (feature: PlatformFeature): boolean =>
  liveParts().some(({ features }) => features?.includes(feature))
