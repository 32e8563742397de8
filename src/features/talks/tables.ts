// The tables of talks as the program uses them. The migrations create them.

import { searchKey } from '../../kernel/lib/text/search-keys.ts'
import { instant, json, optionalInstant, optionalText, text } from '../../kernel/store/sql/columns.ts'
import { objectColumns } from '../../kernel/store/sql/object-columns.ts'
import { textColumns } from '../../kernel/store/sql/search-texts.ts'
import { defineTable, type RowOf } from '../../kernel/store/sql/table.ts'
import type { ActorKind } from '../../kernel/store/tables.ts'
import { talkFields } from './schema.ts'

export const talks = defineTable(
  'talks',
  {
    ...objectColumns(talkFields),
    startAt: instant(),
    endAt: instant(),
    /** The time from which there is a recording that the server has made; null without one. */
    recordedAt: optionalInstant(),
  },
  { search_key: (row) => searchKey([row.title], [row.track], [row.room], [row.externalId]) },
)
export type TalkRow = RowOf<typeof talks>

/** The time and place of a talk, now or before a change. */
export type TalkSlot = Pick<TalkRow, 'state' | 'startAt' | 'duration' | 'room'>

/** The last part is for staff. Visitors do not search it. */
export type TalkPart = 'programme' | 'description' | 'external_id'

/** The texts by which talks are found. */
export const talkTexts = defineTable('talk_texts', textColumns<TalkPart>())

/** A deleted talk or sponsor, which can be restored. */
export const deletedObjects = defineTable('deleted_objects', {
  /** The id of the object. */
  id: text(),
  platformId: text(),
  kind: text<DeletableKind>(),
  name: text(),
  externalId: optionalText(),
  /** The row of the object. A row from an earlier version of the program can lack members. */
  content: json<Readonly<Record<string, unknown>>>(),
  /** The ids of the files that the object refers to. */
  files: json<readonly string[]>(),
  deletedAt: instant(),
  actorKind: text<ActorKind>(),
  actorId: optionalText(),
})

export type DeletableKind = 'talk' | 'sponsor'
export type DeletedObjectRow = RowOf<typeof deletedObjects>

declare module '../../kernel/store/sql/database.ts' {
  interface Tables {
    talks: StoredRowOf<typeof talks>
    talk_texts: StoredRowOf<typeof talkTexts>
    talk_people: { talk_id: string; user_id: string; kind: 'speaker' | 'moderator'; position: number }
    talk_tags: { talk_id: string; tag: string; platform_id: string; is_hidden: number; start_at: number }
    talk_files: { talk_id: string; file_id: string }
    deleted_objects: StoredRowOf<typeof deletedObjects>
    /** Later features have kinds of their own for what they keep with a talk (`keptWithTalks`). */
    deleted_object_people: { object_id: string; user_id: string; kind: string; position: number }
  }
}
