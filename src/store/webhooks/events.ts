// The one event row of every change: audit, change feed and source of webhooks.
import { sql } from 'kysely'
import type { StoredRow } from '../sql/columns.ts'
import { rowWrites } from '../sql/row-writes.ts'
import { parameter, type Query, Statement, type Write } from '../sql/statements.ts'
import { type EventRow, events } from '../sql/tables.ts'

const writes = rowWrites(events)

export const insertEvent = (row: EventRow): Write => writes.insert(row)

/** An event with its place in the order. */
export type NumberedEvent = EventRow & { seq: number }

export const numbered = (row: StoredRow): NumberedEvent => ({ ...events.decode(row), seq: Number(row.seq) })

/** How many events are looked at by one question, however few of them are of the types asked for. */
const LOOKED_AT = 5_000

const columns = [...(events.columnNames as readonly ('id' | 'type')[]), 'seq'] as const

const between = new Statement('events.between', ({ db, isAmong }) => {
  const span = db
    .selectFrom('events')
    .select(columns)
    .where('platform_id', '=', parameter('platform'))
    .where('seq', '>', parameter('after'))
    .where('seq', '<=', parameter('upTo'))
    .orderBy('seq')
  const found = db
    .selectFrom(span.limit(LOOKED_AT).as('looked_at'))
    .selectAll()
    .where(isAmong('type', 'types'))
    .orderBy('seq')
    .limit(parameter('limit'))
  const lastLookedAt = span.offset(LOOKED_AT - 1).limit(1)
  const isFound = (value: 0 | 1) => sql<number>`${sql.lit(value)}`.as('is_found')
  return db
    .selectFrom(found.as('found'))
    .selectAll()
    .select(isFound(1))
    .unionAll(db.selectFrom(lastLookedAt.as('last')).selectAll().select(isFound(0)))
    .orderBy('seq')
    .orderBy('is_found', 'desc')
})

export type EventSpan = { after: number; upTo: number; types: readonly string[]; limit: number }
/** The events, and the number behind which to go on: nothing else up to it is of these types. */
export type FoundEvents = { rows: NumberedEvent[]; lookedUpTo: number }

/** The first events of these types with a number above `after` and up to `upTo`, in order. */
export const eventsBetween = (
  platformId: string,
  { after, upTo, types, limit }: EventSpan,
): Query<FoundEvents> => ({
  statement: between,
  values: { platform: platformId, after, upTo, types: JSON.stringify(types), limit },
  decode: (stored) => {
    const rows = stored.filter((row) => row.is_found === 1).map(numbered)
    const end = stored.find((row) => row.is_found === 0)
    const last = rows.length === limit ? rows.at(-1)?.seq : end && Number(end.seq)
    return { rows, lookedUpTo: last ?? upTo }
  },
})

const taken = new Statement('events.last_taken_number', ({ db, dialect }) =>
  dialect === 'sqlite'
    ? db
        .selectFrom(
          sql<{ taken: number }>`(select seq as taken from sqlite_sequence where name = 'events')`.as(
            'numbers',
          ),
        )
        .selectAll()
    : db
        .selectFrom(
          sql<{
            taken: number
          }>`(select case when is_called then last_value else 0 end as taken from events_seq_seq)`.as(
            'numbers',
          ),
        )
        .selectAll(),
)
/** The highest number that an event was ever given, committed or not. */
export const lastTakenNumber = (): Query<number> => ({
  statement: taken,
  values: {},
  decode: ([row]) => Number(row?.taken ?? 0),
})
