// The routes of its pages.
import type { PageParts } from '../../kit/pages/page-parts.ts'
import { importRoutes } from './office-routes.tsx'
import { templateRoutes } from './office-templates.ts'

export const importPages: PageParts = {
  office: [importRoutes, templateRoutes],
}
