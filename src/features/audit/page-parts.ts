// The routes of its pages.
import type { PageParts } from '../../kit/pages/page-parts.ts'
import { auditRoutes } from './office.tsx'

export const auditPages: PageParts = {
  office: [auditRoutes],
}
