// What pages need of account.
import type { FeaturePages } from '../../kernel/changes/features.ts'
import { overviewRoutes } from './page-overview.tsx'
import { ownDataRoutes } from './page-own-data.tsx'
import { pagePreviewRoutes, previewRoutes } from './page-preview.tsx'
import { privacyRoutes } from './page-privacy.tsx'
import { profileRoutes } from './page-profile.tsx'

export const accountPages: FeaturePages = {
  accountLinks: [
    { path: '/account', place: 10, text: ({ account }) => account.overview.link },
    { path: '/account/profile', place: 20, text: ({ account }) => account.profile.title },
    { path: '/account/privacy', place: 50, text: ({ viewers }) => viewers.privacy.title },
  ],
  routes: {
    account: [overviewRoutes, profileRoutes, previewRoutes, privacyRoutes, ownDataRoutes],
    office: [pagePreviewRoutes],
  },
}
