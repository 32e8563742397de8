// The recordings of the demo talks in rooms that are over: each has the picture and the tune of the stage.
import { readFile } from 'node:fs/promises'
import type { FileServices } from '../features/files/services.ts'
import { talkObjects } from '../features/talks/store.ts'
import { headerPath, partPath } from '../features/video/recordings/recording-files.ts'
import {
  addRecordingPartOperation,
  finishRecordingOperation,
} from '../features/video/recordings/recordings.ts'
import { recordingOf } from '../features/video/recordings/recordings-store.ts'
import { execute } from '../kernel/changes/commands.ts'
import type { Caller } from '../kernel/changes/services.ts'
import { programFile } from '../kernel/lib/program-files.ts'
import { SECOND_MS } from '../kernel/lib/time/units.ts'
import { firstDay } from './first-day.ts'
import { secondDay } from './second-day.ts'

const PART_MS = 10 * SECOND_MS
const PARTS = ['recording-0.m4s', 'recording-1.m4s']

type Services = Pick<FileServices, 'store' | 'clock' | 'files'>

export async function seedRecordings(services: Services, caller: Caller): Promise<void> {
  const { store, clock } = services
  const readClip = (name: string) => readFile(programFile(`demo/stage/${name}`))
  const [header, ...parts] = await Promise.all(['recording.mp4', ...PARTS].map(readClip))
  if (!header) return
  for (const { key } of [...firstDay, ...secondDay].filter(({ type }) => type === 'embedded')) {
    const reference = { platformId: caller.platform.id, by: 'external_id', value: `demo-${key}` } as const
    const talk = await store.read(talkObjects.find(reference))
    if (!talk || talk.endAt > clock.now()) continue
    const { id: talkId, startAt: run } = talk
    if (await store.read(recordingOf({ talkId }))) continue
    await services.files.put(headerPath(talkId, run), header)
    for (const [index, part] of parts.entries()) {
      const sequence = run + index * PART_MS
      await services.files.put(partPath(talkId, sequence), part)
      const input = { talkId, sequence, run, durationMs: PART_MS, bytes: part.length }
      await execute(services, caller, addRecordingPartOperation, input)
    }
    await execute(services, caller, finishRecordingOperation, { talkId })
  }
}
