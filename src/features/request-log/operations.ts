// What the writer thread needs of request log.
import type { FeatureOperations } from '../../kernel/changes/features.ts'
import { logRequestsOperation } from './request-log.ts'
import { requestLogRetention } from './retention.ts'

export const requestLogOperations: FeatureOperations = {
  operations: [logRequestsOperation],
  retention: requestLogRetention,
}
