// What the server needs of chat.
import type { Feature } from '../../kernel/changes/features.ts'
import { chatApi } from './api.ts'
import { chatDemo } from './demo.ts'
import { exportedMessages, ownChatData } from './export.ts'

export const chatFeature: Feature = {
  demoTalk: chatDemo,
  api: [chatApi],
  exports: exportedMessages,
  personalData: ownChatData,
}
