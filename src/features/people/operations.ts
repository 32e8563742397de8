// What the writer thread needs of people.
import type { FeatureOperations } from '../../kernel/changes/features.ts'
import { pathIn } from '../files/references-store.ts'
import { chooseLanguageOperation } from './languages.ts'
import { reviewRegistrationOperation } from './registrations/registrations.ts'
import { sendSummaryOperation } from './registrations/summary.ts'
import { fillPlacesOperation } from './registrations/waiting-list.ts'
import { editUserOperation } from './user-edits.ts'
import { deleteUserOperation, saveUserOperation } from './users.ts'

export const peopleOperations: FeatureOperations = {
  operations: [
    saveUserOperation,
    deleteUserOperation,
    editUserOperation,
    reviewRegistrationOperation,
    fillPlacesOperation,
    sendSummaryOperation,
    chooseLanguageOperation,
  ],
  fileReferences: [pathIn('users', 'avatar')],
}
