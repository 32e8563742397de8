// What pages need of dashboard.
import type { FeaturePages } from '../../kernel/changes/features.ts'
import { INTEGRATIONS } from '../../kit/office/paths.ts'
import { dashboardRoutes } from './office.tsx'
import { firstStepRoutes } from './office-first-steps.tsx'
import { integrationRoutes } from './office-integrations.tsx'

export const dashboardPages: FeaturePages = {
  officeAreas: [
    { group: 'overview', name: 'dashboard', icon: 'layout-dashboard', path: '/backoffice' },
    { group: 'integrations', name: 'integrations', icon: 'chart-no-axes-column', path: INTEGRATIONS },
  ],
  routes: {
    office: [dashboardRoutes, firstStepRoutes, integrationRoutes],
  },
}
