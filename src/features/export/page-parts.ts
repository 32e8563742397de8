// The routes of its pages.
import type { PageParts } from '../../kit/pages/page-parts.ts'
import { exportRoutes } from './office.tsx'

export const exportPages: PageParts = {
  office: [exportRoutes],
}
