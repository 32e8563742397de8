// The live state of talks, and the journal of their changes.

import { byReference, type Reference } from '../../kernel/store/changes/objects.ts'
import { instant, integer, text, textList } from '../../kernel/store/sql/columns.ts'
import { defineInsert, defineUpsert } from '../../kernel/store/sql/row-writes.ts'
import {
  allRows,
  defineQuery,
  defineWrite,
  firstRow,
  type ParametersOf,
  type Write,
} from '../../kernel/store/sql/statements.ts'
import type { Tools } from '../../kernel/store/sql/tools.ts'
import { type LiveEntryRow, liveEntries, liveTalks } from './tables.ts'

const reference = { platformId: text(), value: text() }

/** The id of a talk, for conditions of other statements. */
export const idOfTalk = ({ db }: Tools, by: Reference['by'], p: ParametersOf<typeof reference>) =>
  db.selectFrom('talks').select('talks.id').where('platform_id', '=', p.platformId).where(by, '=', p.value)

const finder = (suffix: string, isLocked: boolean) =>
  byReference((by) =>
    defineQuery(
      `live_talks.by_${by}${suffix}`,
      reference,
      (tools, p) => {
        const query = tools.db
          .selectFrom('live_talks')
          .select(liveTalks.columnNames)
          .where('talk_id', '=', idOfTalk(tools, by, p))
        return isLocked ? tools.lockRows(query) : query
      },
      firstRow(liveTalks.decode),
    ),
  )

/** The live state of a talk; undefined before its first change. */
export const liveTalk = finder('', false)

/** The live state of a talk, locked until the end of the transaction. */
export const liveTalkForChange = finder('.locked', true)

/** Inserts or replaces the live state of a talk. */
export const putLiveTalk = defineUpsert(liveTalks, 'talkId')

const insertLiveEntry = defineInsert(liveEntries)
/** Adds an entry to the journal. Its number must be free: if two transactions use the same number, one is repeated. */
export const addLiveEntry = (row: LiveEntryRow): Write => ({
  ...insertLiveEntry(row),
  entry: { talkId: row.talkId, seq: row.seq },
})

/** The entries of a talk's journal with numbers above `after` and up to `upTo`, in order. */
export const liveEntriesBetween = defineQuery(
  'live_entries.between',
  { talkId: text(), after: integer(), upTo: integer(), limit: integer() },
  ({ db }, p) =>
    db
      .selectFrom('live_entries')
      .select(liveEntries.columnNames)
      .where('talk_id', '=', p.talkId)
      .where('seq', '>', p.after)
      .where('seq', '<=', p.upTo)
      .orderBy('seq')
      .limit(p.limit),
  allRows(liveEntries.decode),
)

/** The number of the last entry of each of these talks. Talks without entries are left out. */
export const lastLiveNumbers = defineQuery(
  'live_talks.last_numbers',
  { talkIds: textList() },
  ({ db, isAmong }, p) =>
    db
      .selectFrom('live_talks')
      .select(['talk_id', 'last_seq'])
      .where(({ ref }) => isAmong(ref('talk_id'), p.talkIds)),
  (rows) => new Map(rows.map(({ talk_id, last_seq }) => [talk_id, last_seq])),
)

/** Removes entries from before a time. Streams that would need them start over. */
export const removeLiveEntriesBefore = defineWrite(
  'live_entries.remove_old',
  { before: instant() },
  ({ db }, p) => db.deleteFrom('live_entries').where('at', '<', p.before),
)
