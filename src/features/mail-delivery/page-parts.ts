// The routes of its pages.
import type { PageParts } from '../../kit/pages/page-parts.ts'
import { emailRoutes } from './office.tsx'
import { emailTextRoutes, type TextOptions } from './office-text-page.tsx'

export const mailDeliveryPages: PageParts<TextOptions> = {
  office: [emailRoutes, emailTextRoutes],
}
