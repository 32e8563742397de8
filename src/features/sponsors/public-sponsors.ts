// Sponsors on the public site: the sponsor wall, and the page of one sponsor.

import { Refusal } from '../../kernel/changes/errors.ts'
import type { Services } from '../../kernel/changes/services.ts'
import { isId } from '../../kernel/lib/data/ids.ts'
import type { PlatformRow } from '../platforms/tables.ts'
import type { ListedPerson } from '../talks/programme/public-talks-store.ts'
import { type ListedSponsor, peopleOfSponsor, sponsorWall } from './public-sponsors-store.ts'
import { sponsorObjects } from './store.ts'
import type { SponsorRow } from './tables.ts'

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
