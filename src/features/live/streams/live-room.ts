// One talk with open streams. Delivers the journal entries to them in order, one batch and one section at a time.
import { setTimeout as pause } from 'node:timers/promises'
import type { Services } from '../../../kernel/changes/services.ts'
import type { PlatformFeature } from '../../platforms/schema.ts'
import {
  type Audience,
  audienceOf,
  isReadOnly,
  isSameForAll,
  type LiveContext,
  liveKey,
  readItems,
  readLiveContext,
  talkItem,
} from '../items.ts'
import { liveEntriesBetween } from '../store.ts'
import { type CatchUpBudget, CatchUps } from './catch-ups.ts'
import type { Position } from './cursors.ts'
import { eventFrame, SharedFrame } from './frames.ts'
import { ItemFrames } from './item-frames.ts'
import { JoinRate } from './join-rate.ts'
import { type Frame, inSlices, type LiveStream, type Step, type StreamFormat } from './live-stream.ts'
import type { Renderers } from './renderers.ts'
import { RoomSnapshots } from './room-snapshots.ts'
import type { RoomPart, StreamPart } from './stream-parts.ts'

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
/**
 * The same while many return. Otherwise, messages for those who are back keep the others waiting: 10,000 viewers took 25
 * seconds instead of 17.
 */
const RETURN_PAUSE_RATIO = 2
/** However long a section took. */
const MAX_REST_MS = 1_000
/** The number of clients that have recently returned from which many return. */
const MANY_JOINS = 200
const BATCH = 1_000
/** A shared snapshot that is older is read again. */
const MAX_SINCE_SNAPSHOT = 50

type Reading = Pick<Services, 'store' | 'clock'>

export type RoomOptions = { renderers: Renderers; budget: CatchUpBudget; parts: readonly StreamPart[] }

