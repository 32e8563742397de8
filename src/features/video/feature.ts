// What the server needs of video.
import type { Feature } from '../../kernel/changes/features.ts'
import { stagePart } from './live-api.ts'

export const videoFeature: Feature = {
  stream: stagePart,
}
