// What the writer thread needs of viewers.
import type { FeatureOperations } from '../../kernel/changes/features.ts'
import { completeAttendanceOperation, recordHeartbeatsOperation } from './attendance.ts'
import { viewersLivePart } from './live-part.ts'
import { viewersRetention } from './retention.ts'
import { agreeToListingOperation } from './viewers.ts'

export const viewersOperations: FeatureOperations = {
  operations: [recordHeartbeatsOperation, completeAttendanceOperation, agreeToListingOperation],
  retention: viewersRetention,
  live: viewersLivePart,
}
