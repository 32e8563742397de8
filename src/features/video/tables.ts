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

/** What the server has recorded of a talk. */
export const recordings = defineTable('recordings', {
  talkId: text(),
  platformId: text(),
  durationMs: integer(),
  bytes: integer(),
  /** Whether its talk has got it. */
  isFinished: boolean(),
  /** Its files are about to be removed. */
  isRemoved: boolean(),
})
export type RecordingRow = RowOf<typeof recordings>

/** The parts of recordings, about ten seconds each. Their content is in the storage of files. */
export const recordingParts = defineTable('recording_parts', {
  talkId: text(),
  /** The time at which it began (epoch milliseconds), which also names its file. */
  sequence: integer(),
  /** The first part of the same stream, which names the file of the header. */
  run: integer(),
  durationMs: integer(),
})
export type RecordingPartRow = RowOf<typeof recordingParts>

declare module '../../kernel/store/sql/database.ts' {
  interface Tables {
    room_keys: StoredRowOf<typeof roomKeys>
    room_stages: StoredRowOf<typeof roomStages>
    stage_people: StoredRowOf<typeof stagePeople>
    stream_keys: StoredRowOf<typeof streamKeys>
    captions: StoredRowOf<typeof captions>
    recordings: StoredRowOf<typeof recordings>
    recording_parts: StoredRowOf<typeof recordingParts>
    /** Those of deleted talks. */
    kept_captions: { object_id: string; language: string; content: string; saved_at: number }
  }
}
