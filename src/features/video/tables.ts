// The tables of video as the program uses them. The migrations create them.

import { boolean, instant, integer, json, optionalInstant, text } from '../../kernel/store/sql/columns.ts'
import { defineTable, type RowOf } from '../../kernel/store/sql/table.ts'

/** The encrypted keys that sign tokens for video rooms, one for each platform. */
export const roomKeys = defineTable('room_keys', { platformId: text(), secret: text() })

/** The keys with which encoders push streams to talks. */
export const streamKeys = defineTable('stream_keys', {
  talkId: text(),
  platformId: text(),
  hash: text(),
  createdAt: instant(),
})

/** The stages of video rooms. A talk has none until a moderator locks or ends it. */
export const roomStages = defineTable('room_stages', {
  talkId: text(),
  /** The people besides moderators who may come back to a locked stage, by id; null if it is not locked. */
  lockedFor: json<readonly string[] | null>(),
  /** The number of times that a moderator has ended it for everyone. */
  ends: integer(),
})
export type RoomStageRow = RowOf<typeof roomStages>

/** What sets a person apart from others on the stage of a talk. */
export const stagePeople = defineTable('stage_people', {
  talkId: text(),
  userId: text(),
  /** The time at which the person raised a hand; null if it is not raised. */
  handAt: optionalInstant(),
  isInvited: boolean(),
  /** By a moderator. People who come back stay muted. */
  isMuted: boolean(),
  isRemoved: boolean(),
})
export type StagePersonRow = RowOf<typeof stagePeople>

/** The captions of recordings, in WebVTT. */
export const captions = defineTable('captions', {
  talkId: text(),
  platformId: text(),
  language: text(),
  content: text(),
  savedAt: instant(),
})

declare module '../../kernel/store/sql/database.ts' {
  interface Tables {
    room_keys: StoredRowOf<typeof roomKeys>
    room_stages: StoredRowOf<typeof roomStages>
    stage_people: StoredRowOf<typeof stagePeople>
    stream_keys: StoredRowOf<typeof streamKeys>
    captions: StoredRowOf<typeof captions>
  }
}
