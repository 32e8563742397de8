// The routes of its pages.
import type { PageParts } from '../../kit/pages/page-parts.ts'
import { languageRoutes } from './page-language.ts'

export const peoplePages: PageParts = {
  site: [languageRoutes],
}
