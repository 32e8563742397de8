// What the thread of streams and the server say to each other.
import type { Segment } from './hls/segmenter.ts'
import type { PublishRequest } from './rtmp/publishing.ts'
import type { RtmpPort } from './rtmp/rtmp-server.ts'
import type { EndReason } from './stream-end.ts'

export type ToWorker =
  | { type: 'listen'; port: RtmpPort }
  | { type: 'close' }
  | { type: 'accept'; connection: string }
  | { type: 'end'; connection: string; reason: EndReason }
  | { type: 'pull'; connection: string; url: string }
  | { type: 'retry'; connection: string }
  | { type: 'stop'; connection: string }

export type FromWorker =
  | { type: 'listening'; port: number }
  | { type: 'unavailable'; problem: string }
  | { type: 'request'; connection: string; request: PublishRequest }
  | { type: 'segment'; connection: string; segment: Segment }
  | { type: 'end'; connection: string; reason: EndReason }
