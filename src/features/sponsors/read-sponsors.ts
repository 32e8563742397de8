// Reading one sponsor or a page of them, with two queries however many rows the page has.

import { Refusal } from '../../kernel/changes/errors.ts'
import { filtersOf, hasExternalId, ifSent, readPage } from '../../kernel/changes/pagination.ts'
import { requireReference } from '../../kernel/changes/references.ts'
import type { Caller, Services } from '../../kernel/changes/services.ts'
import { equals } from '../../kernel/store/sql/filters.ts'
import { presentSponsor } from './present-sponsor.ts'
import type { SponsorListQuery } from './schema.ts'
import { peopleOfSponsors } from './sponsor-people-store.ts'
import { sponsorObjects } from './store.ts'
import { sponsors } from './tables.ts'

export async function readSponsor({ store }: Services, { platform }: Caller, reference: string) {
  const found = requireReference(reference, 'sponsor_not_found')
  const sponsor = await store.read(sponsorObjects.find({ platformId: platform.id, ...found }))
  if (!sponsor) throw new Refusal('sponsor_not_found')
  return presentSponsor(sponsor, await store.read(peopleOfSponsors({ sponsorIds: [sponsor.id] })))
}

export async function listSponsors(services: Services, caller: Caller, query: SponsorListQuery) {
  const filters = filtersOf([
    hasExternalId(sponsors, query),
    ifSent(query.level, (level) => equals(sponsors, 'level', level)),
  ])
  const { rows, next } = await readPage(services, caller, sponsorObjects, query, filters)
  const people = await services.store.read(
    peopleOfSponsors({ sponsorIds: rows.map((sponsor) => sponsor.id) }),
  )
  return { code: 'ok' as const, items: rows.map((sponsor) => presentSponsor(sponsor, people)), next }
}
