// The tables of video as the program uses them. The migrations create them.

import { instant, text } from '../../kernel/store/sql/columns.ts'
import { defineTable } from '../../kernel/store/sql/table.ts'

/** The encrypted keys that sign tokens for video rooms, one for each platform. */
export const roomKeys = defineTable('room_keys', { platformId: text(), secret: text() })

/** The keys with which encoders push streams to talks. */
export const streamKeys = defineTable('stream_keys', {
  talkId: text(),
  platformId: text(),
  hash: text(),
  createdAt: instant(),
})

declare module '../../kernel/store/sql/database.ts' {
  interface Tables {
    room_keys: StoredRowOf<typeof roomKeys>
    stream_keys: StoredRowOf<typeof streamKeys>
  }
}
