// What the server has recorded of talks. The content is in the storage of files.
import { sql } from 'kysely'
import { instant, integer, text } from '../../../kernel/store/sql/columns.ts'
import { defineUpsert } from '../../../kernel/store/sql/row-writes.ts'
import { allRows, defineQuery, defineWrite, firstRow } from '../../../kernel/store/sql/statements.ts'
import { recordingParts, recordings } from '../tables.ts'

export const putRecording = defineUpsert(recordings, 'talkId')
export const putRecordingPart = defineUpsert(recordingParts, 'talkId', 'sequence')

/** What there is of a talk; undefined if nothing is. */
export const recordingOf = defineQuery(
  'recordings.of_talk',
  { talkId: text() },
  ({ db }, p) => db.selectFrom('recordings').select(recordings.columnNames).where('talk_id', '=', p.talkId),
  firstRow(recordings.decode),
)

/** The same, locked until the end of the transaction. */
export const recordingForChange = defineQuery(
  'recordings.for_change',
  { talkId: text() },
  ({ db, lockRows }, p) =>
    db
      .selectFrom('recordings')
      .select(recordings.columnNames)
      .where('talk_id', '=', p.talkId)
      .$call(lockRows),
  firstRow(recordings.decode),
)

/** Whether the recording of a talk can be watched: when it is over and public. That of a deleted talk waits for its restoration. */
export const isPlayable = defineQuery(
  'recordings.is_playable',
  { talkId: text(), now: instant() },
  ({ db }, p) =>
    db
      .selectFrom('talks')
      .select('id')
      .where('id', '=', p.talkId)
      .where('recorded_at', 'is not', null)
      .where('state', '=', 'published')
      .where('end_at', '<=', p.now),
  (rows) => rows.length > 0,
)

/** In the order of the recording. */
export const partsOfRecording = defineQuery(
  'recordings.parts',
  { talkId: text() },
  ({ db }, p) =>
    db
      .selectFrom('recording_parts')
      .select(recordingParts.columnNames)
      .where('talk_id', '=', p.talkId)
      .orderBy('sequence'),
  allRows(recordingParts.decode),
)

/** What the recordings of a platform need together. */
export const recordingTotals = defineQuery(
  'recordings.totals',
  { platformId: text() },
  ({ db }, p) =>
    db
      .selectFrom('recordings')
      .select(({ fn, lit }) => [
        fn.countAll<number>().as('count'),
        fn.coalesce(fn.sum<number>('bytes'), lit(0)).as('bytes'),
      ])
      .where('platform_id', '=', p.platformId)
      .where('is_removed', '=', sql.lit(0)),
  ([row]) => ({ count: Number(row?.count ?? 0), bytes: Number(row?.bytes ?? 0) }),
)

export type RecordableTalk = { talkId: string; platformId: string; type: 'embedded' | 'rtmp'; endAt: number }

/** The talks with a room or a stream that are live at `now`. */
export const recordableTalks = defineQuery(
  'talks.recordable',
  { startsAfter: instant(), now: instant() },
  ({ db }, p) =>
    db
      .selectFrom('platforms')
      // On SQLite, a cross join reads the tables in this order, for which there is an index.
      .crossJoin('talks')
      .select(['talks.id', 'talks.platform_id', 'talks.type', 'talks.end_at'])
      .whereRef('talks.platform_id', '=', 'platforms.id')
      .where('talks.type', 'in', ['embedded', 'rtmp'])
      .where('talks.kind', '=', 'talk')
      .where('talks.state', '=', 'published')
      .where('talks.start_at', '>', p.startsAfter)
      .where('talks.start_at', '<=', p.now)
      .where('talks.end_at', '>', p.now)
      .orderBy('talks.id'),
  allRows(
    (row): RecordableTalk => ({
      talkId: row.id,
      platformId: row.platform_id,
      type: row.type as RecordableTalk['type'],
      endAt: row.end_at,
    }),
  ),
)

/** The recordings whose talks have ended since they were made. */
export const endedRecordings = defineQuery(
  'recordings.ended',
  { now: instant() },
  ({ db }, p) =>
    db
      .selectFrom('recordings')
      .innerJoin('talks', 'talks.id', 'recordings.talk_id')
      .select(['recordings.talk_id', 'recordings.platform_id'])
      .where('recordings.is_finished', '=', sql.lit(0))
      .where('talks.end_at', '<=', p.now)
      .where('recordings.is_removed', '=', sql.lit(0))
      .orderBy('recordings.talk_id'),
  allRows((row) => ({ talkId: row.talk_id, platformId: row.platform_id })),
)

/** From now on, the recording is what there is to watch of an ended talk. */
export const setRecordedAt = defineWrite(
  'talks.set_recorded_at',
  { id: text(), recordedAt: instant() },
  ({ db }, p) => db.updateTable('talks').set({ recorded_at: p.recordedAt }).where('id', '=', p.id),
)

export const clearRecordedAt = defineWrite('talks.clear_recorded_at', { id: text() }, ({ db }, p) =>
  db.updateTable('talks').set({ recorded_at: null }).where('id', '=', p.id),
)

/** Takes the recordings of talks that ended before a time from their talks. */
export const clearRecordedBefore = defineWrite(
  'talks.clear_recorded_before',
  { platformId: text(), before: instant() },
  ({ db }, p) =>
    db
      .updateTable('talks')
      .set({ recorded_at: null })
      .where('platform_id', '=', p.platformId)
      .where('recorded_at', 'is not', null)
      .where('end_at', '<', p.before),
)

/** Marks the recordings of talks that ended before a time. */
export const markRecordedBefore = defineWrite(
  'recordings.mark_before',
  { platformId: text(), before: instant() },
  ({ db }, p) =>
    db
      .updateTable('recordings')
      .set({ is_removed: sql.lit(1) })
      .where('platform_id', '=', p.platformId)
      .where(({ exists, selectFrom }) =>
        exists(
          selectFrom('talks')
            .select('talks.id')
            .whereRef('talks.id', '=', 'recordings.talk_id')
            .where('talks.end_at', '<', p.before),
        ),
      ),
)

/** Marks the recordings of talks that cannot be restored any more. */
export const markLostRecordings = defineWrite('recordings.mark_lost', {}, ({ db }) =>
  db
    .updateTable('recordings')
    .set({ is_removed: sql.lit(1) })
    .where('is_removed', '=', sql.lit(0))
    .where(({ exists, not, selectFrom }) =>
      not(exists(selectFrom('talks').select('talks.id').whereRef('talks.id', '=', 'recordings.talk_id'))),
    )
    .where(({ exists, not, selectFrom }) =>
      not(
        exists(
          selectFrom('deleted_objects')
            .select('deleted_objects.id')
            .whereRef('deleted_objects.id', '=', 'recordings.talk_id'),
        ),
      ),
    ),
)

export const removedRecordings = defineQuery(
  'recordings.removed',
  { limit: integer() },
  ({ db }, p) =>
    db
      .selectFrom('recordings')
      .select('talk_id')
      .where('is_removed', '=', sql.lit(1))
      .orderBy('talk_id')
      .limit(p.limit),
  allRows(({ talk_id }) => talk_id),
)

export const deleteRecording = defineWrite('recordings.delete', { talkId: text() }, ({ db }, p) =>
  db.deleteFrom('recordings').where('talk_id', '=', p.talkId).where('is_removed', '=', sql.lit(1)),
)
