// What pages need of account.
import type { FeaturePages } from '../../kernel/changes/features.ts'
import { overviewRoutes } from './page-overview.tsx'
import { ownDataRoutes } from './page-own-data.tsx'
import { pagePreviewRoutes, previewRoutes } from './page-preview.tsx'
import { privacyRoutes } from './page-privacy.tsx'
import { profileRoutes } from './page-profile.tsx'

export const pages: FeaturePages = {
  routes: {
    account: [overviewRoutes, profileRoutes, previewRoutes, privacyRoutes, ownDataRoutes],
    office: [pagePreviewRoutes],
  },
}
