// The tables of the kernel as the program uses them. The migrations create them.

import type { ValueChange } from '../lib/data/diff.ts'
import { instant, integer, json, optionalText, text } from './sql/columns.ts'
import { defineTable, type RowOf } from './sql/table.ts'

export type ObjectKind =
  | 'talk'
  | 'sponsor'
  | 'user'
  | 'api_key'
  | 'platform'
  | 'webhook'
  | 'message'
  | 'attendance'
  | 'survey'
  | 'question'
  | 'file'

export type ActorKind = 'api_key' | 'user' | 'system'

export const events = defineTable('events', {
  id: text(),
  platformId: text(),
  at: instant(),
  actorKind: text<ActorKind>(),
  actorId: optionalText(),
  requestId: optionalText(),
  type: text(),
  objectKind: text<ObjectKind>(),
  objectId: text(),
  /** That of the object after the change, or before its deletion. */
  externalId: optionalText(),
  /** The talk that the object belongs to; null for a talk itself. */
  talkId: optionalText(),
  version: integer(),
  changes: json<ValueChange[]>(),
})
export type EventRow = RowOf<typeof events>

/** What imports have set: by JSON Pointer, a hash of the value of the object with this id. */
export const importedValues = defineTable('imported_values', {
  id: text(),
  platformId: text(),
  hashes: json<Readonly<Record<string, string>>>(),
})
export type ImportedValuesRow = RowOf<typeof importedValues>

/** The response to a request with an idempotency key, encrypted with the caller's API key. */
export const idempotencyRecords = defineTable('idempotency_records', {
  id: text(),
  platformId: text(),
  bodyHash: text(),
  requestId: text(),
  content: text(),
  createdAt: instant(),
})
export type IdempotencyRecordRow = RowOf<typeof idempotencyRecords>

declare module './sql/database.ts' {
  interface Tables {
    installation: { id: number; secret: string }
    secret_check: { id: number; encrypted: string }
    /** The positions of readers of the events, by name. */
    feed_positions: { reader: string; position: number }
    events: StoredRowOf<typeof events> & Numbered
    idempotency_records: StoredRowOf<typeof idempotencyRecords>
    imported_values: StoredRowOf<typeof importedValues>
    /** `session` is the process ID of the holder's connection on the server. */
    leases: { name: string; holder: string; token: number; session: number; expires_at: number }
  }
}
