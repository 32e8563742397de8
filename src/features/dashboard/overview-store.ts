// The numbers of the overview: speakers, those who lack something, and new attendees.
import { sql } from 'kysely'
import { instant, integer, text } from '../../kernel/store/sql/columns.ts'
import { defineFilteredQuery } from '../../kernel/store/sql/filters.ts'
import { allRows, defineQuery, type Query } from '../../kernel/store/sql/statements.ts'
import { isIncomplete, isUnused } from '../people/store.ts'
import { isSpeaker } from '../talks/talk-people-store.ts'

const countMatchingSpeakers = defineFilteredQuery(
  'users',
  'count_speakers',
  { platformId: text(), most: integer() },
  ({ db }, p, isMatch) =>
    db
      .selectFrom(
        db
          .selectFrom('users')
          .select('id')
          .where('platform_id', '=', p.platformId)
          .where(isMatch)
          // This is the order of the index.
          .orderBy('search_key')
          .orderBy('id')
          .limit(p.most)
          .as('matching'),
      )
      .select(({ fn }) => fn.countAll<number>().as('count')),
  ([row]) => Number(row?.count),
)
/** Counts the speakers, up to `most`. */
export const countSpeakers = (platformId: string, most: number): Query<number> =>
  countMatchingSpeakers({ platformId, most }, [isSpeaker])

/** Counts the speakers whose account nobody has used, up to `most`. */
export const countUnusedSpeakers = (platformId: string, most: number): Query<number> =>
  countMatchingSpeakers({ platformId, most }, [isSpeaker, isUnused])

/** Counts the speakers without a biography or picture, up to `most`. */
export const countIncompleteSpeakers = (platformId: string, most: number): Query<number> =>
  countMatchingSpeakers({ platformId, most }, [isSpeaker, isIncomplete])

/** All time zones differ by multiples of a quarter of an hour. */
const QUARTER_MS = 900_000

/**
 * The number of new attendees per quarter of an hour since a time (epoch milliseconds), in any order. Quarters without
 * any are left out.
 */
export const signUpsSince = defineQuery(
  'users.sign_ups',
  { platformId: text(), from: instant() },
  ({ db }, p) => {
    const quarter = sql<number>`created_at - created_at % ${sql.lit(QUARTER_MS)}`
    return db
      .selectFrom('users')
      .select(({ fn }) => [quarter.as('at'), fn.countAll<number>().as('count')])
      .where('platform_id', '=', p.platformId)
      .where('role', '=', 'attendee')
      .where('created_at', '>=', p.from)
      .groupBy(quarter)
  },
  allRows(({ at, count }) => ({ at: Number(at), count: Number(count) })),
)
