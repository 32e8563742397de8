// The viewers of a talk for its open streams: sent to all when they change, and to each stream that joins.

import type { Audience, LiveContext } from '../live/items.ts'
import { eventFrame, SharedFrame } from '../live/streams/frames.ts'
import type { LiveRoom } from '../live/streams/live-room.ts'
import type { LiveStream } from '../live/streams/live-stream.ts'
import type { Renderers } from '../live/streams/renderers.ts'
import type { RoomPart, StreamPart } from '../live/streams/stream-parts.ts'
import { presentViewers, readViewers, type ShownViewers, shownViewers, type Viewers } from './viewers.ts'

declare module '../live/streams/renderers.ts' {
  interface Renderer {
    /** The current viewers, which replace the ones sent before. */
    viewers(viewers: ShownViewers, context: LiveContext): object
  }
}

class RoomViewers implements RoomPart {
  readonly hasPosition = false
  readonly #room: LiveRoom
  readonly #renderers: Renderers
  #viewers: Viewers | undefined
  /** The last event, by format and audience. */
  #frames = new Map<string, SharedFrame[]>()

  constructor(room: LiveRoom, renderers: Renderers) {
    this.#room = room
    this.#renderers = renderers
  }

  /**
   * Sends the current viewers to all streams if they have changed. The event is not part of the journal and has no
   * position.
   */
  async show(viewers: Viewers): Promise<void> {
    const before = this.#frames
    this.#viewers = viewers
    this.#frames = new Map()
    await this.#room.forEachStream((stream, audience) => {
      if (audience === null) return
      const [frame] = this.framesFor(stream, audience)
      const [last] = before.get(`${stream.format} ${audience}`) ?? []
      // A stream that is catching up gets the viewers at the end.
      if (frame && !last?.plain.equals(frame.plain) && !stream.isHeld(this.#room.talkId)) stream.write(frame)
    })
  }

  /** Empty if the audience sees nothing of the viewers, or if they are not known yet. */
  framesFor({ format }: LiveStream, audience: Audience | null): SharedFrame[] {
    if (audience === null) return []
    const key = `${format} ${audience}`
    if (!this.#frames.has(key)) {
      const shown = this.#viewers && shownViewers(this.#room.context, audience, this.#viewers)
      const content = shown && this.#renderers[format].viewers(shown, this.#room.context)
      const frame = content && eventFrame('viewers', JSON.stringify({ talk: this.#room.talkId, ...content }))
      this.#frames.set(key, frame ? [new SharedFrame(frame)] : [])
    }
    return this.#frames.get(key) ?? []
  }
}

export const viewersPart: StreamPart<RoomViewers> = {
  open: (_services, room, renderers) => new RoomViewers(room, renderers),
  async update(services, rooms) {
    const viewers = await readViewers(services, [...rooms.keys()])
    for (const [talkId, ofTalk] of viewers) await rooms.get(talkId)?.show(ofTalk)
  },
  json: { viewers: (viewers) => ({ viewers: presentViewers(viewers) }) },
}
