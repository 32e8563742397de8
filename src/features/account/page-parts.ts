// The routes of its pages.
import type { PageParts } from '../../kit/pages/page-parts.ts'
import { overviewRoutes } from './page-overview.tsx'
import { ownDataRoutes } from './page-own-data.tsx'
import { pagePreviewRoutes, previewRoutes } from './page-preview.tsx'
import { privacyRoutes } from './page-privacy.tsx'
import { profileRoutes } from './page-profile.tsx'

export const accountPages: PageParts = {
  account: [overviewRoutes, profileRoutes, previewRoutes, privacyRoutes, ownDataRoutes],
  office: [pagePreviewRoutes],
}
