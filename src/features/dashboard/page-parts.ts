// The routes of its pages.
import type { PageParts } from '../../kit/pages/page-parts.ts'
import { dashboardRoutes } from './office.tsx'
import { firstStepRoutes } from './office-first-steps.tsx'

export const dashboardPages: PageParts = {
  office: [dashboardRoutes, firstStepRoutes],
}
