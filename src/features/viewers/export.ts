// Attendance in exports of a platform, and in what a person downloads about themselves.
import { allListed, type ExportedKinds } from '../../kernel/changes/exports.ts'
import { formatInstant } from '../../kernel/lib/time/instants.ts'
import type { PersonalData } from '../people/personal-data.ts'
import { attendanceOfUser } from './attendance-store.ts'
import { listAttendance, watchedTime } from './read-attendance.ts'
import type { AttendanceRow } from './tables.ts'
import { isListed } from './viewers.ts'

export const exportedAttendance = {
  attendance: (services, caller) => allListed((page) => listAttendance(services, caller, page)),
} as const satisfies ExportedKinds

export const ownViewerData: PersonalData = async (services, { user }) => ({
  isListedAsViewer: await isListed(services, user.id),
  attendance: (await services.store.read(attendanceOfUser({ userId: user.id }))).map(presentOwnAttendance),
})

const presentOwnAttendance = ({ title, ...row }: AttendanceRow & { title: string }) => ({
  talkId: row.talkId,
  title,
  live: watchedTime(row, 'live'),
  replay: watchedTime(row, 'replay'),
  ...(row.watchedTo === null ? {} : { watchedToSeconds: row.watchedTo }),
  lastSeenAt: formatInstant(row.seenAt),
})
