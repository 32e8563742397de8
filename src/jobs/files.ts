// Removes unused files at the start and then every ten minutes.
import { removeUnused } from '../domain/files/unused-files.ts'
import type { FileServices } from '../domain/services.ts'
import { type RepeatedJob, startRepeatedJob } from './repeated-job.ts'

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
