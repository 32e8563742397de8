// The keys with which encoders push streams to talks. The store has only their hashes.
import { text } from '../../../kernel/store/sql/columns.ts'
import { defineUpsert } from '../../../kernel/store/sql/row-writes.ts'
import { allRows, defineQuery, firstRow } from '../../../kernel/store/sql/statements.ts'
import { streamKeys } from '../tables.ts'

export const putStreamKey = defineUpsert(streamKeys, 'talkId')

export const streamKeyOfTalk = defineQuery(
  'stream_keys.of_talk',
  { platformId: text(), talkId: text() },
  ({ db }, p) =>
    db
      .selectFrom('stream_keys')
      .select(streamKeys.columnNames)
      .where('platform_id', '=', p.platformId)
      .where('talk_id', '=', p.talkId),
  firstRow(streamKeys.decode),
)

/** The talks of a platform with this key: one, or none. */
export const talksOfStreamKey = defineQuery(
  'stream_keys.by_hash',
  { platformId: text(), hash: text() },
  ({ db }, p) =>
    db
      .selectFrom('stream_keys')
      .select('talk_id')
      .where('platform_id', '=', p.platformId)
      .where('hash', '=', p.hash),
  allRows((row) => row.talk_id),
)
