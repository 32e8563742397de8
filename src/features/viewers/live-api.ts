// The viewers of a talk for its open streams: sent to all when they change, and to each stream that joins.

import type { Audience } from '../live/items.ts'
import { eventFrame, SharedFrame } from '../live/streams/frames.ts'
import type { LiveRoom } from '../live/streams/live-room.ts'
import type { LiveStream } from '../live/streams/live-stream.ts'
import type { Renderers } from '../live/streams/renderers.ts'
import { shownViewers, type Viewers } from './viewers.ts'

export class RoomViewers {
  readonly #room: LiveRoom
  readonly #renderers: Renderers
  #viewers: Viewers | undefined
  /** The last event, by format and audience. */
  #frames = new Map<string, SharedFrame | undefined>()

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
      const frame = this.frameFor(stream, audience)
      const last = before.get(`${stream.format} ${audience}`)
      // A stream that is catching up gets the viewers at the end.
      if (frame && !last?.plain.equals(frame.plain) && !stream.isHeld(this.#room.talkId)) stream.write(frame)
    })
  }

  /** Undefined if the audience sees nothing of the viewers, or if they are not known yet. */
  frameFor({ format }: LiveStream, audience: Audience): SharedFrame | undefined {
    const key = `${format} ${audience}`
    if (!this.#frames.has(key)) {
      const shown = this.#viewers && shownViewers(this.#room.context, audience, this.#viewers)
      const content = shown && this.#renderers[format].viewers(shown, this.#room.context)
      const frame = content && eventFrame('viewers', JSON.stringify({ talk: this.#room.talkId, ...content }))
      this.#frames.set(key, frame ? new SharedFrame(frame) : undefined)
    }
    return this.#frames.get(key)
  }
}
