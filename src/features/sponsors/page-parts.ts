// The routes of its pages.
import type { PageParts } from '../../kit/pages/page-parts.ts'
import { sponsorRoutes as officeSponsorRoutes } from './office.tsx'
import { sponsorBulkEditRoutes } from './office-bulk-edit.tsx'
import { sponsorRoutes as publicSponsorRoutes } from './page.tsx'

export const sponsorsPages: PageParts = {
  site: [publicSponsorRoutes],
  office: [sponsorBulkEditRoutes, officeSponsorRoutes],
}
