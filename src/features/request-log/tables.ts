// The tables of request-log as the program uses them. The migrations create them.

import { instant, integer, json, optionalText, text } from '../../kernel/store/sql/columns.ts'
import { defineTable, type RowOf } from '../../kernel/store/sql/table.ts'

/** A problem of a logged request: where it was and which rule it broke, never a value. */
export type LoggedProblem = { pointer?: string; parameter?: string; code: string; message: string }

export const requestLog = defineTable('request_log', {
  id: text(),
  platformId: text(),
  keyId: text(),
  at: instant(),
  operation: text(),
  method: text(),
  path: text(),
  status: integer(),
  durationUs: integer(),
  errorCode: optionalText(),
  problems: json<LoggedProblem[]>(),
  body: optionalText(),
  response: optionalText(),
})
export type RequestLogRow = RowOf<typeof requestLog>

/** Requests of one key in one hour. `hour` is its first epoch millisecond. */
export const requestCounts = defineTable('request_counts', {
  platformId: text(),
  hour: instant(),
  keyId: text(),
  requests: integer(),
  /** Answered with 4xx. */
  refused: integer(),
  /** Answered with 5xx. */
  failed: integer(),
  /** Requests that were counted, but not logged. */
  unlogged: integer(),
})
export type RequestCountRow = RowOf<typeof requestCounts>

declare module '../../kernel/store/sql/database.ts' {
  interface Tables {
    request_log: StoredRowOf<typeof requestLog> & Numbered
    request_counts: StoredRowOf<typeof requestCounts>
  }
}
