// The keys with which encoders push streams to talks. The store has only their hashes.
import { instant, text } from '../../../kernel/store/sql/columns.ts'
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

/** A talk that takes a push now, with the hash of its key. */
export type PushedTalk = { talkId: string; platformId: string; hash: string }

/** The talks with a key that take a push: from before their start until their end. */
export const pushedTalks = defineQuery(
  'stream_keys.of_pushed_talks',
  { startsBefore: instant(), endsAfter: instant() },
  ({ db }, p) =>
    db
      .selectFrom('stream_keys')
      .innerJoin('talks', 'talks.id', 'stream_keys.talk_id')
      .select(['stream_keys.talk_id', 'stream_keys.platform_id', 'stream_keys.hash'])
      .where('talks.type', '=', 'rtmp')
      .where('talks.video', 'is', null)
      .where('talks.kind', '=', 'talk')
      .where('talks.state', '=', 'published')
      .where('talks.start_at', '<=', p.startsBefore)
      .where('talks.end_at', '>', p.endsAfter)
      .orderBy('stream_keys.talk_id'),
  allRows((row): PushedTalk => ({ talkId: row.talk_id, platformId: row.platform_id, hash: row.hash })),
)
