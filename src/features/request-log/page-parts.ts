// The routes of its pages.
import type { PageParts } from '../../kit/pages/page-parts.ts'
import { requestRoutes } from './office.tsx'

export const requestLogPages: PageParts = {
  office: [requestRoutes],
}
