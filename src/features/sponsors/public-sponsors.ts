// Sponsors on the public site: the sponsor wall, and the page of one sponsor.

import { Refusal } from '../../kernel/changes/errors.ts'
import type { Services } from '../../kernel/changes/services.ts'
import { isId } from '../../kernel/lib/data/ids.ts'
import type { PlatformRow } from '../platforms/tables.ts'
import type { ListedPerson } from '../talks/programme/public-talks-store.ts'
import { type TalkCard, withSpeakers } from '../talks/programme/talk-cards.ts'
import { MAX_OTHER_SPONSORS, MAX_SPONSOR_TALKS } from './limits.ts'
import { type ListedSponsor, peopleOfSponsor, sponsorWall, talksOfSponsor } from './public-sponsors-store.ts'
import { sponsorObjects } from './store.ts'
import type { SponsorRow } from './tables.ts'

type Reading = Pick<Services, 'store' | 'clock'>

export type WallLevel = { level: number; sponsors: ListedSponsor[] }

/** The levels with sponsors, in ascending order. */
export async function readSponsorWall(
  { store }: Pick<Reading, 'store'>,
  platform: PlatformRow,
): Promise<WallLevel[]> {
  return byLevel(await store.read(sponsorWall({ platformId: platform.id })))
}

/** Sponsors grouped by level, in the order of the levels. */
export const byLevel = (sponsors: readonly ListedSponsor[]): WallLevel[] =>
  [...Map.groupBy(sponsors, ({ level }) => level)].map(([level, ofLevel]) => ({ level, sponsors: ofLevel }))

export type SponsorPage = {
  sponsor: SponsorRow
  people: ListedPerson[]
  talks: TalkCard[]
  /** Some of the other sponsors, the highest levels first. */
  others: ListedSponsor[]
}

/** The page of a sponsor, by ID. Throws `sponsor_not_found` if the sponsor has no page. */
export async function readSponsorPage(
  services: Reading,
  platform: PlatformRow,
  id: string,
): Promise<SponsorPage> {
  const { store } = services
  const sponsor = isId(id)
    ? await store.read(sponsorObjects.find({ platformId: platform.id, by: 'id', value: id.toLowerCase() }))
    : undefined
  if (!sponsor?.hasPage) throw new Refusal('sponsor_not_found')
  const of = { platformId: platform.id, sponsorId: sponsor.id }
  const [people, talks, all] = await Promise.all([
    store.read(peopleOfSponsor(of)),
    store.read(talksOfSponsor({ ...of, limit: MAX_SPONSOR_TALKS })),
    store.read(sponsorWall(of)),
  ])
  return {
    sponsor,
    people,
    talks: await withSpeakers(services, platform, talks),
    others: all.filter((one) => one.id !== sponsor.id).slice(0, MAX_OTHER_SPONSORS),
  }
}
