// What the writer thread needs of video.
import type { FeatureOperations } from '../../kernel/changes/features.ts'
import { removeCaptionsOperation, saveCaptionsOperation } from './captions/captions.ts'
import { keptWithTalks } from './captions/captions-store.ts'
import {
  addRecordingPartOperation,
  finishRecordingOperation,
  forgetRecordingOperation,
  recordingRetention,
  removeRecordingOperation,
} from './recordings/recordings.ts'
import { claimRoomOperation, renewRoomsOperation } from './room/room-claims.ts'
import {
  moderatePersonOperation,
  moderateStageOperation,
  raiseHandOperation,
  stageRetention,
  stopScreenOperation,
} from './room/stage-people.ts'
import { saveRoomsOperation } from './room-settings.ts'
import { renewStreamKeyOperation } from './streams/stream-keys.ts'

export const videoOperations: FeatureOperations = {
  operations: [
    saveRoomsOperation,
    renewStreamKeyOperation,
    raiseHandOperation,
    moderatePersonOperation,
    moderateStageOperation,
    stopScreenOperation,
    claimRoomOperation,
    renewRoomsOperation,
    saveCaptionsOperation,
    removeCaptionsOperation,
    addRecordingPartOperation,
    finishRecordingOperation,
    removeRecordingOperation,
    forgetRecordingOperation,
  ],
  retention: {
    writes: (...given) => [...stageRetention.writes(...given), ...recordingRetention.writes(...given)],
  },
  keptWithTalks,
}
