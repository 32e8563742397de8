// Questions, as long as the settings of each platform say.
import { keptForDays } from '../../kernel/changes/retention.ts'
import { removeQuestionsBefore } from './store.ts'

export const questionsRetention = keptForDays('questions', removeQuestionsBefore)
