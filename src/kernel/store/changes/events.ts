// The event row of every change: audit log, change feed, and source of webhooks in one.
import { sql } from 'kysely'
import { integer, type StoredColumns, text, textList } from '../sql/columns.ts'
import { rowWrites } from '../sql/row-writes.ts'
import { defineQuery, type Query, type Write } from '../sql/statements.ts'
import { type EventRow, events } from '../tables.ts'

const writes = rowWrites(events)

export const insertEvent = (row: EventRow): Write => writes.insert(row)

/** An event with its number. */
export type NumberedEvent = EventRow & { seq: number }

export const numberedColumns = [...events.columnNames, 'seq'] as const

export const toNumberedEvent = (
  row: StoredColumns<typeof events.columns> & { seq: number },
): NumberedEvent => ({ ...events.decode(row), seq: row.seq })

/** The number of events that one query reads, however few of them have the requested types. */
const LOOKED_AT = 5_000

const parameters = {
  platformId: text(),
  after: integer(),
  upTo: integer(),
  types: textList(),
  limit: integer(),
}
const eventsInSpan = defineQuery(
  'events.between',
  parameters,
  ({ db, isAmong }, p) => {
    const span = db
      .selectFrom('events')
      .select(numberedColumns)
      .where('platform_id', '=', p.platformId)
      .where('seq', '>', p.after)
      .where('seq', '<=', p.upTo)
      .orderBy('seq')
    const found = db
      .selectFrom(span.limit(LOOKED_AT).as('looked_at'))
      .selectAll()
      .where(({ ref }) => isAmong(ref('type'), p.types))
      .orderBy('seq')
      .limit(p.limit)
    const lastLookedAt = span.offset(LOOKED_AT - 1).limit(1)
    return db
      .selectFrom(found.as('found'))
      .selectAll()
      .select(({ lit }) => lit<0 | 1>(1).as('is_found'))
      .unionAll(
        db
          .selectFrom(lastLookedAt.as('last'))
          .selectAll()
          .select(({ lit }) => lit<0 | 1>(0).as('is_found')),
      )
      .orderBy('seq')
      .orderBy('is_found', 'desc')
  },
  (rows) => ({
    found: rows.filter((row) => row.is_found === 1).map(toNumberedEvent),
    lastLookedAt: rows.find((row) => row.is_found === 0)?.seq,
  }),
)

export type EventSpan = { after: number; upTo: number; types: readonly string[]; limit: number }
/** The found events, and the number to continue after: no other events of these types exist up to it. */
export type FoundEvents = { rows: NumberedEvent[]; lookedUpTo: number }

/** The first events of these types with a number above `after` and up to `upTo`, in order. */
export function eventsBetween(platformId: string, span: EventSpan): Query<FoundEvents> {
  const query = eventsInSpan({ platformId, ...span })
  return {
    ...query,
    decode: (stored) => {
      const { found, lastLookedAt } = query.decode(stored)
      const last = found.length === span.limit ? found.at(-1)?.seq : lastLookedAt
      return { rows: found, lookedUpTo: last ?? span.upTo }
    },
  }
}

/** The highest event number of a platform after `after`, or 0 if there is none, and the number of events. */
export const eventsAfter = defineQuery(
  'events.after',
  { platformId: text(), after: integer() },
  ({ db, dialect }, p) =>
    db
      .selectFrom('events')
      .select(({ fn }) => [fn.max('seq').as('last'), fn.countAll<number>().as('count')])
      // PostgreSQL might read the events of all platforms by number alone, or all of the platform. Only the index of both
      // columns fits a comparison of both. SQLite uses such a comparison for no index.
      .where(({ eb, and, refTuple, tuple }) => {
        const place = refTuple('platform_id', 'seq')
        return dialect === 'sqlite'
          ? and([eb('platform_id', '=', p.platformId), eb('seq', '>', p.after)])
          : and([
              eb(place, '>', tuple(p.platformId, p.after)),
              eb(place, '<=', tuple(p.platformId, sql<number>`${sql.lit(Number.MAX_SAFE_INTEGER)}`)),
            ])
      }),
  ([row]) => ({ last: row?.last ?? 0, count: row?.count ?? 0 }),
)

/** The highest number given to any event, committed or not. */
export const lastTakenNumber = defineQuery(
  'events.last_taken_number',
  {},
  ({ db, dialect }) =>
    db
      .selectFrom(
        dialect === 'sqlite'
          ? sql<{ taken: number }>`(select seq as taken from sqlite_sequence where name = 'events')`.as(
              'numbers',
            )
          : sql<{ taken: number }>`(
              select case when is_called then last_value else 0 end as taken from events_seq_seq
            )`.as('numbers'),
      )
      .select('taken'),
  ([row]) => row?.taken ?? 0,
)
