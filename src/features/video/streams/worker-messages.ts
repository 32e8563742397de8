// What the thread of streams and the server say to each other.
import type { Segment } from './hls/segmenter.ts'
import type { PublishRequest } from './rtmp/publishing.ts'
import type { EndReason } from './stream-end.ts'

export type ToWorker =
  | { type: 'accept'; connection: number }
  | { type: 'end'; connection: number; reason: EndReason }

export type FromWorker =
  | { type: 'listening'; port: number }
  | { type: 'request'; connection: number; request: PublishRequest }
  | { type: 'segment'; connection: number; segment: Segment }
  | { type: 'end'; connection: number; reason: EndReason }
