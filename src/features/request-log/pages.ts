// What pages need of request log.
import type { FeaturePages } from '../../kernel/changes/features.ts'
import { REQUESTS } from '../../kit/office/paths.ts'
import { requestRoutes } from './office.tsx'
import { readDashboard } from './office-dashboard.tsx'

export const requestLogPages: FeaturePages = {
  readDashboard,
  officeAreas: [{ group: 'integrations', name: 'requests', icon: 'code', path: REQUESTS }],
  routes: {
    office: [requestRoutes],
  },
}
