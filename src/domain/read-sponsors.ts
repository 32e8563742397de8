// Reading sponsors: one, and many. Two queries for a page, however many rows it has.
import type { SponsorListQuery } from '../schema/sponsor.ts'
import { equals } from '../store/objects.ts'
import { peopleOfSponsors } from '../store/people.ts'
import { sponsorObjects } from '../store/sponsors.ts'
import { Refusal } from './errors.ts'
import { commonFilters, filtersOf, ifSent, readPage } from './lists.ts'
import { presentSponsor } from './present-sponsor.ts'
import { requireReference } from './references.ts'
import type { Caller, Services } from './services.ts'

export async function readSponsor({ store }: Services, { platform }: Caller, reference: string) {
  const found = requireReference(reference, 'object', 'sponsor_not_found')
  const sponsor = await store.read(sponsorObjects.find(platform.id, found))
  if (!sponsor) throw new Refusal('sponsor_not_found')
  return presentSponsor(sponsor, await store.read(peopleOfSponsors([sponsor.id])))
}

export async function listSponsors(services: Services, caller: Caller, query: SponsorListQuery) {
  const filters = filtersOf([
    ...commonFilters(query),
    ifSent(query.level, (level) => equals('level', 'level', level)),
  ])
  const { rows, next } = await readPage(services, caller, sponsorObjects, query, filters)
  const people = await services.store.read(peopleOfSponsors(rows.map((sponsor) => sponsor.id)))
  return { code: 'ok' as const, items: rows.map((sponsor) => presentSponsor(sponsor, people)), next }
}
