// The programme as visitors see it: the state and the picture of a talk, and what stands on the home page.
import {
  featuredTalks,
  type ListedPerson,
  type ListedTalk,
  liveTalks,
  nextTalks,
  programmeSpan,
  speakersOfTalks,
} from '../../store/site/public-talks.ts'
import { type ListedSponsor, sponsorWall } from '../../store/site/sponsors.ts'
import type { PlatformRow, TalkRow } from '../../store/sql/tables.ts'
import type { Services } from '../services.ts'

type Reading = Pick<Services, 'store' | 'clock'>

/** What a visitor finds at a talk: nothing yet, something under way, nothing any more, or a recording. */
export type TalkState = 'upcoming' | 'live' | 'ended' | 'replay'

/** The state at `now` (epoch milliseconds). A replay opens at its start, or at once where it is `available`. */
export function talkState(
  { type, startAt, endAt, available }: Pick<TalkRow, 'type' | 'startAt' | 'endAt' | 'available'>,
  now: number,
): TalkState {
  if (type === 'replay') return available || now >= startAt ? 'replay' : 'upcoming'
  if (now < startAt) return 'upcoming'
  return now < endAt ? 'live' : 'ended'
}

/** The picture of a talk: its own, else that of its first speaker, else the banner of the platform. */
export const pictureOf = (
  { image }: { image: string | null },
  speakers: readonly { avatar: string | null }[],
  { settings }: Pick<PlatformRow, 'settings'>,
): string | null => image ?? speakers[0]?.avatar ?? settings.banner

/** A talk as part of a list. */
export type TalkCard = ListedTalk & {
  speakers: ListedPerson[]
  state: TalkState
  picture: string | null
}

/** The same talks with their speakers; one query, however many they are. */
export async function withSpeakers(
  { store, clock }: Reading,
  platform: PlatformRow,
  talks: readonly ListedTalk[],
): Promise<TalkCard[]> {
  const named = await store.read(speakersOfTalks(talks.map((talk) => talk.id)))
  const byTalk = Map.groupBy(named, (one) => one.objectId)
  const now = clock.now()
  return talks.map((talk) => {
    const speakers = byTalk.get(talk.id)?.map((one) => one.speaker) ?? []
    return { ...talk, speakers, state: talkState(talk, now), picture: pictureOf(talk, speakers, platform) }
  })
}

const MOST_LIVE = 12
const MOST_NEXT = 6
const MOST_FEATURED = 12

export type Home = {
  live: TalkCard[]
  next: TalkCard[]
  featured: TalkCard[]
  highlightedSponsors: ListedSponsor[]
  /** Those shown in the lobby that are not among the highlighted ones. */
  lobbySponsors: ListedSponsor[]
  /** When the first talk begins, and the last one (epoch milliseconds); undefined without talks. */
  span: { from: number; to: number } | undefined
}

export async function readHome(services: Reading, platform: PlatformRow): Promise<Home> {
  const { store, clock } = services
  const now = clock.now()
  const [live, next, featured, sponsors, span] = await Promise.all([
    store.read(liveTalks(platform.id, now, MOST_LIVE)),
    store.read(nextTalks(platform.id, now, MOST_NEXT)),
    store.read(featuredTalks(platform.id, now, MOST_FEATURED)),
    store.read(sponsorWall(platform.id)),
    store.read(programmeSpan(platform.id)),
  ])
  const cards = await withSpeakers(services, platform, [...live, ...next, ...featured])
  const nextFrom = live.length
  const featuredFrom = nextFrom + next.length
  return {
    live: cards.slice(0, nextFrom),
    next: cards.slice(nextFrom, featuredFrom),
    featured: cards.slice(featuredFrom),
    highlightedSponsors: sponsors.filter(({ options }) => options.highlight),
    lobbySponsors: sponsors.filter(({ options }) => options.displayInLobby && !options.highlight),
    span,
  }
}
