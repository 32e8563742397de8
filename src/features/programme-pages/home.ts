// The content of the home page: live and upcoming talks, highlights, recordings, speakers, and sponsors.

import type { Services } from '../../kernel/changes/services.ts'
import { someOwners } from '../people/store.ts'
import type { PlatformRow } from '../platforms/tables.ts'
import { type PersonCard, publicFaces } from '../speakers/public-people-store.ts'
import { byLevel, type WallLevel } from '../sponsors/public-sponsors.ts'
import { type ListedSponsor, sponsorWall } from '../sponsors/public-sponsors-store.ts'
import { type EventPhase, type EventSpan, eventPhase, eventSpan } from '../talks/programme/event-phase.ts'
import {
  featuredTalks,
  type ListedTalk,
  nextTalks,
  programmeSpan,
  recordedTalks,
  talksLiveNow,
} from '../talks/programme/public-talks-store.ts'
import { type TalkCard, withAbstracts, withSpeakers } from '../talks/programme/talk-cards.ts'
import { MAX_FEATURED, MAX_LIVE, MAX_NEXT, MAX_PEOPLE, MAX_RECORDED } from './limits.ts'

type Reading = Pick<Services, 'store' | 'clock'>

export type Home = {
  phase: EventPhase
  span: EventSpan | undefined
  live: TalkCard[]
  next: TalkCard[]
  featured: TalkCard[]
  recorded: TalkCard[]
  /** Some of the speakers, highlighted ones first. */
  people: PersonCard[]
  /** The sponsors that are highlighted or shown in the lobby. */
  sponsors: WallLevel[]
  /** False until the setup link has been used. */
  hasOwner: boolean
  /** Epoch milliseconds. */
  now: number
}

export async function readHome(services: Reading, platform: PlatformRow): Promise<Home> {
  const { store, clock } = services
  const now = clock.now()
  const [live, next, featured, recorded, people, sponsors, talks, owners] = await Promise.all([
    store.read(talksLiveNow({ platformId: platform.id, now, limit: MAX_LIVE })),
    store.read(nextTalks({ platformId: platform.id, now, limit: MAX_NEXT })),
    store.read(featuredTalks({ platformId: platform.id, now, limit: MAX_FEATURED })),
    store.read(recordedTalks({ platformId: platform.id, now, limit: MAX_RECORDED })),
    store.read(publicFaces({ platformId: platform.id, limit: MAX_PEOPLE })),
    store.read(sponsorWall({ platformId: platform.id })),
    store.read(programmeSpan({ platformId: platform.id })),
    store.read(someOwners({ platformId: platform.id })),
  ])
  const span = eventSpan(platform.settings, talks)
  const phase = eventPhase(platform.settings, span, { now, hasMore: live.length + next.length > 0 })
  // A featured recording is in the section that comes first.
  const highlights = phase === 'after' ? without(featured, recorded) : featured
  const recordings = phase === 'after' ? recorded : without(recorded, featured)
  const cards = await withSpeakers(services, platform, [live, next, highlights, recordings].flat())
  const take = (list: typeof live) => cards.splice(0, list.length)
  return {
    phase,
    span,
    live: await withAbstracts(services, take(live)),
    next: take(next),
    featured: take(highlights),
    recorded: take(recordings),
    people,
    sponsors: byLevel(sponsors.filter(isOnHomePage)),
    hasOwner: owners.length > 0,
    now,
  }
}

const without = (list: ListedTalk[], others: readonly ListedTalk[]): ListedTalk[] =>
  list.filter(({ id }) => !others.some((other) => other.id === id))

/** The time of the event; undefined if neither its days nor talks are known. */
export const readEventSpan = async ({ store }: Pick<Reading, 'store'>, platform: PlatformRow) =>
  eventSpan(platform.settings, await store.read(programmeSpan({ platformId: platform.id })))

const isOnHomePage = ({ options }: ListedSponsor) => options.highlight || options.displayInLobby
