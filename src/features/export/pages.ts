// What pages need of export.
import type { FeaturePages } from '../../kernel/changes/features.ts'
import { exportRoutes } from './office.tsx'

export const exportPages: FeaturePages = {
  routes: {
    office: [exportRoutes],
  },
}
