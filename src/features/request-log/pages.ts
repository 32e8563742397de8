// What pages need of request log.
import type { FeaturePages } from '../../kernel/changes/features.ts'
import { requestRoutes } from './office.tsx'

export const pages: FeaturePages = {
  routes: {
    office: [requestRoutes],
  },
}
