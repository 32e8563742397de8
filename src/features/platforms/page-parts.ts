// The routes of its pages.
import type { PageParts } from '../../kit/pages/page-parts.ts'
import { platformHostRoutes } from './office-hosts.tsx'
import { settingsRoutes } from './office-settings.tsx'

export const platformsPages: PageParts = {
  office: [settingsRoutes, platformHostRoutes],
}
