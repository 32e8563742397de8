// What the writer thread needs of video.
import type { FeatureOperations } from '../../kernel/changes/features.ts'
import { saveRoomsOperation } from './room-settings.ts'

export const videoOperations: FeatureOperations = {
  operations: [saveRoomsOperation],
}
