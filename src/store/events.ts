// The one event row of every change: audit, change feed and source of webhooks.
import type { StoredRow } from './columns.ts'
import { rowWrites } from './rows.ts'
import { allRows, firstRow, parameter, type Query, Statement, type Write } from './statement.ts'
import { type EventRow, events } from './tables.ts'

const writes = rowWrites(events)

export const insertEvent = (row: EventRow): Write => writes.insert(row)

/** An event with its place in the order. */
export type NumberedEvent = EventRow & { seq: number }

export const numbered = (row: StoredRow): NumberedEvent => ({ ...events.decode(row), seq: Number(row.seq) })

/** How many events are looked at by one question, however few of them are of the types asked for. */
const LOOKED_AT = 5_000

const between = new Statement('events.between', ({ db, isAmong }) =>
  db
    .selectFrom((of) =>
      of
        .selectFrom('events')
        .select([...(events.columnNames as readonly ('id' | 'type')[]), 'seq'])
        .where('platform_id', '=', parameter('platform'))
        .where('seq', '>', parameter('after'))
        .where('seq', '<=', parameter('upTo'))
        .orderBy('seq')
        .limit(LOOKED_AT)
        .as('looked_at'),
    )
    .selectAll()
    .where(isAmong('type', 'types'))
    .orderBy('seq')
    .limit(parameter('limit')),
)

type Span = { after: number; upTo: number }

/**
 * The first events of these types with a number above `after` and up to `upTo`, in order; no further than
 * `lastLookedAt` of the same span.
 */
export const eventsBetween = (
  platformId: string,
  { after, upTo, types, limit }: Span & { types: readonly string[]; limit: number },
): Query<NumberedEvent[]> => ({
  statement: between,
  values: { platform: platformId, after, upTo, types: JSON.stringify(types), limit },
  decode: allRows((row: StoredRow) => ({ ...events.decode(row), seq: Number(row.seq) })),
})

const last = new Statement('events.last_looked_at', ({ db }) =>
  db
    .selectFrom('events')
    .select('seq')
    .where('platform_id', '=', parameter('platform'))
    .where('seq', '>', parameter('after'))
    .where('seq', '<=', parameter('upTo'))
    .orderBy('seq')
    .limit(1)
    .offset(LOOKED_AT - 1),
)

/** The number of the last event that one question looks at; undefined where it comes to the end of the span. */
export const lastLookedAt = (platformId: string, { after, upTo }: Span): Query<number | undefined> => ({
  statement: last,
  values: { platform: platformId, after, upTo },
  decode: firstRow((row) => Number(row.seq)),
})
