// What pages need of chat.
import type { FeaturePages } from '../../kernel/changes/features.ts'
import { chatFileRoutes } from './office.ts'
import { readDashboard } from './office-dashboard.tsx'
import { messagePages } from './page-message-pages.tsx'
import { moderationRoutes } from './page-moderation-routes.tsx'
import { chatPanelPart } from './page-panel-part.tsx'
import { chatRoutes } from './page-routes.tsx'

export const chatPages: FeaturePages = {
  routes: {
    site: [messagePages],
    actions: [chatRoutes, moderationRoutes],
    office: [chatFileRoutes],
  },
  readDashboard,
  panel: chatPanelPart,
  talkLink: ({ id }, { messages }) => ({
    href: `/backoffice/talks/${id}/chat.ndjson`,
    text: messages.office.talks.form.exportChat,
    isDownload: true,
  }),
}
