// The chat in the live panel.
import type { PanelPart } from '../live/page-panel-parts.ts'
import { ChatMessageItem } from './page-message.tsx'
import { ChatSection, ChatState } from './page-section.tsx'

export const chatPanelPart: PanelPart = {
  section: {
    id: 'chat',
    heading: ({ live }) => live.chat.heading,
    isOn: ({ chat }) => chat !== null,
    Section: ({ panel, csrf }) =>
      panel.chat ? <ChatSection {...{ panel, csrf }} chat={panel.chat} /> : null,
  },
  items: {
    message: (message, { context }) => <ChatMessageItem message={message} talkId={context.talk.id} />,
    talk: (context, { audience }) => <ChatState context={context} isModerator={audience !== 'public'} />,
  },
}
