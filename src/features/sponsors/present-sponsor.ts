// Presents a sponsor in responses.
import type { AttachedByObject } from '../people/attached/attached-people-store.ts'
import { type Sponsor, sponsorFields } from './schema.ts'
import type { SponsorRow } from './tables.ts'

export const presentSponsor = (sponsor: SponsorRow, people: AttachedByObject): Sponsor => ({
  ...sponsorFields.present(sponsor),
  speakers: (people.get(sponsor.id) ?? []).map(({ person }) => person),
})
