// The operations of all features in their order, which the stores find by name.

import { withDeletionParts } from '../kernel/changes/deletion-parts.ts'
import type { FeatureOperations } from '../kernel/changes/feature-operations.ts'
import { refuseOperation } from '../kernel/changes/refuse.ts'
import type { AnyOperation } from '../kernel/store/changes/operation.ts'
import { accessOperations } from './access/operations.ts'
import { apiKeysOperations } from './api-keys/operations.ts'
import { chatOperations } from './chat/operations.ts'
import { favoritesOperations } from './favorites/operations.ts'
import { filesOperations } from './files/operations.ts'
import { importOperations } from './import/operations.ts'
import './live-parts.ts'
import { liveOperations } from './live/operations.ts'
import { mailDeliveryOperations } from './mail-delivery/operations.ts'
import { mailingsOperations } from './mailings/operations.ts'
import { peopleOperations } from './people/operations.ts'
import { platformsOperations } from './platforms/operations.ts'
import { retentionOperation } from './platforms/retention.ts'
import { proposalsOperations } from './proposals/operations.ts'
import { questionsOperations } from './questions/operations.ts'
import { requestLogOperations } from './request-log/operations.ts'
import { rewardsOperations } from './rewards/operations.ts'
import { sponsorsOperations } from './sponsors/operations.ts'
import { surveysOperations } from './surveys/operations.ts'
import { talksOperations } from './talks/operations.ts'
import { videoOperations } from './video/operations.ts'
import { viewersOperations } from './viewers/operations.ts'
import { webhooksOperations } from './webhooks/operations.ts'

const features: readonly FeatureOperations[] = [
  filesOperations,
  platformsOperations,
  peopleOperations,
  mailDeliveryOperations,
  accessOperations,
  apiKeysOperations,
  webhooksOperations,
  requestLogOperations,
  talksOperations,
  sponsorsOperations,
  liveOperations,
  rewardsOperations,
  viewersOperations,
  chatOperations,
  questionsOperations,
  surveysOperations,
  videoOperations,
  favoritesOperations,
  mailingsOperations,
  proposalsOperations,
  importOperations,
]

export const applyRetentionOperation = retentionOperation(
  features.flatMap(({ retention }) => retention ?? []),
)

const ofFeatures = features.flatMap((feature) => feature.operations)
for (const name of features.flatMap(({ onDelete = {} }) => Object.keys(onDelete)))
  if (!ofFeatures.some((operation) => operation.name === name)) throw new Error(`No operation “${name}”.`)

export const operations: readonly AnyOperation[] = [
  refuseOperation,
  applyRetentionOperation,
  ...ofFeatures.map(withPartsOfLater),
]

function withPartsOfLater(operation: AnyOperation): AnyOperation {
  const parts = features.flatMap(({ onDelete }) => onDelete?.[operation.name] ?? [])
  return parts.length === 0 ? operation : withDeletionParts(operation, parts)
}