/** A stream that joins, with its audience, the digest of that, and its section. */
type Reader = { stream: LiveStream; audience: Audience; key: string; section: Section }
type Visit<A> = (stream: LiveStream, audience: A) => Promise<void> | void

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
  /** In the order of the stream parts. */
  readonly parts: readonly RoomPart[]
  readonly #services: Reading
  readonly #renderers: Renderers
  readonly #snapshots: RoomSnapshots
  readonly #catchUps: CatchUps
  readonly #sections = new Set<Section>()
  readonly #sectionOf = new Map<LiveStream, Section>()
  readonly #joins = new JoinRate()
  #hasStale = false
  #restarting: Promise<void> | undefined
  #known: number
  /** The number of the last journal entry when the talk was read. */
  #contextSeq: number
  /** The duration of the last broadcast, and the time it ended. */
  #broadcast = { tookMs: 0, endedMs: 0 }
  #delivering: Promise<void> | undefined
  #keys = { context: undefined as LiveContext | undefined, byReader: new Map<string, string>() }

  constructor(services: Reading, context: LiveContext, { renderers, budget, parts }: RoomOptions) {
    this.#services = services
    this.#renderers = renderers
    this.talkId = context.talk.id
    this.context = context
    this.#known = context.live.lastSeq
    this.#contextSeq = context.live.lastSeq
    this.parts = parts.map((part) => part.open(services, this, renderers))
    this.#snapshots = new RoomSnapshots(services, this, renderers)
    this.#catchUps = new CatchUps(services, this, { renderers, budget })
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

  /** Whether clients wait for `restartStale`. */
  get hasStale(): boolean {
    return this.#hasStale
  }

  has(stream: LiveStream): boolean {
    return this.#sectionOf.has(stream)
  }

  /** `liveKey` of the talk as last read. */
  #keyFor({ recipient }: LiveStream): string {
    const { context } = this
    if (this.#keys.context !== context) this.#keys = { context, byReader: new Map() }
    const { byReader } = this.#keys
    const reader = `${audienceOf(context, recipient)} ${isReadOnly(context, recipient)}`
    const key = byReader.get(reader) ?? liveKey(context, recipient)
    byReader.set(reader, key)
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
   * Adds a stream whose client has reached a position, and sends everything since then. Sends a snapshot first if that
   * is too much, if the client's features or audience have changed, or if the client is new (undefined). A client that
   * may not watch only gets the stage, and the rest when that changes.
   */
  async join(stream: LiveStream, reached: Position | undefined): Promise<void> {
    try {
      await this.#join(stream, reached)
    } catch (error) {
      // The client reconnects. Otherwise, it would wait for a release that never comes.
      stream.end()
      throw error
    }
  }

  async #join(stream: LiveStream, reached: Position | undefined): Promise<void> {
    const isNew = !this.has(stream)
    const section = this.#sectionFor(stream)
    const audience = audienceOf(this.context, stream.recipient)
    if (isNew && reached !== undefined && audience !== null) this.#joins.add()
    const key = this.#keyFor(stream)
    const isSame = reached !== undefined && (reached.key ?? key) === key
    const release = stream.hold(this.talkId, reached)
    if (audience === null) {
      const frames = [...(isSame ? [] : [this.#closedFrame()]), ...this.#partsFor(stream, audience, true)]
      return release(key, [{ seq: isSame ? reached.seq : this.#known, frames }])
    }
    const reader = { stream, audience, key, section }
    const isNear =
      isSame &&
      reached.seq <= this.#known &&
      this.#catchUps.allows(stream, { after: reached.seq, upTo: section.delivered })
    const steps = (isNear && (await this.#since(reached.seq, reader))) || (await this.#anew(reader))
    const seqOf = () => steps.at(-1)?.seq ?? reached?.seq ?? 0
    // Entries can have been delivered to others since these were read. Held streams do not get them.
    while (seqOf() < section.delivered) {
      const more = await this.#since(seqOf(), reader)
      if (!more) return this.restart(stream)
      steps.push(...more)
    }
    const seq = seqOf()
    release(key, [...steps, { seq, frames: this.#partsFor(stream, audience, true) }])
    if (this.#isStale(stream)) return this.restart(stream)
    if (!this.has(stream) || stream.isHeld(this.talkId)) return
    for (const frame of this.#partsFor(stream, audience, false)) stream.write(frame)
  }

  #partsFor(stream: LiveStream, audience: Audience | null, hasPosition: boolean): Frame[] {
    return this.parts
      .filter((part) => part.hasPosition === hasPosition)
      .flatMap((part) => part.framesFor(stream, audience))
  }

  /** Whether time has changed what parts have sent. */
  get isOutdated(): boolean {
    return this.parts.some(({ isOutdated }) => isOutdated)
  }

  /** Sends what has changed in the parts. */
  async changeParts(): Promise<void> {
    await Promise.all(this.parts.map((part) => part.change?.()))
  }

  /** Sends a snapshot, with which the client starts over. */
  restart(stream: LiveStream): Promise<void> {
    return this.join(stream, undefined)
  }

  #closedFrame(): Frame {
    return eventFrame('closed', JSON.stringify({ talk: this.talkId }))
  }

  /** A snapshot, and what has changed since it was read. */
  async #anew(reader: Reader): Promise<Step[]> {
    const { stream, audience, section } = reader
    const snapshot = await this.#snapshots.stepFor(stream, audience, section.delivered - MAX_SINCE_SNAPSHOT)
    // Entries that are no longer known are in the snapshot.
    return [snapshot, ...((await this.#since(snapshot.seq, reader)) ?? [])]
  }

  /** What has changed since an entry; undefined if that is no longer known. */
  async #since(after: number, { stream, audience, key, section }: Reader): Promise<Step[] | undefined> {
    const steps: Step[] = []
    let seq = after
    // Other entries are delivered while these are read.
    while (seq < section.delivered) {
      const missed = await this.#catchUps.read({ after: seq, upTo: section.delivered })
      if (!missed) return undefined
      seq = missed.upTo
      steps.push({ seq, frames: missed.isEmpty ? [] : [missed.eventFor(stream, audience, key).frame] })
    }
    return steps
  }

  leave(stream: LiveStream): void {
    const section = this.#sectionOf.get(stream)
    section?.streams.delete(stream)
    if (section?.streams.size === 0) this.#sections.delete(section)
    this.#sectionOf.delete(stream)
    stream.drop(this.talkId)
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

  /** Tells clients which features were turned off. Features that were turned on need a snapshot. */
  async #resetStale(before: LiveContext): Promise<void> {
    const frames = new Map<string, { before: string; frame: SharedFrame }>()
    const isEnough = isLess(before, this.context)
    await inSlices(this.streams, (stream) => {
      if (!this.#isStale(stream)) return
      const audience = audienceOf(this.context, stream.recipient)
      const isOther = audience !== audienceOf(before, stream.recipient)
      if (audience === null || isOther || stream.format === 'json') return this.restart(stream)
      // All pages in a language get the same event, because a snapshot for each of them takes longer.
      const name = `${stream.format} ${audience} ${isReadOnly(before, stream.recipient)}`
      const shared = frames.get(name) ?? {
        before: liveKey(before, stream.recipient),
        frame: new SharedFrame(this.#turnedOffFrame(before, stream.format, audience)),
      }
      frames.set(name, shared)
      if (isEnough && stream.positionIn(this.talkId)?.key === shared.before)
        return stream.changeKey(this.talkId, this.#keyFor(stream), shared.frame)
      this.#hasStale = true
      return stream.write(shared.frame)
    })
  }

  /** Sends snapshots to clients that have to start over, in slices. Concurrent calls share this. */
  restartStale(): Promise<void> {
    this.#restarting ??= this.#restartAll().finally(() => {
      this.#restarting = undefined
    })
    return this.#restarting
  }

  async #restartAll(): Promise<void> {
    this.#hasStale = false
    try {
      await inSlices(this.streams, (stream) => (this.#isStale(stream) ? this.restart(stream) : undefined))
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
    return stream.positionIn(this.talkId)?.key !== this.#keyFor(stream)
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
    const pauseRatio = this.#joins.recent > MANY_JOINS ? RETURN_PAUSE_RATIO : PAUSE_RATIO
    const restMs = Math.min(tookMs * pauseRatio, MAX_REST_MS)
    const waitMs = Math.max(section.lastTickMs + tickMs, endedMs + restMs) - performance.now()
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
    const span = {
      context: this.context,
      renderers: this.#renderers,
      after: section.delivered,
      upTo: last.seq,
    }
    section.delivered = last.seq
    const startedMs = performance.now()
    await this.#send(new ItemFrames(items, span), section)
    this.#broadcast = { tookMs: performance.now() - startedMs, endedMs: performance.now() }
  }

  /** Sends entries to the streams of a section that may see them, in slices. */
  async #send(entries: ItemFrames, { streams }: Section): Promise<void> {
    if (entries.isEmpty) return
    await this.#forEachWatching(streams, (stream, audience) => {
      const reached = stream.positionIn(this.talkId)
      // A stream that is catching up reads these entries itself.
      if (!reached?.key || stream.isHeld(this.talkId) || reached.seq >= entries.upTo) return undefined
      if (reached.seq > entries.after) return this.join(stream, reached)
      return stream.send(this.talkId, entries.upTo, entries.eventFor(stream, audience, reached.key))
    })
  }

  /** Visits all streams, in slices. The audience of those that may not watch is null. */
  forEachStream(visit: Visit<Audience | null>): Promise<void> {
    return inSlices(this.streams, (stream) => visit(stream, audienceOf(this.context, stream.recipient)))
  }

  #forEachWatching(streams: Iterable<LiveStream>, visit: Visit<Audience>): Promise<void> {
    return inSlices(streams, (stream) => {
      const audience = audienceOf(this.context, stream.recipient)
      return audience === null ? undefined : visit(stream, audience)
    })
  }
}

/** Admins always see the viewers. */
const alwaysShown: readonly PlatformFeature[] = ['viewersCount', 'viewersList']

/** Whether no feature was turned on. */
const isLess = (before: LiveContext, after: LiveContext): boolean =>
  after.features.every((feature) => before.features.includes(feature))
