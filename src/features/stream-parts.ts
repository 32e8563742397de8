// What the features send to open streams of live talks, in their order.
import type { StreamPart } from './live/streams/stream-parts.ts'
import { stagePart } from './video/live-api.ts'
import { viewersPart } from './viewers/live-api.ts'

export const streamParts: readonly StreamPart[] = [viewersPart, stagePart]
