// The routes of its pages.
import type { PageParts } from '../../kit/pages/page-parts.ts'
import { apiKeyRoutes, type KeyOptions } from './office.tsx'
import { apiKeyActionRoutes } from './office-actions.tsx'

export const apiKeysPages: PageParts<KeyOptions> = {
  office: [apiKeyRoutes, apiKeyActionRoutes],
}
