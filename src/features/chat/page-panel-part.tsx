// The chat in the live panel.
import type { PanelPart } from '../live/page-panel-parts.ts'
import { ChatMessageItem } from './page-message.tsx'
import { ChatSection, ChatState, ReviewSection } from './page-section.tsx'

export const chatPanelPart: PanelPart = {
  scripts: ['chat.js'],
  sections: [
    {
      id: 'chat',
      heading: ({ live }) => live.chat.heading,
      isOn: ({ chat }) => chat !== null,
      Section: ({ panel, csrf }) =>
        panel.chat ? <ChatSection {...{ panel, csrf }} chat={panel.chat} /> : null,
    },
    {
      id: 'chat-review',
      heading: ({ live }) => live.chat.moderation.tab,
      isLast: true,
      isOn: ({ chat, audience }) => chat !== null && audience !== 'public',
      Section: ({ panel, csrf }) =>
        panel.chat ? <ReviewSection {...{ panel, csrf }} chat={panel.chat} /> : null,
    },
  ],
  items: {
    message: (message, { context }) => <ChatMessageItem message={message} talkId={context.talk.id} />,
    talk: (context) => <ChatState context={context} />,
  },
}
