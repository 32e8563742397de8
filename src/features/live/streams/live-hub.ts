// All live talks with open streams on this node. The hub asks the store for new journal entries right after a change on
// this node, when another node signals one (then only for its talk), and otherwise once a second.
import { setImmediate as pass } from 'node:timers/promises'
import type { Services } from '../../../kernel/changes/services.ts'
import { LocalRateLimiter } from '../../../kernel/http/guards/rate-limit.ts'
import { eventsBetween, type NumberedEvent } from '../../../kernel/store/changes/events.ts'
import { openSessions } from '../../access/sessions/sessions-store.ts'
import { userObjects } from '../../people/store.ts'
import type { UserRow } from '../../people/tables.ts'
import { type LiveContext, readLiveContext } from '../items.ts'
import { HEARTBEAT_MS, MAX_SESSION_STREAMS, RECONNECT_MS, SESSIONS_MS, UPDATE_MS } from '../limits.ts'
import { lastLiveNumbers } from '../store.ts'
import { watchLock } from '../watch-lock.ts'
import type { Position, Positions } from './cursors.ts'
import { retryFrame } from './frames.ts'
import { LiveRoom } from './live-room.ts'
import { inSlices, type LiveStream } from './live-stream.ts'
import type { Renderers } from './renderers.ts'
import type { StreamPart } from './stream-parts.ts'

const POLL_MS = 1_000
/** Minimum time between two polls of the store. */
const MIN_POLL_MS = 50
const MAX_EVENTS = 500
/** After this many sessions, other requests get a turn. Looking up 1,000 takes up to 8 ms. */
const SESSIONS_AT_ONCE = 200

/** Time after which the client of a stream that was ended for a new one connects again, if it still exists. */
const SURPLUS_RETRY_MS = 60_000

/** Changes that can affect which features are live and who can see them. */
const WATCHED_TYPES = [
  ...(['talk.updated', 'talk.deleted', 'talk.recorded', 'talk.recording_removed'] as const),
  ...(['platform.updated', 'user.updated', 'user.deleted'] as const),
]

export type HubOptions = {
  services: Pick<Services, 'store' | 'clock'>
  renderers: Renderers
  parts: readonly StreamPart[]
  onError(error: unknown): void
}

export class LiveHub {
  readonly #services: Pick<Services, 'store' | 'clock'>
  readonly #renderers: Renderers
  readonly #parts: readonly StreamPart[]
  readonly #onError: (error: unknown) => void
  readonly #rooms = new Map<string, LiveRoom>()
  readonly #opening = new Map<string, Promise<LiveRoom | undefined>>()
  readonly #streams = new Set<LiveStream>()
  /** The streams of each session, oldest first. */
  readonly #bySession = new Map<string, Set<LiveStream>>()
  readonly #budget: LocalRateLimiter
  readonly #stops: (() => void)[]
  #mark: Promise<number> | undefined
  #polling: Promise<void> | undefined
  #updating: Promise<void> | undefined
  #isAwake = false
  #lastPollMs = 0
  #isClosing = false

