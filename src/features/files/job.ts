// Removes unused files at the start and then every ten minutes.

import { type RepeatedJob, startRepeatedJob } from '../../kernel/jobs/repeated-job.ts'
import type { FileServices } from './services.ts'
import { removeUnused } from './unused-files.ts'

const INTERVAL_MS = 600_000

type Options = { services: FileServices; onError(error: unknown): void }

export const startFileRemoval = ({ services, onError }: Options): RepeatedJob =>
  startRepeatedJob({
    clock: services.clock,
    intervalMs: INTERVAL_MS,
    runsAtStart: true,
    run: () => removeUnused(services),
    onError,
  })
