// Recordings: each grows part by part while its talk is live, becomes the replay of the talk when it ends, and can be
// removed.
import { actionEvent } from '../../../kernel/changes/change-events.ts'
import { Refusal } from '../../../kernel/changes/errors.ts'
import { keptForDays, type Retention } from '../../../kernel/changes/retention.ts'
import type { Services } from '../../../kernel/changes/services.ts'
import type { Operation } from '../../../kernel/store/changes/operation.ts'
import type { PlatformSettings } from '../../platforms/schema.ts'
import type { PlatformRow } from '../../platforms/tables.ts'
import { hasRoom } from '../../talks/schema.ts'
import { talkObjects } from '../../talks/store.ts'
import type { TalkRow } from '../../talks/tables.ts'
import type { RecordingPartRow, RecordingRow } from '../tables.ts'
import {
  clearRecordedAt,
  clearRecordedBefore,
  deleteRecording,
  markLostRecordings,
  markRecordedBefore,
  putRecording,
  putRecordingPart,
  recordingForChange,
  recordingTotals,
  setRecordedAt,
} from './recordings-store.ts'

/** Whether the server can record a talk: in its room, or as a stream that it carries. A replay keeps its recording. */
export const canBeRecorded = ({ type, recordedAt }: Pick<TalkRow, 'type' | 'recordedAt'>): boolean =>
  hasRoom(type) || type === 'rtmp' || recordedAt !== null

/** Whether another part of a recording fits. When it does not, recordings stop, and none is deleted. */
export const hasSpace = (
  { recordingsGb }: Pick<PlatformSettings, 'recordingsGb'>,
  { bytes }: { bytes: number },
): boolean => recordingsGb === null || bytes < recordingsGb * 1e9

/** Whether talks of the platform are recorded: the setting is on, and there is space. */
export const recordsTalks = async (
  { store }: Pick<Services, 'store'>,
  { id, settings }: Pick<PlatformRow, 'id' | 'settings'>,
): Promise<boolean> =>
  settings.recordsTalks && hasSpace(settings, await store.read(recordingTotals({ platformId: id })))

type OfRecording = { recording: RecordingRow | undefined }
type OfTalk = { talk: TalkRow | undefined }
type NewPart = RecordingPartRow & { bytes: number }

/** Adds a part whose files are in the storage. False if the recording is being removed, or has been, with its header. */
export const addRecordingPartOperation: Operation<OfRecording, NewPart, boolean> = {
  name: 'addRecordingPart',
  load: (_ctx, { talkId }) => ({ recording: recordingForChange({ talkId }) }),
  decide({ recording }, { platformId }, { bytes, ...part }) {
    const isGone = recording ? recording.isRemoved : part.sequence !== part.run
    if (isGone) return { writes: [], events: [], answer: false }
    const { talkId } = part
    const before = recording ?? {
      talkId,
      platformId,
      durationMs: 0,
      bytes: 0,
      isFinished: false,
      isRemoved: false,
    }
    const durationMs = before.durationMs + part.durationMs
    return {
      writes: [
        putRecording({ ...before, durationMs, bytes: before.bytes + bytes, isFinished: false }),
        putRecordingPart(part),
      ],
      events: [],
      answer: true,
    }
  },
}

/** From now on, the recording of an ended talk is its replay. */
export const finishRecordingOperation: Operation<OfTalk & OfRecording, { talkId: string }, null> = {
  name: 'finishRecording',
  load: ({ platformId }, { talkId }) => ({
    talk: talkObjects.findForChange({ platformId, by: 'id', value: talkId }),
    recording: recordingForChange({ talkId }),
  }),
  decide({ talk, recording }, { now }) {
    if (!talk || !recording || recording.isRemoved || now < talk.endAt)
      return { writes: [], events: [], answer: null }
    const finished = putRecording({ ...recording, isFinished: true })
    if (talk.recordedAt !== null) return { writes: [finished], events: [], answer: null }
    return {
      writes: [finished, setRecordedAt({ id: talk.id, recordedAt: now })],
      events: [actionEvent('talk', talk, 'recorded')],
      answer: null,
    }
  },
}

/** Takes a recording from its talk. Its files are removed within a minute. Throws `talk_not_found` and `not_found`. */
export const removeRecordingOperation: Operation<OfTalk & OfRecording, { talkId: string }, null> = {
  name: 'removeRecording',
  load: ({ platformId }, { talkId }) => ({
    talk: talkObjects.findForChange({ platformId, by: 'id', value: talkId }),
    recording: recordingForChange({ talkId }),
  }),
  decide({ talk, recording }) {
    if (!talk) throw new Refusal('talk_not_found')
    if (!recording || recording.isRemoved) throw new Refusal('not_found')
    return {
      writes: [clearRecordedAt({ id: talk.id }), putRecording({ ...recording, isRemoved: true })],
      events: [actionEvent('talk', talk, 'recording_removed')],
      answer: null,
    }
  },
}

/** Forgets a recording whose files have been removed. */
export const forgetRecordingOperation: Operation<object, { talkId: string }, null> = {
  name: 'forgetRecording',
  load: () => ({}),
  decide: (_state, _ctx, { talkId }) => ({ writes: [deleteRecording({ talkId })], events: [], answer: null }),
}

const keptRecordings = keptForDays('recordings', (span) => [
  markRecordedBefore(span),
  clearRecordedBefore(span),
])

/** Recordings as long as the settings of each platform say, and those of deleted talks as long as these can be restored. */
export const recordingRetention: Retention = {
  writes: (context, state) => [...keptRecordings.writes(context, state), markLostRecordings({})],
}
