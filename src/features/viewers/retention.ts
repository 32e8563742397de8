// Attendance, as long as the settings of each platform say.
import { keptForDays } from '../../kernel/changes/retention.ts'
import { removeAttendanceBefore } from './attendance-store.ts'

export const viewersRetention = keptForDays('attendance', removeAttendanceBefore)
