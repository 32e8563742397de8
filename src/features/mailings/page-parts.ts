// The routes of its pages.
import type { PageParts } from '../../kit/pages/page-parts.ts'
import { messageRoutes } from './office.tsx'
import { emailChoiceRoutes } from './page-email-choices.tsx'
import { unsubscribeRoutes } from './page-unsubscribe.tsx'

export const mailingsPages: PageParts = {
  site: [unsubscribeRoutes],
  account: [emailChoiceRoutes],
  office: [messageRoutes],
}
