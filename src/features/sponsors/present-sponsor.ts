// Presents a sponsor in responses.
import { formatInstant } from '../../kernel/lib/time/instants.ts'
import { presentPerson } from '../people/attached/attached-people.ts'
import type { AttachedByObject } from '../people/attached/attached-people-store.ts'
import type { Sponsor } from './schema.ts'
import type { SponsorRow } from './tables.ts'

/** A sponsor without its people. */
export const sponsorContent = (row: SponsorRow) => ({
  id: row.id,
  externalId: row.externalId,
  name: row.name,
  logo: row.logo,
  level: row.level,
  hasPage: row.hasPage,
  pageContent: row.pageContent,
  pageFormat: row.pageFormat,
  website: row.website,
  icon: row.icon,
  color: row.color,
  options: row.options,
  version: row.version,
  createdAt: formatInstant(row.createdAt),
  updatedAt: formatInstant(row.updatedAt),
})

export const presentSponsor = (sponsor: SponsorRow, people: AttachedByObject): Sponsor => ({
  ...sponsorContent(sponsor),
  speakers: (people.get(sponsor.id) ?? []).map(({ person }) => presentPerson(person)),
})
