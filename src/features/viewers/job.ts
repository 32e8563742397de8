// Completes the attendance of people who have left talks that are over.

import type { Services } from '../../kernel/changes/services.ts'
import { type RepeatedJob, startRepeatedJob } from '../../kernel/jobs/repeated-job.ts'
import { completeAttendance } from './attendance.ts'

type Options = { services: Pick<Services, 'store' | 'clock'>; onError(error: unknown): void }

export const startAttendance = ({ services, onError }: Options): RepeatedJob =>
  startRepeatedJob({
    clock: services.clock,
    intervalMs: 5_000,
    run: () => completeAttendance(services),
    onError,
  })
