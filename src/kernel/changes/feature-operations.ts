// What a feature gives the stores, and the writer thread of SQLite: no routes, no pages, no texts.
import type { AnyOperation } from '../store/changes/operation.ts'
import type { AnyDeletionPart } from './deletion-parts.ts'
import type { AnyRetention } from './retention.ts'

export type FeatureOperations = {
  operations: readonly AnyOperation[]
  /** What it keeps only for a while. */
  retention?: AnyRetention
  /** What it adds to operations of earlier features that delete an object, by their names. */
  onDelete?: Readonly<Record<string, AnyDeletionPart>>
}
