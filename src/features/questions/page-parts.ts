// The routes of its pages.
import type { PageParts } from '../../kit/pages/page-parts.ts'
import { questionFileRoutes } from './office.ts'
import { questionPages } from './page-questions.tsx'
import { questionRoutes } from './page-routes.tsx'

export const questionsPages: PageParts = {
  site: [questionPages],
  actions: [questionRoutes],
  office: [questionFileRoutes],
}
