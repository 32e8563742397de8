// What a feature gives the writer thread of SQLite: no routes, no pages, no texts.
import type { AnyOperation } from '../store/changes/operation.ts'
import type { AnyRetention } from './retention.ts'

export type FeatureOperations = {
  operations: readonly AnyOperation[]
  /** What it keeps only for a while. */
  retention?: AnyRetention
}
