// The operations of all features, which the stores find by name.
import type { AnyOperation } from '../store/changes/operation.ts'
import { withDeletionParts } from './deletion-parts.ts'
import type { FeatureOperations } from './features.ts'
import { refuseOperation } from './refuse.ts'

/** With what later features add to those that delete an object. */
export function operationsOf(features: readonly FeatureOperations[]): AnyOperation[] {
  const operations = features.flatMap((feature) => feature.operations ?? [])
  for (const name of features.flatMap(({ onDelete = {} }) => Object.keys(onDelete)))
    if (!operations.some((operation) => operation.name === name)) throw new Error(`No operation “${name}”.`)
  return [refuseOperation, ...operations].map((operation) => {
    const parts = features.flatMap(({ onDelete }) => onDelete?.[operation.name] ?? [])
    return parts.length === 0 ? operation : withDeletionParts(operation, parts)
  })
}
