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
  const job = startRepeatedJob({
    ...{ clock: services.clock, intervalMs: CHECK_MS, runsAtStart: true, onError },
    async run() {
      await recorder.update()
      await finish(services)
      await removeFiles(services)
    },
  })
  return {
    async close() {
      await job.close()
      await recorder.close()
    },
  }
}

async function finish(services: RecordingServices): Promise<void> {
  const { store, clock } = services
  for (const { talkId, platformId } of await store.read(endedRecordings({ now: clock.now() })))
    await execute(services, systemCaller({ id: platformId }), finishRecordingOperation, { talkId })
}

/** Files first, so that the next run goes on where this one was interrupted. */
async function removeFiles(services: RecordingServices): Promise<void> {
  const { store, files } = services
  for (const talkId of await store.read(removedRecordings({ limit: REMOVED_AT_ONCE }))) {
    for (const { sequence, run } of await store.read(partsOfRecording({ talkId })))
      for (const name of [partPath(talkId, sequence), headerPath(talkId, run)]) await files.remove(name)
    await execute(services, systemCaller(), forgetRecordingOperation, { talkId })
  }
}
