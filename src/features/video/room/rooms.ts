// The video rooms of this process: who is in them, and that everybody still may be.
import { randomBytes, randomUUID } from 'node:crypto'
import type { MediaConfig } from '../../../config.ts'
import { Refusal } from '../../../kernel/changes/errors.ts'
import type { Services } from '../../../kernel/changes/services.ts'
import { SlicedWork } from '../../../kernel/lib/time/slices.ts'
import { openSessions } from '../../access/sessions/sessions-store.ts'
import { userObjects } from '../../people/store.ts'
import { platformById } from '../../platforms/store.ts'
import { talkObjects } from '../../talks/store.ts'
import {
  MAX_LOOP_DELAY_MS,
  MAX_OF_PERSON,
  MAX_VISITORS,
  MAX_VISITORS_OF_ADDRESS,
  NEARLY_FULL,
} from '../limits.ts'
import type { RoomState } from '../media/room.ts'
import type { Shown } from '../media/viewer.ts'
import type { Recorder } from '../recordings/recorder.ts'
import { recordsTalks } from '../recordings/recordings.ts'
import type { SharedStreams } from '../streams/shared-streams.ts'
import { type MediaEvents, type MediaLoad, type MediaPort, MediaThread } from './media-thread.ts'
import { type Role, type RoomVisit, readPlace, requireRole, requireUnlocked } from './rights.ts'
import { type LiveStage, RoomStreams } from './room-streams.ts'
import { nameOf, presentStage, StageStates } from './stage-states.ts'

/** A person whose right ends is cut off within a second. On a busy server, the check itself takes part of it. */
const CHECK_MS = 500
/** A connection that was not closed ends within this time. */
const RETRY_SECONDS = 15
const SESSIONS_AT_ONCE = 200
/** Longer than a browser tries to connect. */
const TEST_MS = 20_000

type Reading = Pick<Services, 'store' | 'clock'>

type Session = {
  /** A secret of the browser that joined. Anyone who has it can follow the room and leave it. */
  id: string
  /** The name of a person on stage for everyone. */
  seat: string
  role: Role
  platformId: string
  talkId: string
  startAt: number
  endAt: number
  user: RoomVisit['user']
  /** The key for limits by address. */
  client: string
  /** The signed-in session; undefined for a visitor without an account. */
  signInId: string | undefined
  mayModerate: boolean
  /** The number of times that the stage had been ended when the person joined. */
  ends: number
  isLive: boolean
  isMuted: boolean
  /** Whether the platform records its talks. */
  isRecorded: boolean
  /** Sends the state of the room. */
  follow: ((state: string) => void) | undefined
  /** Ends the events, with the name of the last one. */
  end: ((reason?: 'ended') => void) | undefined
}

export type Visit = RoomVisit & Pick<Session, 'client' | 'signInId'>
/** A connection to a room: the secret of the browser, and the answer to its offer. */
export type Joined = { id: string; answer: string }
export type Listener = { follow(state: string): void; end(reason?: 'ended'): void }

/** Of this process. */
export type RoomFigures = MediaLoad & { rooms: number; publishers: number; viewers: number }

/** The rooms, whichever processes they are in. */
export interface VideoRooms {
  /**
   * Answers an offer to publish or to watch. Followers have none and get ''. Throws what `requireRole` and
   * `requireUnlocked` throw, `room_full`, `room_busy`, `too_many_requests`, `room_unavailable`, and `invalid_data`.
   */
  join(role: Role, visit: Visit, offer: string): Promise<Joined>
  /** Follows the room of a session until `end` is called. False if the session has ended. */
  follow(talkId: string, id: string, listener: Listener): Promise<boolean>
  isWatching(talkId: string, id: string): Promise<boolean>
  /** The page of a session shows this now. */
  resize(talkId: string, id: string, shown: Shown): Promise<void>
  leave(talkId: string, id: string): Promise<void>
  peopleOnStage(talkId: string): Promise<string[]>
  /** Whether this process sends the pictures of several people, so that a page has to wait for nobody. */
  hasTiles(talkId: string): boolean
  /** Throws `user_not_found`. */
  stopScreen(talkId: string, userId: string): Promise<void>
  /** Applies a change of a stage at once. */
  update(talkId: string): Promise<void>
  /** A file of the stream of a room in this process. Asking for the playlist keeps the stream of any process running. */
  streamFile(talkId: string, name: string): Uint8Array | string | undefined
  close(): Promise<void>
}

type Options = Pick<MediaEvents, 'onError' | 'onTraffic'> & {
  recorder: Recorder
  /** Where other processes read the streams of rooms. */
  shared: SharedStreams | undefined
}

