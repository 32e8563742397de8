// The stage of a talk for its open streams: sent to all when it changes, and to each stream that joins.
import { setTimeout as pause } from 'node:timers/promises'
import type { Services } from '../../kernel/changes/services.ts'
import type { Audience } from '../live/items.ts'
import { eventFrame, SharedFrame } from '../live/streams/frames.ts'
import type { LiveRoom } from '../live/streams/live-room.ts'
import type { Frame, LiveStream, StreamFormat } from '../live/streams/live-stream.ts'
import type { Renderers } from '../live/streams/renderers.ts'
import type { RoomPart, StreamPart } from '../live/streams/stream-parts.ts'
import { isVisibleTo, talkPhase } from '../talks/talk-states.ts'
import { readStage, type Stage, type StageAccess, stageAccess } from './stage.ts'

declare module '../live/streams/renderers.ts' {
  interface Renderer {
    /** The stage of the talk, for formats that have one. */
    stage?(stage: Stage, viewer: StageViewer): string[]
  }
}

type StageViewer = { access: StageAccess; audience: Audience | null; now: number }
type StageFrame = { key: string; html: string; frame: SharedFrame | undefined }

/** Minimum time between two sends of the stage. Streams that join within this time share the server's time in it. */
const STAGE_MS = 1_000
/** Time per stream, in milliseconds, over which the players of a large audience open. */
const SPREAD_MS = 1
const MAX_SPREAD_MS = 5_000

class RoomStage implements RoomPart {
  readonly hasPosition = true
  readonly #services: Pick<Services, 'store' | 'clock'>
  readonly #room: LiveRoom
  readonly #renderers: Renderers
  #stage: Stage | undefined
  /** The events with the stage, by format, audience, and access. */
  #frames: { stage: Stage | undefined; at: number; byKey: Map<string, StageFrame> } = {
    stage: undefined,
    at: 0,
    byKey: new Map(),
  }
  /** The stage that all streams have, by the same keys. */
  #sent = new Map<string, StageFrame>()
  #isStale = false
  #lastSentMs = Number.NEGATIVE_INFINITY
  #sending: Promise<void> | undefined

  constructor(services: Pick<Services, 'store' | 'clock'>, room: LiveRoom, renderers: Renderers) {
    this.#services = services
    this.#room = room
    this.#renderers = renderers
  }

  /** Whether the talk has started or ended since its stage was read. */
  get isOutdated(): boolean {
    return this.#stage?.phase !== talkPhase(this.#room.context.talk, this.#services.clock.now())
  }

  /** Reads the stage and sends changes to all streams, at most once a second. Concurrent calls share this. */
  change(): Promise<void> {
    this.#isStale = true
    this.#sending ??= this.#sendAll().finally(() => {
      this.#sending = undefined
    })
    return this.#sending
  }

  /** The event with the stage, if the format has one and the recipient sees the talk. Streams that join within a second share it. */
  framesFor(stream: LiveStream, audience: Audience | null): Frame[] {
    if (!this.#isFor(stream)) return []
    const { frame } = this.#frameFor(stream, audience)
    return frame ? [frame] : []
  }

  async #sendAll(): Promise<void> {
    while (this.#isStale) {
      const waitMs = this.#lastSentMs + STAGE_MS - performance.now()
      if (waitMs > 0) await pause(waitMs)
      this.#lastSentMs = performance.now()
      this.#isStale = false
      this.#stage = await readStage(this.#services, this.#room.context)
      await this.#send()
    }
  }

  async #send(): Promise<void> {
    const before = this.#sent
    const sent: typeof before = new Map()
    this.#sent = sent
    await this.#room.forEachStream((stream, audience) => {
      if (!this.#isFor(stream)) return
      const current = this.#frameFor(stream, audience)
      // All get the same, although the server's time in it moves on.
      const one = sent.get(current.key) ?? current
      const { key, html, frame } = one
      sent.set(key, one)
      // A stream that is catching up gets the stage at the end.
      if (frame && html !== before.get(key)?.html && !stream.isHeld(this.#room.talkId)) stream.write(frame)
    })
  }

  /** People who may not watch see the reason on the stage, unless they must not know of the talk. */
  #isFor({ recipient }: LiveStream): boolean {
    return isVisibleTo(this.#room.context.talk, recipient.user)
  }

  #frameFor({ format, recipient }: LiveStream, audience: Audience | null): StageFrame {
    const access = stageAccess(this.#room.context, recipient)
    const now = this.#services.clock.now()
    if (now - this.#frames.at >= STAGE_MS || this.#frames.stage !== this.#stage)
      this.#frames = { stage: this.#stage, at: now, byKey: new Map() }
    const { byKey } = this.#frames
    const key = `${format} ${audience} ${access}`
    const frame = byKey.get(key) ?? { key, ...this.#render(format, { access, audience, now }) }
    byKey.set(key, frame)
    return frame
  }

  #render(format: StreamFormat, viewer: StageViewer): Pick<StageFrame, 'html' | 'frame'> {
    const html = this.#stage && this.#renderers[format].stage?.(this.#stage, viewer)
    if (!html) return { html: '', frame: undefined }
    const { phase } = this.#stage ?? {}
    const spreadMs = Math.min(this.#room.size * SPREAD_MS, MAX_SPREAD_MS)
    const data = JSON.stringify({ talk: this.#room.talkId, now: viewer.now, phase, spreadMs, html })
    return { html: `${phase} ${html.join('')}`, frame: new SharedFrame(eventFrame('stage', data)) }
  }
}

export const stagePart: StreamPart<RoomStage> = {
  open: (services, room, renderers) => new RoomStage(services, room, renderers),
}
