// What the stores need of all features, in their order.
import { type FeatureOperations, operationHooks } from '../kernel/changes/features.ts'
import { operationsOf } from '../kernel/changes/operations.ts'
import { accessOperations } from './access/operations.ts'
import { apiKeysOperations } from './api-keys/operations.ts'
import { chatOperations } from './chat/operations.ts'
import { deletedObjectsOperations } from './deleted-objects/operations.ts'
import { favoritesOperations } from './favorites/operations.ts'
import { filesOperations } from './files/operations.ts'
import { importOperations } from './import/operations.ts'
import { liveOperations } from './live/operations.ts'
import { mailDeliveryOperations } from './mail-delivery/operations.ts'
import { mailingsOperations } from './mailings/operations.ts'
import { peopleOperations } from './people/operations.ts'
import { platformsOperations } from './platforms/operations.ts'
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
  deletedObjectsOperations,
  liveOperations,
  viewersOperations,
  chatOperations,
  questionsOperations,
  surveysOperations,
  videoOperations,
  rewardsOperations,
  favoritesOperations,
  mailingsOperations,
  proposalsOperations,
  importOperations,
]

operationHooks.register(features)

export const operations = operationsOf(features)
