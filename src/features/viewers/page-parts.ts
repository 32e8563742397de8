// The routes of its pages.
import type { PageParts } from '../../kit/pages/page-parts.ts'
import { attendanceRoutes } from './office-attendance.tsx'
import { type ViewerOptions, viewerRoutes } from './page-routes.tsx'

export const viewersPages: PageParts<ViewerOptions> = {
  site: [viewerRoutes],
  office: [attendanceRoutes],
}
