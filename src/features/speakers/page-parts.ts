// The routes of its pages.
import type { PageParts } from '../../kit/pages/page-parts.ts'
import { speakerRoutes } from './page.tsx'

export const speakersPages: PageParts = {
  site: [speakerRoutes],
}
