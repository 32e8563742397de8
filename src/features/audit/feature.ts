// What the server needs of audit.
import type { Feature } from '../../kernel/changes/features.ts'
import { ownChangeData } from './export.ts'

export const auditFeature: Feature = {
  personalData: ownChangeData,
}
