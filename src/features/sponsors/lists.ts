// The list of sponsors in the Back Office.

import { filtersOf, ifSent } from '../../kernel/changes/pagination.ts'
import type { Caller, Services } from '../../kernel/changes/services.ts'
import {
  type Chosen,
  named,
  type OfficeList,
  type OfficeQuery,
  readChosen,
  readSorted,
  type Sorts,
  type Times,
  timesOf,
  updated,
} from '../../kernel/changes/sorted-lists.ts'
import { equals, isAmongIds } from '../../kernel/store/sql/filters.ts'
import { sortedLists } from '../../kernel/store/sql/sorted-lists.ts'
import { presentSponsor } from './present-sponsor.ts'
import type { Sponsor } from './schema.ts'
import { peopleOfSponsors } from './sponsor-people-store.ts'
import { type SponsorRow, sponsors } from './tables.ts'

export const sponsorList = {
  ...sortedLists(sponsors),
  searchedIn: null,
  shown: ({ name }: SponsorRow) => [name],
  sorts: {
    default: 'name',
    ofSearch: 'name',
    byName: {
      name: named(sponsors.derived.search_key),
      level: {
        columns: ['level'],
        shape: ['number', 'string'],
        positionOf: ({ level, id }) => [level, id],
      },
      updated,
    },
  } satisfies Sorts<'sponsors', SponsorRow>,
}

export type OfficeSponsorQuery = OfficeQuery & { level?: number | undefined }

const sponsorIsAmong = isAmongIds('sponsors')

const filtersOfSponsors = ({ level, ids }: OfficeSponsorQuery) =>
  filtersOf([ifSent(level, (value) => equals(sponsors, 'level', value)), ifSent(ids, sponsorIsAmong)])

export type OfficeSponsor = Omit<Sponsor, keyof Times> & Times

export async function listOfficeSponsors(
  services: Services,
  caller: Caller,
  query: OfficeSponsorQuery,
): Promise<OfficeList<OfficeSponsor>> {
  const list = await readSorted(services, caller, sponsorList, query, filtersOfSponsors(query))
  const people = await services.store.read(
    peopleOfSponsors({ sponsorIds: list.items.map((sponsor) => sponsor.id) }),
  )
  const present = (sponsor: SponsorRow) => ({ ...presentSponsor(sponsor, people), ...timesOf(sponsor) })
  return { ...list, items: list.items.map(present) }
}

export const chosenSponsors = (
  services: Services,
  caller: Caller,
  chosen: Chosen<OfficeSponsorQuery>,
  limit: number,
): Promise<SponsorRow[]> =>
  readChosen(services, caller, sponsorList, {
    q: 'query' in chosen ? chosen.query.q : undefined,
    filters: filtersOfSponsors('query' in chosen ? chosen.query : chosen),
    limit,
  })
