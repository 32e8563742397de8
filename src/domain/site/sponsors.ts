// Sponsors on the public site: the sponsor wall, and the page of one sponsor.
import { isId } from '../../lib/data/ids.ts'
import { sponsorObjects } from '../../store/programme/sponsors.ts'
import type { ListedPerson } from '../../store/site/public-talks.ts'
import { peopleOfSponsor } from '../../store/site/speakers.ts'
import { type ListedSponsor, sponsorWall } from '../../store/site/sponsors.ts'
import type { PlatformRow, SponsorRow } from '../../store/sql/tables.ts'
import { Refusal } from '../changes/errors.ts'
import type { Services } from '../services.ts'

type Reading = Pick<Services, 'store'>

export type WallLevel = { level: number; sponsors: ListedSponsor[] }

/** The levels with sponsors, in ascending order. */
export async function readSponsorWall({ store }: Reading, platform: PlatformRow): Promise<WallLevel[]> {
  return byLevel(await store.read(sponsorWall({ platformId: platform.id })))
}

/** Sponsors grouped by level, in the order of the levels. */
export const byLevel = (sponsors: readonly ListedSponsor[]): WallLevel[] =>
  [...Map.groupBy(sponsors, ({ level }) => level)].map(([level, ofLevel]) => ({ level, sponsors: ofLevel }))

export type SponsorPage = { sponsor: SponsorRow; people: ListedPerson[] }

/** The page of a sponsor, by ID. Throws `sponsor_not_found` if the sponsor has no page. */
export async function readSponsorPage(
  { store }: Reading,
  platform: PlatformRow,
  id: string,
): Promise<SponsorPage> {
  const sponsor = isId(id)
    ? await store.read(sponsorObjects.find({ platformId: platform.id, by: 'id', value: id.toLowerCase() }))
    : undefined
  if (!sponsor?.hasPage) throw new Refusal('sponsor_not_found')
  return { sponsor, people: await store.read(peopleOfSponsor({ sponsorId: sponsor.id })) }
}
