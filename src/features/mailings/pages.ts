// What pages need of mailings.
import type { FeaturePages } from '../../kernel/changes/features.ts'
import { MESSAGES } from '../../kit/office/paths.ts'
import { messageRoutes } from './office.tsx'
import { emailChoiceRoutes } from './page-email-choices.tsx'
import { unsubscribeRoutes } from './page-unsubscribe.tsx'
import { mailingEmails } from './render-mailing.ts'
import { countTold } from './talk-announcements.ts'

export const mailingsPages: FeaturePages = {
  accountLinks: [{ path: '/account/emails', place: 40, text: ({ emails }) => emails.choices.title }],
  officeAreas: [{ group: 'people', name: 'messages', icon: 'mail', path: MESSAGES }],
  countTold,
  mailings: mailingEmails,
  peopleAction: { place: 'message', icon: 'mail', text: ({ office }) => office.messages.message },
  routes: {
    site: [unsubscribeRoutes],
    account: [emailChoiceRoutes],
    office: [messageRoutes],
  },
}
