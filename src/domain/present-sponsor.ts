// A sponsor as it is answered.
import { formatInstant } from '../lib/times.ts'
import type { Sponsor } from '../schema/sponsor.ts'
import type { Attached } from '../store/people.ts'
import type { SponsorRow } from '../store/tables.ts'
import { presentPerson } from './people.ts'

/** All of a sponsor but its people. */
export const sponsorContent = (row: SponsorRow) => ({
  id: row.id,
  externalId: row.externalId,
  name: row.name,
  logo: row.logo,
  level: row.level,
  hasPage: row.hasPage,
  pageContent: row.pageContent,
  website: row.website,
  icon: row.icon,
  color: row.color,
  options: row.options,
  version: row.version,
  createdAt: formatInstant(row.createdAt),
  updatedAt: formatInstant(row.updatedAt),
})

export const presentSponsor = (sponsor: SponsorRow, people: readonly Attached[]): Sponsor => ({
  ...sponsorContent(sponsor),
  speakers: people.filter((one) => one.objectId === sponsor.id).map((one) => presentPerson(one.user)),
})
