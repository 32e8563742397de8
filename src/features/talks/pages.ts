// What pages need of talks.
import type { FeaturePages } from '../../kernel/changes/features.ts'
import { talkBulkEditRoutes } from './editing/office-bulk-edit.tsx'
import { talkRoutes } from './office.tsx'

export const pages: FeaturePages = {
  routes: {
    office: [talkRoutes, talkBulkEditRoutes],
  },
}