export class Rooms implements VideoRooms {
  readonly #streams: RoomStreams
  readonly #services: Reading
  readonly #maxViewers: number
  /** It also takes the streams of encoders. */
  readonly media: MediaThread
  readonly #onError: (error: unknown) => void
  readonly #sessions = new Map<string, Session>()
  readonly #states = new Map<string, RoomState>()
  readonly #stages: StageStates
  readonly #stop: () => void
  #checking: Promise<void> | undefined
  #mark = 0

  constructor(services: Reading, config: MediaConfig, { recorder, shared, onError, onTraffic }: Options) {
    this.#services = services
    this.#stages = new StageStates(services.store)
    this.#onError = onError
    this.#maxViewers = config.viewers
    this.#streams = new RoomStreams({
      ...{ clock: services.clock, recorder, shared },
      readStages: () => this.#liveStages(),
      onChange: (talkId, isStreamed) => this.media.stream(talkId, isStreamed),
    })
    this.media = new MediaThread(config, {
      onState: (talkId, state) => this.#show(talkId, state),
      onSegment: (talkId, segment) => this.#streams.add(talkId, segment),
      onClose: (id) => this.#forget(id),
      onEnd: () => {
        for (const id of [...this.#sessions.keys()]) this.#forget(id)
        this.#streams.clear()
      },
      ...{ onError, onTraffic },
    })
    this.#stop = services.clock.every(CHECK_MS, () => {
      this.#streams.update()
      if (this.#sessions.size > 0) this.#checking ??= this.#checkAll()
    })
  }

  get port(): MediaPort {
    return this.media.port
  }

  get figures(): RoomFigures {
    const sessions = [...this.#sessions.values()]
    return {
      rooms: new Set(sessions.map(({ talkId }) => talkId)).size,
      publishers: sessions.filter(({ role }) => role === 'publish').length,
      viewers: this.#viewers.length,
      ...this.media.load,
    }
  }

  /** Answers an offer of a browser that only tries the port, in a room of its own. Throws like `join`. */
  async test(offer: string): Promise<string> {
    const session = `test ${randomUUID()}`
    const answer = await this.media.join('watch', { session, room: session, person: session, offer })
    setTimeout(() => this.media.leave(session), TEST_MS).unref()
    return answer
  }

  async join(role: Role, visit: Visit, offer: string): Promise<Joined> {
    const { platform, talk, user, client, signInId } = visit
    const place = await requireRole(this.#services, visit, role)
    const isRecorded = role !== 'watch' && (await recordsTalks(this.#services, platform))
    if (await this.#stages.read(talk.id)) await this.#apply(talk.id)
    const { stage } = this.#stages.of(talk.id)
    if (role === 'publish') requireUnlocked(stage, place, user?.id ?? '')
    const others = this.#sessionsOf(talk.id, role)
    const [oldest, ...more] = others.filter((one) => user !== null && one.user?.id === user.id)
    if (oldest && more.length + 1 >= MAX_OF_PERSON[role]) {
      if (role !== 'follow') throw new Refusal('too_many_requests', { retryAfterSeconds: RETRY_SECONDS })
      // Pages that were closed leave some behind.
      this.#drop(oldest.id)
    }
    if (role === 'watch') await this.#requirePlace(visit)
    // A talk needs its speakers, who are few. Those who watch already stay.
    if (role === 'watch' && this.media.load.loopDelayMs > MAX_LOOP_DELAY_MS) {
      this.#streams.ask(talk.id)
      throw new Refusal('room_busy', { retryAfterSeconds: RETRY_SECONDS })
    }
    const id = randomBytes(16).toString('hex')
    const { startAt, endAt } = talk
    const session: Session = {
      ...{ id, seat: randomUUID(), role, user, client, signInId, mayModerate: place.mayModerate },
      ...{ platformId: platform.id, talkId: talk.id, startAt, endAt, ends: stage?.ends ?? 0 },
      ...{ isLive: this.#services.clock.now() >= startAt, isMuted: false },
      isRecorded,
      ...{ follow: undefined, end: undefined },
    }
    this.#sessions.set(id, session)
    try {
      // What a moderator did in the meantime has not reached this session.
      if (!isAudience(session) && !(await this.#mayStay(session))) throw new Refusal('talk_not_open')
      if (role === 'publish') {
        await this.update(talk.id)
        requireUnlocked(this.#stages.of(talk.id).stage, place, user?.id ?? '')
      }
      if (role === 'follow') return { id, answer: '' }
      const join = { session: id, room: talk.id, person: user?.id ?? id, offer }
      const answer = await this.media.join(role, join)
      // The right to be here has ended while the offer waited for its turn.
      if (!this.#sessions.has(id)) {
        this.media.leave(id)
        throw new Refusal('talk_not_open')
      }
      this.#mute(session)
      return { id, answer }
    } catch (error) {
      this.#forget(id)
      throw error
    }
  }

  async follow(talkId: string, id: string, listener: Listener): Promise<boolean> {
    const session = this.#sessions.get(id)
    if (session?.talkId !== talkId) return false
    session.end?.()
    Object.assign(session, listener)
    this.#send(session)
    return true
  }

  async isWatching(talkId: string, id: string): Promise<boolean> {
    const session = this.#sessions.get(id)
    return session?.talkId === talkId && session.role === 'watch'
  }

  async resize(_talkId: string, id: string, shown: Shown): Promise<void> {
    this.media.resize(id, shown)
  }

  has(id: string): boolean {
    return this.#sessions.has(id)
  }

  /** Whether somebody is in the room of a talk. */
  isInUse(talkId: string): boolean {
    return [...this.#sessions.values()].some((one) => one.talkId === talkId)
  }

  /** Disconnects everybody from the room of a talk. Their browsers join again. */
  end(talkId: string): void {
    for (const { id } of [...this.#sessions.values()].filter((one) => one.talkId === talkId)) this.#drop(id)
  }

  async leave(talkId: string, id: string): Promise<void> {
    if (this.#sessions.get(id)?.talkId === talkId) this.#drop(id)
  }

  async peopleOnStage(talkId: string): Promise<string[]> {
    return [...this.#onStage(talkId)]
  }

  hasTiles(talkId: string): boolean {
    return this.#onStage(talkId).size > 1
  }

  #onStage(talkId: string): Set<string> {
    return new Set(this.#sessionsOf(talkId, 'publish').flatMap(({ user }) => user?.id ?? []))
  }

  async stopScreen(talkId: string, userId: string): Promise<void> {
    const own = this.#sessionsOf(talkId, 'publish').filter(({ user }) => user?.id === userId)
    if (own.length === 0) throw new Refusal('user_not_found')
    for (const { id } of own) this.media.block(id, 'screen', true)
  }

  async update(talkId: string): Promise<void> {
    if (await this.#stages.read(talkId)) await this.#apply(talkId)
  }

  streamFile(talkId: string, name: string): Uint8Array | string | undefined {
    return this.#streams.fileOf(talkId, name)
  }

  /** Ends the stream of a room that is at home in another process from now on, or in none. */
  endStream(talkId: string, how: { isHome: boolean }): void {
    this.#streams.end(talkId, how)
  }

  /** Keeps the stream of a room running, for somebody who watches it in another process. */
  askForStream(talkId: string): void {
    this.#streams.ask(talkId)
  }

  async close(): Promise<void> {
    this.#stop()
    this.#streams.clear()
    for (const id of [...this.#sessions.keys()]) this.#forget(id)
    await this.#checking
    await this.media.close()
  }

  /** People who may go on stage can always watch. For others, the room starts its stream. Throws `room_full`. */
  async #requirePlace(visit: Visit): Promise<void> {
    if (hasPlace(this.#viewers, visit, this.#maxViewers)) return
    if ((await readPlace(this.#services, visit)).mayPublish) return
    this.#streams.ask(visit.talk.id)
    throw new Refusal('room_full')
  }

  #liveStages(): LiveStage[] {
    const onStage = [...this.#sessions.values()].filter(({ role, isLive }) => role === 'publish' && isLive)
    const isNearlyFull = this.#maxViewers > 0 && this.#viewers.length >= NEARLY_FULL * this.#maxViewers
    return [...new Map(onStage.map((session) => [session.talkId, session])).values()].map(
      ({ talkId, platformId, endAt }) => ({ talkId, platformId, endAt, isNearlyFull }),
    )
  }

  /** Of all rooms, because they share a thread, which carries a number of viewers. */
  get #viewers(): Session[] {
    return [...this.#sessions.values()].filter(({ role }) => role === 'watch')
  }

  #sessionsOf(talkId: string, role: Role): Session[] {
    return [...this.#sessions.values()].filter((one) => one.talkId === talkId && one.role === role)
  }

  #drop(id: string, reason?: 'ended'): void {
    this.media.leave(id)
    this.#forget(id, reason)
  }

  #forget(id: string, reason?: 'ended'): void {
    const session = this.#sessions.get(id)
    this.#sessions.delete(id)
    session?.end?.(reason)
  }

  async #apply(talkId: string): Promise<void> {
    const ends = this.#stages.of(talkId).stage?.ends ?? 0
    const ofTalk = [...this.#sessions.values()].filter((one) => one.talkId === talkId)
    for (const session of ofTalk) {
      if (session.role === 'publish' && session.ends !== ends) this.#drop(session.id, 'ended')
      else if (!isAudience(session) && !(await this.#mayStay(session))) this.#drop(session.id)
      else this.#mute(session)
    }
    for (const session of ofTalk) this.#send(session)
  }

  /** Mutes a person whom a moderator has muted, and lets them speak again. */
  #mute(session: Session): void {
    const { people } = this.#stages.of(session.talkId)
    const isMuted = people.some((one) => one.userId === session.user?.id && one.isMuted)
    if (session.role !== 'publish' || session.isMuted === isMuted) return
    session.isMuted = isMuted
    this.media.block(session.id, 'microphone', isMuted)
  }

  #show(talkId: string, state: RoomState): void {
    this.#states.set(talkId, state)
    const ofTalk = [...this.#sessions.values()].filter((one) => one.talkId === talkId)
    for (const session of ofTalk) this.#send(session)
    if (ofTalk.length === 0) this.#states.delete(talkId)
  }

  #send(session: Session): void {
    const { people, main, inset, speaking, isStreamed } = this.#states.get(session.talkId) ?? EMPTY
    const seatOf = (id: string | null) => (id === null ? null : (this.#sessions.get(id)?.seat ?? null))
    const shown = (picture: RoomState['main']) =>
      picture && { seat: seatOf(picture.publisher), kind: picture.kind }
    const state = {
      you: session.role === 'publish' ? session.seat : null,
      people: people.flatMap(({ id, ...rest }) => {
        const one = this.#sessions.get(id)
        if (!one?.user) return []
        const person = session.mayModerate ? { person: one.user.id } : {}
        return [{ seat: one.seat, name: nameOf(one.user), ...person, ...rest }]
      }),
      ...{ main: shown(main), inset: shown(inset), speaking: seatOf(speaking), isStreamed },
      ...presentStage(this.#stages.of(session.talkId), session),
    }
    session.follow?.(JSON.stringify(state))
  }

  async #checkAll(): Promise<void> {
    try {
      await this.#endSignedOut()
      const { store, clock } = this.#services
      const mark = await store.highWaterMark()
      const work = new SlicedWork()
      for (const session of [...this.#sessions.values()]) {
        if (work.isDue) await work.pause()
        const now = clock.now()
        const hasStarted = !session.isLive && now >= session.startAt
        const isDue = hasStarted || mark !== this.#mark || now >= session.endAt
        const { isRecorded } = session
        if (isDue && !(await this.#mayStay(session))) this.#drop(session.id)
        if (hasStarted || session.isRecorded !== isRecorded) this.#send(session)
      }
      const talkIds = new Set([...this.#sessions.values()].map(({ talkId }) => talkId))
      for (const talkId of await this.#stages.refresh(talkIds)) await this.#apply(talkId)
      this.#mark = mark
    } catch (error) {
      // The next check tries again.
      this.#onError(error)
    } finally {
      this.#checking = undefined
    }
  }

  async #endSignedOut(): Promise<void> {
    const signedIn = [...this.#sessions.values()].filter(({ signInId }) => signInId !== undefined)
    for (let start = 0; start < signedIn.length; start += SESSIONS_AT_ONCE) {
      const some = signedIn.slice(start, start + SESSIONS_AT_ONCE)
      const ids = [...new Set(some.map(({ signInId }) => signInId ?? ''))]
      const open = await this.#services.store.read(openSessions({ ids }))
      for (const { id, signInId } of some) if (!open.has(signInId ?? '')) this.#drop(id)
    }
  }

  async #mayStay(session: Session): Promise<boolean> {
    const { platformId, talkId, user, role } = session
    const { store, clock } = this.#services
    const [platform, talk, current] = await Promise.all([
      store.read(platformById({ id: platformId })),
      store.read(talkObjects.find({ platformId, by: 'id', value: talkId })),
      user ? store.read(userObjects.find({ platformId, by: 'id', value: user.id })) : null,
    ])
    if (!platform || !talk || current === undefined) return false
    if (role === 'publish' && session.ends !== (this.#stages.of(talkId).stage?.ends ?? 0)) return false
    try {
      const { mayModerate } = await requireRole(this.#services, { platform, talk, user: current }, role)
      const { startAt, endAt } = talk
      const isRecorded = role !== 'watch' && (await recordsTalks(this.#services, platform))
      Object.assign(session, { mayModerate, startAt, endAt, isLive: clock.now() >= startAt, isRecorded })
      return true
    } catch (error) {
      if (error instanceof Refusal) return false
      throw error
    }
  }
}

/** The audience depends on nothing that moderators do on stage. */
const isAudience = ({ role, isLive }: Session): boolean => role === 'watch' && isLive

/** Whether there is a place for another viewer. */
function hasPlace(
  viewers: readonly Session[],
  { user, client }: Pick<Session, 'user' | 'client'>,
  most: number,
): boolean {
  if (viewers.length >= most) return false
  const visitors = viewers.filter((one) => one.user === null)
  const ofAddress = visitors.filter((one) => one.client === client)
  return user !== null || (visitors.length < MAX_VISITORS && ofAddress.length < MAX_VISITORS_OF_ADDRESS)
}

const EMPTY: RoomState = { people: [], main: null, inset: null, speaking: null, isStreamed: false }
