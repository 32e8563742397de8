// The talk itself as a part of its live content.
import { talkItem } from './items.ts'
import type { LivePart } from './parts.ts'
import { presentTalkLive } from './present-live.ts'

export const talkLivePart: LivePart = {
  kinds: {
    talk: {
      feature: null,
      read: async (_services, context) => [talkItem(context)],
      present: presentTalkLive,
    },
  },
}
