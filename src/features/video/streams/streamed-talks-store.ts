// The talks whose streams this server carries.
import { instant } from '../../../kernel/store/sql/columns.ts'
import { allRows, defineQuery } from '../../../kernel/store/sql/statements.ts'

export type StreamedTalk = {
  talkId: string
  platformId: string
  /** Epoch milliseconds. */
  startAt: number
  /** The address of its source, or of a playlist elsewhere; null if an encoder pushes the stream. */
  video: string | null
  /** That of its stream key, if it has one. */
  hash: string | null
}

/** The talks of type rtmp that start between two times and end after a third one. */
export const streamedTalks = defineQuery(
  'talks.streamed',
  { startsAfter: instant(), startsBefore: instant(), endsAfter: instant() },
  ({ db }, p) =>
    db
      .selectFrom('platforms')
      // On SQLite, a cross join reads the tables in this order, for which there is an index.
      .crossJoin('talks')
      .leftJoin('stream_keys', 'stream_keys.talk_id', 'talks.id')
      .select(['talks.id', 'talks.platform_id', 'talks.start_at', 'talks.video', 'stream_keys.hash'])
      .whereRef('talks.platform_id', '=', 'platforms.id')
      .where('talks.type', '=', 'rtmp')
      .where('talks.kind', '=', 'talk')
      .where('talks.state', '=', 'published')
      .where('talks.start_at', '>', p.startsAfter)
      .where('talks.start_at', '<=', p.startsBefore)
      .where('talks.end_at', '>', p.endsAfter)
      .orderBy('talks.start_at')
      .orderBy('talks.id'),
  allRows(
    (row): StreamedTalk => ({
      talkId: row.id,
      platformId: row.platform_id,
      startAt: row.start_at,
      video: row.video,
      hash: row.hash,
    }),
  ),
)
