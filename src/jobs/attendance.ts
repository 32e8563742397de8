// Completes the attendance of people who have left talks that are over.
import { completeAttendance } from '../domain/live/viewers/attendance.ts'
import type { Services } from '../domain/services.ts'
import { type RepeatedJob, startRepeatedJob } from './repeated-job.ts'

type Options = { services: Pick<Services, 'store' | 'clock'>; onError(error: unknown): void }

export const startAttendance = ({ services, onError }: Options): RepeatedJob =>
  startRepeatedJob({
    clock: services.clock,
    intervalMs: 5_000,
    run: () => completeAttendance(services),
    onError,
  })
