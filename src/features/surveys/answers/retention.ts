// Responses, as long as the settings of each platform say.
import { keptForDays } from '../../../kernel/changes/retention.ts'
import { removeResponsesBefore } from './responses-store.ts'

export const surveysRetention = keptForDays('surveys', removeResponsesBefore)
