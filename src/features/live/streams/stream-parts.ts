// What features send to the open streams of a talk beside its journal.
import type { Services } from '../../../kernel/changes/services.ts'
import type { Audience } from '../items.ts'
import type { LiveRoom } from './live-room.ts'
import type { Frame, LiveStream } from './live-stream.ts'
import type { Renderer, Renderers } from './renderers.ts'

type Reading = Pick<Services, 'store' | 'clock'>

declare module '../../../kernel/changes/features.ts' {
  interface Feature {
    stream?: StreamPart
  }
}

export type StreamPart<P extends RoomPart = RoomPart> = {
  /** Called for each talk with open streams. */
  open(services: Reading, room: LiveRoom, renderers: Renderers): P
  /** Called every two seconds with the rooms of all talks, by talk. */
  update?(services: Reading, rooms: ReadonlyMap<string, P>): Promise<void>
  /** How the API renders it. */
  json?: Partial<Renderer>
}

/** A part in the room of one talk. */
export interface RoomPart {
  /** Whether its events for a stream that joins come with the position of the client. */
  readonly hasPosition: boolean
  /** The events for a stream that joins. The audience of those that may not watch is null. */
  framesFor(stream: LiveStream, audience: Audience | null): Frame[]
  /** Whether time has changed what all streams were sent. */
  readonly isOutdated?: boolean
  /** Sends what has changed to all streams, because the talk or the time has changed. */
  change?(): Promise<void>
}
