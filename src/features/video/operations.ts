// What the writer thread needs of video.
import type { FeatureOperations } from '../../kernel/changes/features.ts'
import { saveRoomsOperation } from './room-settings.ts'
import { renewStreamKeyOperation } from './streams/stream-keys.ts'

export const videoOperations: FeatureOperations = {
  operations: [saveRoomsOperation, renewStreamKeyOperation],
}
