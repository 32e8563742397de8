// The one event row of every change: audit, change feed and source of webhooks.
import { rowWrites } from './rows.ts'
import type { Write } from './statement.ts'
import { type EventRow, events } from './tables.ts'

const writes = rowWrites(events)

export const insertEvent = (row: EventRow): Write => writes.insert(row)