  constructor({ services, renderers, parts, onError }: HubOptions) {
    this.#services = services
    this.#renderers = renderers
    this.#parts = parts
    this.#onError = onError
    const { clock } = services
    this.#budget = new LocalRateLimiter(clock)
    this.#stops = [
      clock.every(POLL_MS, () => this.wake()),
      clock.every(HEARTBEAT_MS, () => void this.#beat().catch(this.#onError)),
      clock.every(SESSIONS_MS, () => void this.#endSignedOut().catch(this.#onError)),
      clock.every(UPDATE_MS, () => this.#updateParts()),
    ]
  }

  /** The number of open streams. */
  get size(): number {
    return this.#streams.size
  }

  /**
   * Adds a stream of some talks of a platform, each with the position that the client has reached, or undefined for a
   * new client. Talks that do not exist are left out.
   */
  async open(
    stream: LiveStream,
    platformId: string,
    talks: ReadonlyMap<string, Position | undefined>,
  ): Promise<void> {
    if (this.#isClosing) {
      stream.end(retryFrame(Math.random() * RECONNECT_MS))
      return
    }
    this.#add(stream)
    stream.write(retryFrame(500 + Math.random() * 1_500))
    for (const [talkId, after] of talks) {
      const room = await this.#roomOf(platformId, talkId)
      if (!stream.isOpen) break
      await room?.join(stream, after)
    }
    if (!stream.isOpen) this.leave(stream)
  }

  #add(stream: LiveStream): void {
    this.#streams.add(stream)
    stream.onReadAll = () => void this.#rejoin(stream).catch(this.#onError)
    const { sessionId } = stream.recipient
    if (sessionId === undefined) return
    const ofSession = this.#bySession.get(sessionId) ?? new Set()
    this.#bySession.set(sessionId, ofSession.add(stream))
    const [oldest] = ofSession
    if (ofSession.size <= MAX_SESSION_STREAMS || !oldest) return
    oldest.end(retryFrame(SURPLUS_RETRY_MS))
    this.leave(oldest)
  }

  /** Sends what a client has missed that has read too slowly. */
  async #rejoin(stream: LiveStream): Promise<void> {
    for (const room of this.#rooms.values())
      if (room.has(stream)) await room.join(stream, stream.positionIn(room.talkId))
  }

  leave(stream: LiveStream): void {
    this.#streams.delete(stream)
    const { sessionId = '' } = stream.recipient
    const ofSession = this.#bySession.get(sessionId)
    ofSession?.delete(stream)
    if (ofSession?.size === 0) this.#bySession.delete(sessionId)
    for (const room of this.#rooms.values()) {
      room.leave(stream)
      if (room.size === 0) this.#rooms.delete(room.talkId)
    }
    // Nobody follows changes now, and the next room must not catch up with all events since then.
    if (this.#rooms.size === 0 && this.#opening.size === 0) this.#mark = undefined
  }

  /** Polls the store, because something may have changed. */
  wake(): void {
    if (this.#rooms.size === 0 || this.#isClosing) return
    this.#isAwake = true
    this.#polling ??= this.#poll().finally(() => {
      this.#polling = undefined
      if (this.#isAwake) this.wake()
    })
  }

  /** Reads the talks to which another node has added entries, up to these positions. */
  async advance(positions: Positions): Promise<void> {
    const isNew = ([talkId, { seq }]: [string, Position]) => seq > (this.#rooms.get(talkId)?.known ?? seq)
    const talkIds = [...positions].filter(isNew).map(([talkId]) => talkId)
    if (talkIds.length === 0 || this.#isClosing) return
    try {
      await this.#advance(talkIds)
    } catch (error) {
      this.#onError(error)
    }
  }

  /** Ends all streams. Their clients reconnect, spread over some seconds. */
  async close(): Promise<void> {
    this.#isClosing = true
    for (const stop of this.#stops) stop()
    for (const stream of this.#streams) stream.end(retryFrame(Math.random() * RECONNECT_MS))
    this.#streams.clear()
    this.#bySession.clear()
    this.#rooms.clear()
    await this.#budget.close()
    await Promise.all([this.#polling, this.#updating])
  }

  async #roomOf(platformId: string, talkId: string): Promise<LiveRoom | undefined> {
    const open = this.#rooms.get(talkId)
    if (open) return open.context.platform.id === platformId ? open : undefined
    const opening = this.#opening.get(talkId) ?? this.#openRoom(platformId, talkId)
    this.#opening.set(talkId, opening)
    return opening.finally(() => this.#opening.delete(talkId))
  }

  async #openRoom(platformId: string, talkId: string): Promise<LiveRoom | undefined> {
    // Read first, so that later changes are noticed.
    await this.#readMark()
    const context = await readLiveContext(this.#services, platformId, { by: 'id', value: talkId })
    if (!context) return undefined
    const room = new LiveRoom(this.#services, context, {
      renderers: this.#renderers,
      budget: this.#budget,
      parts: this.#parts,
    })
    await room.changeParts()
    this.#rooms.set(talkId, room)
    return room
  }

  async #poll(): Promise<void> {
    const waitMs = this.#lastPollMs + MIN_POLL_MS - performance.now()
    if (waitMs > 0) await new Promise((resolve) => setTimeout(resolve, waitMs))
    this.#lastPollMs = performance.now()
    this.#isAwake = false
    // The last stream may have been closed in the meantime.
    if (this.#rooms.size === 0) return
    try {
      await this.#watchChanges()
      for (const room of this.#rooms.values()) {
        if (room.isOutdated) this.#changePhase(room).catch(this.#onError)
        if (room.hasStale) room.restartStale().catch(this.#onError)
      }
      await this.#advance([...this.#rooms.keys()])
    } catch (error) {
      // The next poll tries again. Streams stay open, and nothing is lost.
      this.#onError(error)
    }
  }

  async #advance(talkIds: readonly string[]): Promise<void> {
    const numbers = await this.#services.store.read(lastLiveNumbers({ talkIds }))
    for (const [talkId, number] of numbers) this.#rooms.get(talkId)?.advance(number).catch(this.#onError)
  }

  /** The event number up to which changes have been applied. */
  #readMark(): Promise<number> {
    this.#mark ??= this.#services.store.highWaterMark().catch((error: unknown) => {
      this.#mark = undefined
      throw error
    })
    return this.#mark
  }

  /** Follows changes of talks, people, and settings, which determine what each audience sees. */
  async #watchChanges(): Promise<void> {
    const { store } = this.#services
    const after = await this.#readMark()
    const upTo = await store.highWaterMark()
    if (upTo <= after) return
    const platformIds = new Set([...this.#rooms.values()].map(({ context }) => context.platform.id))
    let last = upTo
    for (const platformId of platformIds) {
      const span = { after, upTo, types: watchedTypes(), limit: MAX_EVENTS }
      const { rows, lookedUpTo } = await store.read(eventsBetween(platformId, span))
      last = Math.min(last, lookedUpTo)
      await this.#applyChanges(platformId, rows)
    }
    if (this.#rooms.size > 0) this.#mark = Promise.resolve(last)
    if (last < upTo) this.#isAwake = true
  }

  async #applyChanges(platformId: string, events: readonly NumberedEvent[]): Promise<void> {
    if (events.length === 0) return
    const talkIds = new Set(events.map(({ objectId }) => objectId))
    const isPlatform = events.some(({ objectKind }) => objectKind === 'platform')
    const openedBy = watchLock()?.openedBy
    const people = events.filter(({ objectKind, type }) => objectKind === 'user' && type !== openedBy)
    await this.#refreshPeople(platformId, new Set(people.map(({ objectId }) => objectId)))
    const openings = events.filter(({ type }) => type === openedBy)
    for (const room of this.#rooms.values()) {
      if (room.context.platform.id !== platformId) continue
      if (isPlatform || talkIds.has(room.talkId)) await this.#refreshRoom(room)
      const opened = openings.filter(({ talkId }) => talkId === room.talkId)
      // Messages of other talks do not wait for it.
      if (opened.length > 0)
        this.#openFor(room, new Set(opened.map(({ objectId }) => objectId))).catch(this.#onError)
    }
  }

  /** Opens a talk in the other pages of people who have opened it. */
  async #openFor(room: LiveRoom, userIds: ReadonlySet<string>): Promise<void> {
    const { platform, talk } = room.context
    for (const stream of [...room.streams]) {
      const { user, unpaid } = stream.recipient
      if (!user || !userIds.has(user.id) || !unpaid?.has(talk.id)) continue
      const left = await watchLock()?.readLocked(this.#services, platform, [talk], user)
      // The client can have left meanwhile.
      if (left?.has(talk.id) || !room.has(stream)) continue
      stream.recipient = { ...stream.recipient, unpaid: new Set([...unpaid].filter((id) => id !== talk.id)) }
      await room.join(stream, stream.positionIn(talk.id))
    }
  }

  async #refreshPeople(platformId: string, userIds: ReadonlySet<string>): Promise<void> {
    if (userIds.size === 0) return
    for (const stream of [...this.#streams]) {
      const { user } = stream.recipient
      if (!user || user.platformId !== platformId || !userIds.has(user.id)) continue
      const current = await this.#services.store.read(
        userObjects.find({ platformId, by: 'id', value: user.id }),
      )
      const isRejected = !current || current.registrationStatus === 'rejected'
      const owes = (stream.recipient.unpaid?.size ?? 0) > 0
      if (isRejected || (owes && isOtherRecipient(user, current))) {
        stream.end(retryFrame(RECONNECT_MS))
        this.leave(stream)
      } else if (isOtherRecipient(user, current)) {
        stream.recipient = { ...stream.recipient, user: current }
        for (const room of this.#rooms.values()) if (room.has(stream)) await room.restart(stream)
      } else {
        stream.recipient = { ...stream.recipient, user: current }
      }
    }
  }

  /** Polls that see the same new phase share one change of the stage, so streams are ended once. */
  async #changePhase(room: LiveRoom): Promise<void> {
    await room.changeParts()
    if (termsOf(room.context) !== null) this.#askAgain(room)
  }

  /** Ends the streams of people. They connect again, spread over some seconds, and learn whether they have to pay. */
  #askAgain(room: LiveRoom): void {
    for (const stream of [...room.streams]) {
      if (stream.recipient.isApiKey) continue
      stream.end(retryFrame(Math.random() * RECONNECT_MS))
      this.leave(stream)
    }
  }

  async #refreshRoom(room: LiveRoom): Promise<void> {
    const before = room.context
    const after = await room.refresh()
    if (after) {
      room.changeParts().catch(this.#onError)
      if (termsOf(before) !== termsOf(after)) this.#askAgain(room)
      return
    }
    for (const stream of [...room.streams]) {
      stream.end(retryFrame(RECONNECT_MS))
      this.leave(stream)
    }
  }

  #updateParts(): void {
    if (this.#rooms.size === 0) return
    this.#updating ??= this.#updateAll()
      .catch(this.#onError)
      .finally(() => {
        this.#updating = undefined
      })
  }

  async #updateAll(): Promise<void> {
    for (const [index, part] of this.#parts.entries()) {
      const rooms = [...this.#rooms].flatMap(([talkId, room]) => {
        const ofRoom = room.parts[index]
        return ofRoom ? ([[talkId, ofRoom]] as const) : []
      })
      await part.update?.(this.#services, new Map(rooms))
    }
  }

  #beat(): Promise<void> {
    return inSlices(this.#streams, (stream) => {
      if (stream.isOpen) stream.keepOpen()
      else this.leave(stream)
    })
  }

  /** Ends the streams of sessions that were ended on any node. */
  async #endSignedOut(): Promise<void> {
    const signedIn = [...this.#streams].filter(({ recipient }) => recipient.sessionId !== undefined)
    for (let start = 0; start < signedIn.length; start += SESSIONS_AT_ONCE) {
      const some = signedIn.slice(start, start + SESSIONS_AT_ONCE)
      const ids = some.map(({ recipient }) => recipient.sessionId ?? '')
      const open = await this.#services.store.read(openSessions({ ids }))
      for (const stream of some) {
        if (open.has(stream.recipient.sessionId ?? '')) continue
        stream.end(retryFrame(Math.random() * RECONNECT_MS))
        this.leave(stream)
      }
      await pass()
    }
  }
}

function watchedTypes(): string[] {
  const lock = watchLock()
  return lock ? [...WATCHED_TYPES, lock.openedBy] : WATCHED_TYPES
}

const isOtherRecipient = (before: UserRow, after: UserRow): boolean =>
  before.role !== after.role || before.registrationStatus !== after.registrationStatus

/** What people have to do before they watch the talk; null if nothing. */
const termsOf = (context: LiveContext): string | null => watchLock()?.termsOf(context) ?? null
