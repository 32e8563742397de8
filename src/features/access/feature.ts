// What the server needs of access.
import type { Feature } from '../../kernel/changes/features.ts'
import { ownAccessData } from './export.ts'

export const accessFeature: Feature = {
  personalData: ownAccessData,
}
