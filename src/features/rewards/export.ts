// Points and credits in exports of a platform, and in what a person downloads about themselves.
import { type ExportedKinds, ofEach, withOwner } from '../../kernel/changes/exports.ts'
import { allObjects, collect } from '../../kernel/changes/pagination.ts'
import type { PersonalData } from '../people/personal-data.ts'
import { userObjects } from '../people/store.ts'
import { allCreditsOf } from './credits.ts'
import { allPointsOf } from './points.ts'

export const exportedLedgers = {
  points: (services, caller) =>
    ofEach(allObjects(services, caller, userObjects), ({ id }) =>
      withOwner({ userId: id }, allPointsOf(services, id)),
    ),
  credits: (services, caller) =>
    ofEach(allObjects(services, caller, userObjects), ({ id }) =>
      withOwner({ userId: id }, allCreditsOf(services, id)),
    ),
} as const satisfies ExportedKinds

export const ownLedgerData: PersonalData = async (services, { user }) => ({
  points: await collect(allPointsOf(services, user.id)),
  credits: await collect(allCreditsOf(services, user.id)),
})
