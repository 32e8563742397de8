// What pages need of audit.
import type { FeaturePages } from '../../kernel/changes/features.ts'
import { auditRoutes } from './office.tsx'

export const pages: FeaturePages = {
  routes: {
    office: [auditRoutes],
  },
}
