// What pages need of dashboard.
import type { FeaturePages } from '../../kernel/changes/features.ts'
import { dashboardRoutes } from './office.tsx'
import { firstStepRoutes } from './office-first-steps.tsx'
import { integrationRoutes } from './office-integrations.tsx'

export const dashboardPages: FeaturePages = {
  officeAreas: [{ group: 'overview', name: 'dashboard', icon: 'layout-dashboard', path: '/backoffice' }],
  routes: {
    office: [dashboardRoutes, firstStepRoutes, integrationRoutes],
  },
}
