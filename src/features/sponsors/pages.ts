// What pages need of sponsors.
import type { FeaturePages } from '../../kernel/changes/features.ts'
import { sponsorRoutes as officeSponsorRoutes } from './office.tsx'
import { sponsorBulkEditRoutes } from './office-bulk-edit.tsx'
import { findSponsors } from './office-search.ts'
import { sponsorRoutes as publicSponsorRoutes } from './page.tsx'

export const sponsorsPages: FeaturePages = {
  findInOffice: findSponsors,
  siteSheets: ['sponsors.css'],
  officeAreas: [{ group: 'programme', name: 'sponsors', icon: 'award', path: '/backoffice/sponsors' }],
  siteArea: { path: '/sponsors', place: 40, text: ({ layout }) => layout.sponsors },
  routes: {
    site: [publicSponsorRoutes],
    office: [sponsorBulkEditRoutes, officeSponsorRoutes],
  },
}
