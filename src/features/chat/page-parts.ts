// The routes of its pages.
import type { PageParts } from '../../kit/pages/page-parts.ts'
import { chatFileRoutes } from './office.ts'
import { type MessagePageOptions, messagePages } from './page-message-pages.tsx'
import { moderationRoutes } from './page-moderation-routes.tsx'
import { chatRoutes } from './page-routes.tsx'

export const chatPages: PageParts<MessagePageOptions> = {
  site: [messagePages],
  actions: [chatRoutes, moderationRoutes],
  office: [chatFileRoutes],
}
