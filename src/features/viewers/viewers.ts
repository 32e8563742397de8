// The viewers of a talk, and the part that each audience sees.

import type { Services } from '../../kernel/changes/services.ts'
import { searchWords } from '../../kernel/lib/text/search-keys.ts'
import type { Operation } from '../../kernel/store/changes/operation.ts'
import type { Audience, LiveContext } from '../live/items.ts'
import type { LiveViewers } from '../live/schema.ts'
import { featureOff } from '../live/state.ts'
import type { PlatformFeature } from '../platforms/schema.ts'
import { SHOWN_NAMES, VIEWER_TIMEOUT_MS, VIEWERS_PER_PAGE } from './limits.ts'
import {
  addListedViewer,
  countViewers,
  firstListedViewers,
  type ListedPage,
  type ListedViewer,
  listedViewers,
  listingAgreement,
  removeListedViewer,
} from './store.ts'

export type Viewers = {
  /** All viewers, with or without an account. */
  count: number
  /** The number of viewers who agreed to be listed, and the first of them. */
  listedCount: number
  listed: ListedViewer[]
}

/** The part of the viewers that an audience sees. Null for a feature that is off. */
export type ShownViewers = { count: number | null; listed: Pick<Viewers, 'listed' | 'listedCount'> | null }

type Reading = Pick<Services, 'store' | 'clock'>

/** The viewers of these talks, by talk. */
export async function readViewers(
  { store, clock }: Reading,
  talkIds: readonly string[],
): Promise<Map<string, Viewers>> {
  const since = clock.now() - VIEWER_TIMEOUT_MS
  const counts = await store.read(countViewers({ talkIds, since }))
  const viewers = await Promise.all(
    talkIds.map(async (talkId) => {
      const { viewers: count, listed: listedCount } = counts.get(talkId) ?? { viewers: 0, listed: 0 }
      const listed =
        listedCount === 0 ? [] : await store.read(firstListedViewers({ talkId, since, limit: SHOWN_NAMES }))
      return [talkId, { count, listedCount, listed }] as const
    }),
  )
  return new Map(viewers)
}

/** Null if the audience sees neither the number nor the list. */
export function shownViewers(
  { features }: Pick<LiveContext, 'features'>,
  audience: Audience,
  { count, listed, listedCount }: Viewers,
): ShownViewers | null {
  const [seesCount, seesList] = [
    seesFeature(features, audience, 'viewersCount'),
    seesFeature(features, audience, 'viewersList'),
  ]
  if (!seesCount && !seesList) return null
  return { count: seesCount ? count : null, listed: seesList ? { listed, listedCount } : null }
}

/** Admins see the number and the list even if they are off. */
const seesFeature = (
  features: readonly PlatformFeature[],
  audience: Audience,
  feature: 'viewersCount' | 'viewersList',
): boolean => audience === 'admins' || features.includes(feature)

/** A page (from 1) of the listed viewers, searched by name. Throws what `featureOff` returns. */
export async function listViewers(
  { store, clock }: Reading,
  { talk, features }: LiveContext,
  audience: Audience,
  { words, page }: { words: string; page: number },
): Promise<ListedPage> {
  if (!seesFeature(features, audience, 'viewersList')) throw featureOff('viewersList', talk)
  return store.read(
    listedViewers(talk.id, {
      since: clock.now() - VIEWER_TIMEOUT_MS,
      words: searchWords(words),
      limit: VIEWERS_PER_PAGE,
      offset: (page - 1) * VIEWERS_PER_PAGE,
    }),
  )
}

export const isListed = async ({ store }: Pick<Services, 'store'>, userId: string): Promise<boolean> =>
  (await store.read(listingAgreement({ userId }))) !== undefined

/** Records that a person agrees to be listed as a viewer, or no longer does. */
export const agreeToListingOperation: Operation<object, { userId: string; agrees: boolean }, null> = {
  name: 'agreeToListing',
  load: () => ({}),
  decide: (_state, { now }, { userId, agrees }) => ({
    writes: [agrees ? addListedViewer({ userId, agreedAt: now }) : removeListedViewer({ userId })],
    events: [],
    answer: null,
  }),
}

export const presentViewers = ({ count, listed }: ShownViewers): LiveViewers => ({
  count: count ?? 0,
  listed: listed?.listedCount ?? 0,
})
