// What pages need of audit.
import type { FeaturePages } from '../../kernel/changes/features.ts'
import { AUDIT } from '../../kit/office/paths.ts'
import { auditRoutes } from './office.tsx'

export const auditPages: FeaturePages = {
  officeAreas: [{ group: 'settings', name: 'audit', icon: 'clipboard-list', path: AUDIT }],
  routes: {
    office: [auditRoutes],
  },
}
