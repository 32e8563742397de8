// One talk with open streams. Delivers the journal entries to them in order, one batch and one section at a time.
import { setImmediate as pass, setTimeout as pause } from 'node:timers/promises'
import {
  type Audience,
  audienceOf,
  isInGroup,
  isSameForAll,
  type LiveContext,
  type LiveItem,
  liveKey,
  readItems,
  readLiveContext,
  talkItem,
  viewOf,
} from '../../domain/live/live-items.ts'
import type { Services } from '../../domain/services.ts'
import type { PlatformFeature } from '../../schema/platforms/platforms.ts'
import { liveEntriesBetween } from '../../store/live/live-talks.ts'
import type { LiveEntryRow } from '../../store/sql/tables.ts'
import { formatPositions, type Position } from './cursors.ts'
import { eventFrame, SharedFrame, withPosition } from './frames.ts'
import { inSlices, type LiveStream, type PositionedFrame, type StreamFormat } from './live-stream.ts'
import type { Renderers } from './renderers.ts'
import { RoomStage } from './room-stage.ts'
import { RoomViewers } from './room-viewers.ts'

const TICK_MS = 100
const CROWDED_TICK_MS = 250
const CROWD = 500
/**
 * Number of streams in a section. A large audience is served section by section, each with all entries so far.
 * Otherwise, entries that arrive during a round would wait for its end and then for their turn in the next: 99% of
 * deliveries took up to two rounds.
 */
const SECTION = 1_000
/** Share of the time a section took that is left for other requests after it. */
const PAUSE_RATIO = 0.2
const BATCH = 1_000
/** A client that is further behind starts over with a snapshot. */
const MAX_BEHIND = 1_000
const KEPT_CATCH_UPS = 64
/** Visitors without an account share a snapshot for this time. */
const SNAPSHOT_MS = 1_000

type Reading = Pick<Services, 'store' | 'clock'>

/** Streams that get the same entries at the same time. */
type Section = {
  readonly streams: Set<LiveStream>
  /** The number of the last entry delivered to them. */
  delivered: number
  lastTickMs: number
}

export class LiveRoom {
  readonly talkId: string
  context: LiveContext
  readonly stage: RoomStage
  readonly viewers: RoomViewers
  readonly #services: Reading
  readonly #renderers: Renderers
  readonly #sections = new Set<Section>()
  readonly #sectionOf = new Map<LiveStream, Section>()
  #hasStale = false
  #restarting: Promise<void> | undefined
  /** The last snapshot for visitors without an account. */
  #sharedSnapshot: { name: string; atMs: number; snapshot: Promise<unknown> } | undefined
  #known: number
  /** The number of the last journal entry when the talk was read. */
  #contextSeq: number
  /** The duration of the last broadcast, and the time it ended. */
  #broadcast = { tookMs: 0, endedMs: 0 }
  #delivering: Promise<void> | undefined
  readonly #catchUps = new Map<string, Promise<LiveItem[] | undefined>>()
  #keys = { context: undefined as LiveContext | undefined, byAudience: new Map<Audience | null, string>() }

  constructor(services: Reading, context: LiveContext, renderers: Renderers) {
    this.#services = services
    this.#renderers = renderers
    this.talkId = context.talk.id
    this.context = context
    this.#known = context.live.lastSeq
    this.#contextSeq = context.live.lastSeq
    this.stage = new RoomStage(services, this, renderers)
    this.viewers = new RoomViewers(this, renderers)
  }

  /** The number of the last known entry. */
  get known(): number {
    return this.#known
  }

  get size(): number {
    return this.#sectionOf.size
  }

  get streams(): Iterable<LiveStream> {
    return this.#sectionOf.keys()
  }

  /** Whether clients wait for `restart`. */
  get hasStale(): boolean {
    return this.#hasStale
  }

  has(stream: LiveStream): boolean {
    return this.#sectionOf.has(stream)
  }

  /** `liveKey` of the talk as last read, by audience. */
  #keyFor(audience: Audience | null): string {
    if (this.#keys.context !== this.context) this.#keys = { context: this.context, byAudience: new Map() }
    const { byAudience } = this.#keys
    const key = byAudience.get(audience) ?? liveKey(this.context, audience)
    byAudience.set(audience, key)
    return key
  }

