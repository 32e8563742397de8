// Snapshots of a talk for clients that start over. Everyone in an audience shares one for a second, and what a person
// sees differently is added to it.

import type { Services } from '../../../kernel/changes/services.ts'
import type { Audience } from '../items.ts'
import { panelReader, readOwnContent } from '../panel.ts'
import { SharedFrame } from './frames.ts'
import { renderItems } from './item-frames.ts'
import type { LiveRoom } from './live-room.ts'
import type { LiveStream, Step } from './live-stream.ts'
import type { Renderers } from './renderers.ts'

/** No longer, because names can change without a journal entry. */
const SNAPSHOT_MS = 1_000

type Snapshot = {
  /** What the snapshot depends on, and when it was read. */
  context: LiveRoom['context']
  atMs: number
  /** The last entry that it contains. Newer ones may be in it as well. */
  seq: number
  /** The event without its end, so that own content can follow. */
  start: Promise<SharedFrame>
}

export class RoomSnapshots {
  readonly #services: Pick<Services, 'store'>
  readonly #room: LiveRoom
  readonly #renderers: Renderers
  readonly #byReader = new Map<string, Snapshot>()

  constructor(services: Pick<Services, 'store'>, room: LiveRoom, renderers: Renderers) {
    this.#services = services
    this.#room = room
    this.#renderers = renderers
  }

  /** The event for a stream, which contains at least the entry `oldest`. */
  async stepFor(stream: LiveStream, audience: Audience, oldest: number): Promise<Step> {
    const { seq, start } = this.#snapshotFor(stream, audience, oldest)
    const [shared, own] = await Promise.all([start, this.#ownOf(stream, audience)])
    return { seq, frames: [shared, `${own === undefined ? '' : `,"own":${JSON.stringify(own)}`}}\n\n`] }
  }

  #snapshotFor({ format, recipient }: LiveStream, audience: Audience, oldest: number): Snapshot {
    const { context, known } = this.#room
    const reader = panelReader(context, recipient, audience)
    const name = `${format} ${Object.values(reader).join(' ')}`
    const last = this.#byReader.get(name)
    const isFresh =
      last?.context === context && last.seq >= oldest && performance.now() - last.atMs < SNAPSHOT_MS
    if (isFresh) return last
    // The number is read first, so newer entries may be sent twice, but are never missed.
    const start = this.#renderers[format]
      .snapshot(context, reader)
      .then((content) => new SharedFrame(startOf({ talk: this.#room.talkId, seq: known, snapshot: content })))
    const snapshot = { context, atMs: performance.now(), seq: known, start }
    this.#byReader.set(name, snapshot)
    start.catch(() => {
      if (this.#byReader.get(name) === snapshot) this.#byReader.delete(name)
    })
    return snapshot
  }

  /** What an account sees differently on a page; undefined if there is nothing. */
  async #ownOf({ format, recipient: { user } }: LiveStream, audience: Audience): Promise<object | undefined> {
    if (user === null) return undefined
    const { context } = this.#room
    const { items, votedIds } = await readOwnContent(this.#services, context, { audience, userId: user.id })
    if (items.length === 0 && votedIds.length === 0) return undefined
    const reader = { format, audience, userId: user.id }
    return {
      items: renderItems(items, { context, renderers: this.#renderers }, reader),
      voted: votedIds,
    }
  }
}

/** An event without the brace that closes its data, and without its end. */
const startOf = (data: { talk: string; seq: number; snapshot: unknown }): string =>
  `event: reset\ndata: ${JSON.stringify(data).slice(0, -1)}`
