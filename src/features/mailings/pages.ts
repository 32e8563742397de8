// What pages need of mailings.
import type { FeaturePages } from '../../kernel/changes/features.ts'
import { messageRoutes } from './office.tsx'
import { emailChoiceRoutes } from './page-email-choices.tsx'
import { unsubscribeRoutes } from './page-unsubscribe.tsx'
import { mailingEmails } from './render-mailing.ts'

export const pages: FeaturePages = {
  mailings: mailingEmails,
  routes: {
    site: [unsubscribeRoutes],
    account: [emailChoiceRoutes],
    office: [messageRoutes],
  },
}
