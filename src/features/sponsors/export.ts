// Sponsors in exports of a platform, and in what a person downloads about themselves.
import { allListed, type ExportedKinds } from '../../kernel/changes/exports.ts'
import type { PersonalData } from '../people/personal-data.ts'
import { listSponsors } from './read-sponsors.ts'
import { sponsorsWith } from './store.ts'

export const exportedSponsors = {
  sponsors: (services, caller) => allListed((page) => listSponsors(services, caller, page)),
} as const satisfies ExportedKinds

export const ownSponsorData: PersonalData = async ({ store }, { user }) => {
  const sponsors = await store.read(sponsorsWith({ userId: user.id }))
  return { sponsors: sponsors.map(({ id, externalId, name, level }) => ({ id, externalId, name, level })) }
}
