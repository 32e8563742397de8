// What the server needs of people.
import type { Feature } from '../../kernel/changes/features.ts'
import { peopleApi } from './api.ts'
import { exportedUsers, ownAccountData } from './export.ts'

export const peopleFeature: Feature = {
  api: [peopleApi],
  exports: exportedUsers,
  personalData: ownAccountData,
}
