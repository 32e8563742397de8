// The routes of its pages.
import type { PageParts } from '../../kit/pages/page-parts.ts'
import { searchRoutes } from './office.tsx'

export const searchPages: PageParts = {
  office: [searchRoutes],
}
