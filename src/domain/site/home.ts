// The content of the home page: live, upcoming, and featured talks, and sponsors.
import { someOwners } from '../../store/people/users.ts'
import { featuredTalks, liveTalks, nextTalks, programmeSpan } from '../../store/site/public-talks.ts'
import { type ListedSponsor, sponsorWall } from '../../store/site/sponsors.ts'
import type { PlatformRow } from '../../store/sql/tables.ts'
import type { Services } from '../services.ts'
import { type TalkCard, withSpeakers } from './talk-cards.ts'

type Reading = Pick<Services, 'store' | 'clock'>

const MAX_LIVE = 12
const MAX_NEXT = 6
const MAX_FEATURED = 12

export type Home = {
  live: TalkCard[]
  next: TalkCard[]
  featured: TalkCard[]
  highlightedSponsors: ListedSponsor[]
  /** Sponsors that are shown in the lobby but not highlighted. */
  lobbySponsors: ListedSponsor[]
  /** The start of the first and of the last talk (epoch milliseconds); undefined if there are no talks. */
  span: { from: number; to: number } | undefined
  /** False until the setup link has been used. */
  hasOwner: boolean
}

export async function readHome(services: Reading, platform: PlatformRow): Promise<Home> {
  const { store, clock } = services
  const now = clock.now()
  const [live, next, featured, sponsors, span, owners] = await Promise.all([
    store.read(liveTalks(platform.id, now, MAX_LIVE)),
    store.read(nextTalks(platform.id, now, MAX_NEXT)),
    store.read(featuredTalks(platform.id, now, MAX_FEATURED)),
    store.read(sponsorWall(platform.id)),
    store.read(programmeSpan(platform.id)),
    store.read(someOwners(platform.id)),
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
    hasOwner: owners.length > 0,
  }
}
