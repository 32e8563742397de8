// Everything on a platform, in the kinds that features declare.

import type { ExportedKinds } from '../../kernel/changes/exports.ts'
import { exportedMessages } from '../chat/export.ts'
import { exportedFavorites } from '../favorites/export.ts'
import { exportedUsers } from '../people/export.ts'
import { exportedQuestions } from '../questions/export.ts'
import { exportedLedgers } from '../rewards/export.ts'
import { exportedSponsors } from '../sponsors/export.ts'
import { exportedSurveys } from '../surveys/export.ts'
import { exportedTalks } from '../talks/export.ts'
import { exportedAttendance } from '../viewers/export.ts'

/**
 * In the order of their page. Features that are off hide nothing here, because content from when they were on is part of
 * the export.
 */
export const exportedKinds = {
  ...exportedTalks,
  ...exportedSponsors,
  ...exportedUsers,
  ...exportedMessages,
  ...exportedQuestions,
  ...exportedSurveys,
  ...exportedAttendance,
  ...exportedLedgers,
  ...exportedFavorites,
} as const satisfies ExportedKinds
export type ExportedKind = keyof typeof exportedKinds
