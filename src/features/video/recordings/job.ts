// Keeps recordings: says which talks to record, makes those of ended talks their replays, and removes files.
import { execute } from '../../../kernel/changes/commands.ts'
import { systemCaller } from '../../../kernel/changes/services.ts'
import { type RepeatedJob, startRepeatedJob } from '../../../kernel/jobs/repeated-job.ts'
import { SECOND_MS } from '../../../kernel/lib/time/units.ts'
import type { Recorder, RecordingServices } from './recorder.ts'
import { headerPath, partPath } from './recording-files.ts'
import { finishRecordingOperation, forgetRecordingOperation } from './recordings.ts'
import { endedRecordings, partsOfRecording, removedRecordings } from './recordings-store.ts'

const CHECK_MS = 2 * SECOND_MS
const REMOVED_AT_ONCE = 10

type Options = { services: RecordingServices; recorder: Recorder; onError(error: unknown): void }

export function startRecordings({ services, recorder, onError }: Options): RepeatedJob {
  const timing = { clock: services.clock, intervalMs: CHECK_MS, runsAtStart: true, onError }
  const jobs = [
    startRepeatedJob({
      ...timing,
      async run() {
        await recorder.update()
        await finish(services, recorder)
      },
    }),
    // It can take minutes, for which talks that start must not wait.
    startRepeatedJob({ ...timing, run: () => removeFiles(services) }),
  ]
  return {
    async close() {
      await recorder.close()
      for (const job of jobs) await job.close()
    },
  }
}

async function finish(services: RecordingServices, recorder: Recorder): Promise<void> {
  const { store, clock } = services
  const ended = await store.read(endedRecordings({ now: clock.now() }))
  for (const { talkId, platformId } of ended.filter((one) => !recorder.isStoring(one.talkId)))
    await execute(services, systemCaller({ id: platformId }), finishRecordingOperation, { talkId })
}

/** Files first, so that the next run goes on where this one was interrupted. */
async function removeFiles(services: RecordingServices): Promise<void> {
  const { store, files } = services
  for (const talkId of await store.read(removedRecordings({ limit: REMOVED_AT_ONCE }))) {
    const parts = await store.read(partsOfRecording({ talkId }))
    const headers = new Set(parts.map(({ run }) => headerPath(talkId, run)))
    for (const { sequence } of parts) await files.remove(partPath(talkId, sequence))
    for (const name of headers) await files.remove(name)
    await execute(services, systemCaller(), forgetRecordingOperation, { talkId })
  }
}
