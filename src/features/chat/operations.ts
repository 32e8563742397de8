// What the writer thread needs of chat.
import type { FeatureOperations } from '../../kernel/changes/features.ts'
import {
  deleteOwnMessageOperation,
  postMessageOperation,
  reactOperation,
  reportMessageOperation,
} from './chat.ts'
import { chatLivePart } from './live-part.ts'
import {
  approveMessageOperation,
  clearPersonOperation,
  muteOperation,
  removeMessageOperation,
  unmuteOperation,
} from './moderation.ts'
import { chatRetention } from './retention.ts'
import { createMessageOperation, deleteMessageOperation } from './staff-messages.ts'
import { forgetMutesBy } from './store.ts'

export const chatOperations: FeatureOperations = {
  operations: [
    postMessageOperation,
    deleteOwnMessageOperation,
    reactOperation,
    reportMessageOperation,
    removeMessageOperation,
    approveMessageOperation,
    muteOperation,
    unmuteOperation,
    clearPersonOperation,
    createMessageOperation,
    deleteMessageOperation,
  ],
  retention: chatRetention,
  onDelete: { deleteUser: { before: (_ctx, userId) => [forgetMutesBy({ userId })] } },
  live: chatLivePart,
}
