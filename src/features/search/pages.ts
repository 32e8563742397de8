// What pages need of search.
import type { FeaturePages } from '../../kernel/changes/features.ts'
import { searchRoutes } from './office.tsx'

export const pages: FeaturePages = {
  routes: {
    office: [searchRoutes],
  },
}
