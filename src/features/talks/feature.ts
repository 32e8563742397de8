// What the server needs of talks.
import type { Feature } from '../../kernel/changes/features.ts'
import { talksApi } from './api.ts'
import { exportedTalks, ownTalkData } from './export.ts'

export const talksFeature: Feature = {
  api: [talksApi],
  exports: exportedTalks,
  personalData: ownTalkData,
}