  /**
   * The section that a stream joins. A new section starts at the last known entry, and the stream catches up with
   * earlier entries.
   */
  #sectionFor(stream: LiveStream): Section {
    const section = this.#sectionOf.get(stream) ??
      [...this.#sections].find(({ streams }) => streams.size < SECTION) ?? {
        streams: new Set(),
        delivered: this.#known,
        lastTickMs: 0,
      }
    section.streams.add(stream)
    this.#sections.add(section)
    this.#sectionOf.set(stream, section)
    return section
  }

  /**
   * Adds a stream whose client has reached a position, and sends everything since then. Sends a snapshot instead if
   * that is too much, if the client's features or audience have changed, or if the client is new (undefined).
   */
  async join(stream: LiveStream, reached: Position | undefined): Promise<void> {
    const { delivered: upTo } = this.#sectionFor(stream)
    stream.hold(this.talkId)
    const audience = audienceOf(this.context, stream.recipient)
    const key = this.#keyFor(audience)
    const isSame = reached !== undefined && (reached.key ?? key) === key
    if (audience === null) {
      if (isSame) this.leave(stream)
      else await this.reset(stream, audience)
      return
    }
    const items = isSame ? await this.#since(reached.seq, upTo) : undefined
    if (items === undefined) await this.reset(stream, audience)
    else {
      const frame = (this.#frameOf(items, stream, audience) ?? '') + this.stage.frameFor(stream, audience)
      stream.release(this.talkId, { seq: upTo, key }, frame || undefined)
      if (this.#isStale(stream)) await this.reset(stream)
    }
    const frame = this.viewers.frameFor(stream, audience)
    if (frame && this.has(stream)) stream.write(frame)
  }

  leave(stream: LiveStream): void {
    const section = this.#sectionOf.get(stream)
    section?.streams.delete(stream)
    if (section?.streams.size === 0) this.#sections.delete(section)
    this.#sectionOf.delete(stream)
    stream.drop(this.talkId)
  }

  /** Sends a snapshot, with which the client starts over. */
  async reset(stream: LiveStream, audience = audienceOf(this.context, stream.recipient)): Promise<void> {
    stream.hold(this.talkId)
    const position = {
      seq: this.#sectionOf.get(stream)?.delivered ?? this.#known,
      key: this.#keyFor(audience),
    }
    if (audience === null) {
      const frame = eventFrame('closed', JSON.stringify({ talk: this.talkId }))
      stream.release(this.talkId, position, frame + this.stage.frameFor(stream, null))
      this.leave(stream)
      return
    }
    // Read after the number, so newer entries may be sent twice, but are never missed.
    const snapshot = await this.#snapshotFor(stream, audience, position)
    const data = JSON.stringify({ talk: this.talkId, seq: position.seq, snapshot })
    stream.release(this.talkId, position, eventFrame('reset', data) + this.stage.frameFor(stream, audience))
    if (this.#isStale(stream)) await this.reset(stream)
  }

  /**
   * Visitors without an account share a snapshot for one second. No longer, because names can change without a journal
   * entry.
   */
  #snapshotFor(stream: LiveStream, audience: Audience, { seq, key }: Position): Promise<unknown> {
    const { format, recipient } = stream
    const read = () => this.#renderers[format].snapshot(this.context, stream, audience)
    if (recipient.user) return read()
    const name = `${format} ${audience} ${seq} ${key}`
    const nowMs = performance.now()
    const last = this.#sharedSnapshot
    if (last?.name === name && nowMs - last.atMs < SNAPSHOT_MS) return last.snapshot
    const snapshot = read()
    this.#sharedSnapshot = { name, atMs: nowMs, snapshot }
    snapshot.catch(() => {
      this.#sharedSnapshot = undefined
    })
    return snapshot
  }

  /**
   * Reads the talk again, because its features, people, or times may have changed. Clients whose features or audience
   * have changed start over. Returns undefined if the talk no longer exists.
   */
  async refresh(): Promise<LiveContext | undefined> {
    const { platform, talk } = this.context
    const context = await readLiveContext(this.#services, platform.id, { by: 'id', value: talk.id })
    if (!context) return undefined
    const before = this.context
    this.context = context
    if (!isSameForAll(before, context)) await this.#resetStale(before)
    return context
  }

  /**
   * Tells clients which features were turned off. Features that were turned on need a snapshot per person, which
   * `restart` sends one by one.
   */
  async #resetStale(before: LiveContext): Promise<void> {
    const frames = new Map<string, { before: string; frame: string }>()
    const isEnough = isLess(before, this.context)
    await inSlices(this.streams, (stream) => {
      if (!this.#isStale(stream)) return
      const audience = audienceOf(this.context, stream.recipient)
      const isOther = audience !== audienceOf(before, stream.recipient)
      if (audience === null || isOther || stream.format === 'json') return this.reset(stream, audience)
      // All pages in a language get the same event, because many snapshots would take long.
      const name = `${stream.format} ${audience}`
      const shared = frames.get(name) ?? {
        before: liveKey(before, audience),
        frame: this.#turnedOffFrame(before, stream.format, audience),
      }
      frames.set(name, shared)
      if (isEnough && stream.keyOf(this.talkId) === shared.before)
        return stream.changeKey(this.talkId, this.#keyFor(audience), shared.frame)
      this.#hasStale = true
      return stream.write(shared.frame)
    })
  }

  /**
   * Sends snapshots to clients that have to start over, and lets other requests run in between. Concurrent calls share
   * this.
   */
  restart(): Promise<void> {
    this.#restarting ??= this.#restartStale().finally(() => {
      this.#restarting = undefined
    })
    return this.#restarting
  }

  async #restartStale(): Promise<void> {
    this.#hasStale = false
    try {
      for (const stream of [...this.streams]) {
        if (!this.#isStale(stream)) continue
        await this.reset(stream)
        await pass()
      }
    } catch (error) {
      // The other clients get a snapshot when the hub visits the room again.
      this.#hasStale = true
      throw error
    }
  }

  /** The features that were turned off since `before`, and the state of the chat. */
  #turnedOffFrame(before: LiveContext, format: StreamFormat, audience: Audience): string {
    const { features } = this.context
    const isHidden = (feature: PlatformFeature) => audience !== 'admins' || !alwaysShown.includes(feature)
    const off = before.features.filter((feature) => !features.includes(feature) && isHidden(feature))
    const html = this.#renderers[format].item(talkItem(this.context), audience, null, this.context)
    const items = features.includes('chat') ? [{ kind: 'talk', id: this.talkId, html }] : []
    return eventFrame('change', JSON.stringify({ talk: this.talkId, off, items }))
  }

  /** Whether the client has to start over. A stream that is catching up is checked at the end. */
  #isStale(stream: LiveStream): boolean {
    if (!this.has(stream) || stream.isHeld(this.talkId)) return false
    const audience = audienceOf(this.context, stream.recipient)
    return stream.keyOf(this.talkId) !== this.#keyFor(audience)
  }

  /** Delivers entries up to `known`, tick by tick. Concurrent calls share one delivery. */
  advance(known: number): Promise<void> {
    this.#known = Math.max(known, this.#known)
    this.#delivering ??= this.#deliverAll().finally(() => {
      this.#delivering = undefined
    })
    return this.#delivering
  }

  async #deliverAll(): Promise<void> {
    for (let section = this.#nextSection(); section; section = this.#nextSection())
      await this.#deliver(section)
  }

  /** Among the sections that are behind, the one that has waited the longest. */
  #nextSection(): Section | undefined {
    return [...this.#sections]
      .filter(({ delivered }) => delivered < this.#known)
      .sort((a, b) => a.lastTickMs - b.lastTickMs)[0]
  }

  async #deliver(section: Section): Promise<void> {
    const tickMs = this.size > CROWD ? CROWDED_TICK_MS : TICK_MS
    const { endedMs, tookMs } = this.#broadcast
    const waitMs = Math.max(section.lastTickMs + tickMs, endedMs + tookMs * PAUSE_RATIO) - performance.now()
    if (waitMs > 0) await pause(waitMs)
    section.lastTickMs = performance.now()
    const entries = await this.#services.store.read(
      liveEntriesBetween({ talkId: this.talkId, after: section.delivered, upTo: this.#known, limit: BATCH }),
    )
    const last = entries.at(-1)
    if (!last) {
      section.delivered = this.#known
      return
    }
    // The talk is read again with its own entry, because its state is part of the context.
    if (entries.some(({ kind, seq }) => kind === 'talk' && seq > this.#contextSeq)) {
      await this.refresh()
      this.#contextSeq = last.seq
    }
    const items = await readItems(this.#services, this.context, entries)
    section.delivered = last.seq
    const startedMs = performance.now()
    await this.#send(items, section)
    this.#broadcast = { tookMs: performance.now() - startedMs, endedMs: performance.now() }
  }

  /** Sends items to the streams of a section that may see them, in slices. */
  async #send(items: readonly LiveItem[], section: Section): Promise<void> {
    if (items.length === 0) return
    const seq = section.delivered
    const shared = new Map<string, PositionedFrame | undefined>()
    /**
     * Most streams get the same frame as the stream before them. Comparing is faster than building a key for the map.
     */
    let last:
      | {
          format: StreamFormat
          audience: Audience
          key: string | undefined
          one: PositionedFrame | undefined
        }
      | undefined
    const personal = new Set(items.flatMap((item) => item.personal.map(({ userId }) => userId)))
    const grouped = items.filter(({ group }) => group !== undefined)
    await this.#forEachWatching(section.streams, (stream, audience) => {
      const userId = stream.recipient.user?.id
      if (userId !== undefined && personal.has(userId)) {
        const frame = this.#frameOf(items, stream, audience)
        if (frame !== undefined) stream.send(this.talkId, seq, frame)
        return
      }
      const { format } = stream
      const key = stream.keyOf(this.talkId)
      if (
        last &&
        grouped.length === 0 &&
        last.format === format &&
        last.audience === audience &&
        last.key === key
      ) {
        if (last.one) stream.sendShared(this.talkId, seq, last.one)
        return
      }
      const groups = grouped.map((item) => isInGroup(item, audience, userId ?? null))
      const sharing = [format, audience, key, ...groups].join(' ')
      if (!shared.has(sharing)) {
        const frame = this.#frameOf(items, stream, audience)
        const position = formatPositions(new Map([[this.talkId, { seq, key }]]))
        const positioned = new SharedFrame(withPosition(position, frame ?? ''))
        shared.set(sharing, frame === undefined ? undefined : { frame, positioned })
      }
      const one = shared.get(sharing)
      last = { format, audience, key, one }
      if (one) stream.sendShared(this.talkId, seq, one)
    })
  }

  /** Visits the streams that may watch, in slices. */
  forEachStream(visit: (stream: LiveStream, audience: Audience) => void): Promise<void> {
    return this.#forEachWatching(this.streams, visit)
  }

  #forEachWatching(
    streams: Iterable<LiveStream>,
    visit: (stream: LiveStream, audience: Audience) => void,
  ): Promise<void> {
    return inSlices(streams, (stream) => {
      const audience = audienceOf(this.context, stream.recipient)
      if (audience !== null) visit(stream, audience)
    })
  }

  /** The event with these items; undefined if none is for the audience. */
  #frameOf(
    items: readonly LiveItem[],
    { format, recipient }: Pick<LiveStream, 'format' | 'recipient'>,
    audience: Audience,
  ): string | undefined {
    if (items.length === 0) return undefined
    const userId = recipient.user?.id ?? null
    const written = items.map((item) => ({
      kind: item.kind,
      id: item.id,
      [format === 'json' ? 'value' : 'html']:
        viewOf(item, audience, userId) === null
          ? null
          : this.#renderers[format].item(item, audience, userId, this.context),
    }))
    return eventFrame('change', JSON.stringify({ talk: this.talkId, items: written }))
  }

  /** The items that changed after an entry; undefined if there are too many, or if they are no longer known. */
  #since(after: number, upTo: number): Promise<LiveItem[] | undefined> {
    const key = `${after} ${upTo}`
    let items = this.#catchUps.get(key)
    if (!items) {
      items = this.#readSince(after, upTo)
      this.#catchUps.set(key, items)
      items.catch(() => this.#catchUps.delete(key))
      const [oldest] = this.#catchUps.keys()
      if (this.#catchUps.size > KEPT_CATCH_UPS && oldest !== undefined) this.#catchUps.delete(oldest)
    }
    return items
  }

  async #readSince(after: number, upTo: number): Promise<LiveItem[] | undefined> {
    if (after === upTo) return []
    if (after > upTo || upTo - after > MAX_BEHIND) return undefined
    const span = { after, upTo, limit: MAX_BEHIND }
    const entries: LiveEntryRow[] = await this.#services.store.read(
      liveEntriesBetween({ talkId: this.talkId, ...span }),
    )
    if (entries[0]?.seq !== after + 1) return undefined
    return readItems(this.#services, this.context, entries)
  }
}

/** Admins always see the viewers. */
const alwaysShown: readonly PlatformFeature[] = ['viewersCount', 'viewersList']

/** Whether no feature was turned on. */
const isLess = (before: LiveContext, after: LiveContext): boolean =>
  after.features.every((feature) => before.features.includes(feature))
