// The routes of its pages.
import type { PageParts } from '../../kit/pages/page-parts.ts'
import { deletedObjectRoutes } from './office.tsx'

export const deletedObjectsPages: PageParts = {
  office: [deletedObjectRoutes],
}
