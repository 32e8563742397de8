// Messages, as long as the settings of each platform say.
import { keptForDays } from '../../kernel/changes/retention.ts'
import { removeMessagesBefore } from './store.ts'

export const chatRetention = keptForDays('messages', removeMessagesBefore)
