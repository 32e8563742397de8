// The viewers of a talk now: their number, and the people who agreed to be listed.
import { sql } from 'kysely'
import { instant, integer, text, textList } from '../../kernel/store/sql/columns.ts'
import { defineInsertOnce } from '../../kernel/store/sql/row-writes.ts'
import { allRows, defineQuery, defineWrite, firstRow, type Query } from '../../kernel/store/sql/statements.ts'
import { type RowOf, selectColumns } from '../../kernel/store/sql/table.ts'
import type { Tools } from '../../kernel/store/sql/tools.ts'
import { users } from '../people/tables.ts'
import { viewerAgreements } from './tables.ts'

/**
 * The number of viewers of each of these talks since a time (epoch milliseconds), and the number of those who are
 * listed.
 */
export const countViewers = defineQuery(
  'attendances.count_viewers',
  { talkIds: textList(), since: instant() },
  ({ db, isAmong }, p) =>
    db
      .selectFrom('attendances')
      .leftJoin('listed_viewers', 'listed_viewers.user_id', 'attendances.user_id')
      .leftJoin('users', (join) =>
        join
          .onRef('users.id', '=', 'listed_viewers.user_id')
          .on('users.registration_status', '=', 'accepted'),
      )
      .select(({ fn }) => [
        'attendances.talk_id',
        fn.countAll<number>().as('viewers'),
        fn.count<number>('users.id').as('listed'),
      ])
      .where(({ ref }) => isAmong(ref('attendances.talk_id'), p.talkIds))
      .where('attendances.seen_at', '>', p.since)
      .groupBy('attendances.talk_id'),
  (rows) =>
    new Map(
      rows.map(({ talk_id, viewers, listed }) => [
        talk_id,
        { viewers: Number(viewers), listed: Number(listed) },
      ]),
    ),
)

const listed = selectColumns(users, ['id', 'firstName', 'lastName', 'username', 'avatar'])
export type ListedViewer = RowOf<typeof listed>

/** Only people whose registration was accepted appear in public. */
const selectListed = ({ db }: Tools) =>
  db
    .selectFrom('attendances')
    .innerJoin('listed_viewers', 'listed_viewers.user_id', 'attendances.user_id')
    .innerJoin('users', 'users.id', 'attendances.user_id')
    .where('users.registration_status', '=', 'accepted')

/** The listed viewers of a talk who have been there the longest. */
export const firstListedViewers = defineQuery(
  'listed_viewers.first',
  { talkId: text(), since: instant(), limit: integer() },
  (tools, p) =>
    selectListed(tools)
      .select(listed.qualifiedNames)
      .where('attendances.talk_id', '=', p.talkId)
      .where('attendances.seen_at', '>', p.since)
      .orderBy('attendances.id')
      .limit(p.limit),
  allRows(listed.decode),
)

/** Five words at most; '' for the unused ones. */
const words = { word0: text(), word1: text(), word2: text(), word3: text(), word4: text() }

// The first line of a search key is the name. If there is no name, it is the e-mail, which must not be searched.
const firstLine = (tools: Tools) =>
  tools.dialect === 'sqlite'
    ? sql<string>`substr(users.search_key, 1, instr(users.search_key || char(10), char(10)) - 1)`
    : sql<string>`split_part(users.search_key, chr(10), 1)`

const listedViewersByWords = defineQuery(
  'listed_viewers.page',
  { talkId: text(), since: instant(), ...words, limit: integer(), offset: integer() },
  (tools, p) => {
    const find = sql.raw(tools.dialect === 'sqlite' ? 'instr' : 'strpos')
    const name = firstLine(tools)
    const matches = Object.keys(words).map((word) => {
      const parameter = p[word as keyof typeof words]
      return sql<boolean>`(${parameter} = '' or (${find}(${name}, ${parameter}) > 0 and ${find}(${name}, '@') = 0))`
    })
    return matches
      .reduce(
        (query, match) => query.where(match),
        selectListed(tools)
          .select(listed.qualifiedNames)
          .select(sql<number>`count(*) over ()`.as('total'))
          .where('attendances.talk_id', '=', p.talkId)
          .where('attendances.seen_at', '>', p.since),
      )
      .orderBy('users.search_key')
      .orderBy('users.id')
      .limit(p.limit)
      .offset(p.offset)
  },
  (rows) => ({ total: Number(rows[0]?.total ?? 0), people: rows.map(listed.decode) }),
)
export type ListedPage = { total: number; people: ListedViewer[] }
/** Listed viewers of a talk whose names contain all words (folded like search keys), by last name. */
export const listedViewers = (
  talkId: string,
  {
    since,
    words: wanted,
    limit,
    offset,
  }: { since: number; words: readonly string[]; limit: number; offset: number },
): Query<ListedPage> => {
  const [word0 = '', word1 = '', word2 = '', word3 = '', word4 = ''] = wanted
  return listedViewersByWords({ talkId, since, word0, word1, word2, word3, word4, limit, offset })
}

/** The time at which a person agreed to be listed as a viewer (epoch milliseconds); undefined if they did not. */
export const listingAgreement = defineQuery(
  'listed_viewers.find',
  { userId: text() },
  ({ db }, p) => db.selectFrom('listed_viewers').select('agreed_at').where('user_id', '=', p.userId),
  firstRow(({ agreed_at }) => agreed_at),
)

export const addListedViewer = defineInsertOnce(viewerAgreements)

export const removeListedViewer = defineWrite('listed_viewers.delete', { userId: text() }, ({ db }, p) =>
  db.deleteFrom('listed_viewers').where('user_id', '=', p.userId),
)
