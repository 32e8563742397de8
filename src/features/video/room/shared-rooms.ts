// The video rooms of several processes. Each room has a home: the process that forwards its packets. The others send it
// what their requests ask for, and answer with what it says.
import { setTimeout as sleep } from 'node:timers/promises'
import { execute } from '../../../kernel/changes/commands.ts'
import { Refusal } from '../../../kernel/changes/errors.ts'
import { type Services, systemCaller } from '../../../kernel/changes/services.ts'
import { newId } from '../../../kernel/lib/data/ids.ts'
import type { RedisServer } from '../../../kernel/outbound/redis.ts'
import { userObjects } from '../../people/store.ts'
import { platformById } from '../../platforms/store.ts'
import { talkObjects } from '../../talks/store.ts'
import { CLAIM_MS, UNUSED_MS } from '../limits.ts'
import type { Shown } from '../media/viewer.ts'
import { NodeGoneError, NodeMessages } from '../node-messages.ts'
import { PLAYLIST } from '../streams/stream-keys.ts'
import { type Role, requireRole } from './rights.ts'
import { claimRoomOperation, renewRoomsOperation } from './room-claims.ts'
import { claimName, claimsOfRooms } from './room-claims-store.ts'
import type { Joined, Listener, Rooms, VideoRooms, Visit } from './rooms.ts'

const RENEW_MS = 1_000
/** The longest time in which a room finds a new home. */
const HOMELESS_MS = 2 * CLAIM_MS
const RETRY_MS = 300
const ASK_MS = UNUSED_MS / 6

type Call =
  | {
      call: 'join'
      role: Role
      platformId: string
      talkId: string
      userId: string | null
      client: string
      signInId: string | null
      offer: string
    }
  | { call: 'follow'; talkId: string; session: string; follower: string }
  | { call: 'isWatching'; talkId: string; session: string }
  | { call: 'resize'; talkId: string; session: string; shown: Shown }
  | { call: 'leave'; talkId: string; session: string }
  | { call: 'peopleOnStage'; talkId: string }
  | { call: 'stopScreen'; talkId: string; userId: string }
  | { call: 'update'; talkId: string }
  | { call: 'askForStream'; talkId: string }

type Follower = { talkId: string; home: string; listener: Listener }

/** The process that gets a call is not the home of the room any more. */
const MOVED = 'moved'

type Options = {
  services: Services & { secret: Buffer }
  redis: RedisServer
  onError(error: unknown): void
}

export class SharedRooms implements VideoRooms {
  readonly #rooms: Rooms
  readonly #services: Options['services']
  readonly #messages: NodeMessages<Call>
  /** The talks whose rooms are at home in this process, with the number of people who are joining. */
  readonly #held = new Map<string, { joins: number }>()
  /** By name, who follows sessions of other processes in this one. A browser that reconnects is another follower. */
  readonly #followers = new Map<string, Follower>()
  /** When homes were last asked for the streams of their talks. */
  readonly #askedAt = new Map<string, number>()
  readonly #stop: () => void
  readonly #onError: (error: unknown) => void
  /** Claims are made, renewed, and released one after the other. */
  #turn: Promise<unknown> = Promise.resolve()
  #renewing: Promise<void> | undefined

  constructor(rooms: Rooms, { services, redis, onError }: Options) {
    this.#rooms = rooms
    this.#services = services
    this.#onError = onError
    const { secret, clock } = services
    this.#messages = new NodeMessages<Call>({
      ...{ redis, secret, clock, failure: 'room_unavailable', onError },
      onCall: (call, { from }) => this.#answer(call, from),
      onState: (follower, state) => this.#followers.get(follower)?.listener.follow(state),
      onFollowerEnd: (follower, reason) => this.#endFollower(follower, reason),
    })
    this.#stop = clock.every(RENEW_MS, () => {
      this.#renewing ??= this.#renew().finally(() => {
        this.#renewing = undefined
      })
    })
  }

  async join(role: Role, visit: Visit, offer: string): Promise<Joined> {
    const { platform, talk, user, client, signInId = null } = visit
    await requireRole(this.#services, visit, role)
    const ids = { platformId: platform.id, talkId: talk.id, userId: user?.id ?? null, client, signInId }
    const isOver = timeLimit(HOMELESS_MS)
    do {
      const home = await this.#claim(talk.id)
      const joined =
        home === this.#messages.node
          ? await this.#joinHere(role, visit, offer)
          : await this.#ask(home, { call: 'join', role, ...ids, offer })
      if (joined !== MOVED) return joined as Joined
      // The claim of a process that has ended holds for a moment.
      await sleep(RETRY_MS)
    } while (!isOver())
    throw new Refusal('room_unavailable')
  }

  async follow(talkId: string, id: string, listener: Listener): Promise<boolean> {
    if (this.#rooms.has(id)) return this.#rooms.follow(talkId, id, listener)
    const home = await this.#otherHome(talkId)
    if (!home) return false
    const follower = newId()
    this.#followers.set(follower, { talkId, home, listener })
    const isFollowed = (await this.#ask(home, { call: 'follow', talkId, session: id, follower })) === true
    if (!isFollowed) this.#followers.delete(follower)
    return isFollowed
  }

  async isWatching(talkId: string, id: string): Promise<boolean> {
    return (await this.#askHome({ call: 'isWatching', talkId, session: id })) === true
  }

  async resize(talkId: string, id: string, shown: Shown): Promise<void> {
    await this.#askHome({ call: 'resize', talkId, session: id, shown })
  }

  async leave(talkId: string, id: string): Promise<void> {
    await this.#askHome({ call: 'leave', talkId, session: id })
  }

  async peopleOnStage(talkId: string): Promise<string[]> {
    const people = await this.#askHome({ call: 'peopleOnStage', talkId })
    // Without an answer, nobody is on stage.
    return Array.isArray(people) ? people : []
  }

  hasTiles(talkId: string): boolean {
    return this.#rooms.hasTiles(talkId)
  }

  async stopScreen(talkId: string, userId: string): Promise<void> {
    const answer = await this.#askHome({ call: 'stopScreen', talkId, userId })
    if (answer === MOVED) throw new Refusal('user_not_found')
  }

  async update(talkId: string): Promise<void> {
    await this.#askHome({ call: 'update', talkId })
  }

  streamFile(talkId: string, name: string): Uint8Array | string | undefined {
    if (this.#held.has(talkId)) return this.#rooms.streamFile(talkId, name)
    if (name === PLAYLIST) this.#askForStream(talkId)
    return undefined
  }

  async close(): Promise<void> {
    this.#stop()
    await this.#renewing
    await this.#rooms.close()
    for (const follower of [...this.#followers.keys()]) this.#endFollower(follower)
    // Other processes take the rooms over at once.
    await this.#renewClaims([], [...this.#held.keys()]).catch(() => {})
    this.#messages.close()
  }

  /** Players load a playlist about once a second, which is more often than the home needs to know. */
  #askForStream(talkId: string): void {
    const now = this.#services.clock.now()
    for (const [id, at] of this.#askedAt) if (now - at >= ASK_MS) this.#askedAt.delete(id)
    if (this.#askedAt.has(talkId)) return
    this.#askedAt.set(talkId, now)
    void this.#askHome({ call: 'askForStream', talkId }).catch(this.#onError)
  }

  /** The process that is the home of a room from now on. */
  async #claim(talkId: string): Promise<string> {
    const { node } = this.#messages
    return this.#inTurn(async () => {
      if (this.#held.has(talkId)) return node
      const home =
        (await this.#otherHome(talkId)) ??
        (await execute(this.#services, systemCaller(), claimRoomOperation, { talkId, holder: node }))
      if (home === node) this.#held.set(talkId, { joins: 0 })
      return home
    })
  }

  /** The process that is the home of a room; undefined if it has none, or this process claims it again. */
  async #otherHome(talkId: string): Promise<string | undefined> {
    const homes = await this.#readHomes([talkId])
    const home = homes.get(talkId)
    return home === this.#messages.node ? undefined : home
  }

  async #readHomes(talkIds: readonly string[]): Promise<Map<string, string>> {
    const { store, clock } = this.#services
    const claims = await store.read(claimsOfRooms({ names: talkIds.map(claimName) }))
    const current = claims.filter(({ expiresAt }) => expiresAt > clock.now())
    return new Map(
      talkIds.flatMap((talkId) => {
        const claim = current.find(({ name }) => name === claimName(talkId))
        return claim ? [[talkId, claim.holder]] : []
      }),
    )
  }

  async #joinHere(role: Role, visit: Visit, offer: string): Promise<Joined | typeof MOVED> {
    const held = this.#held.get(visit.talk.id)
    if (!held) return MOVED
    held.joins += 1
    try {
      return await this.#rooms.join(role, visit, offer)
    } finally {
      held.joins -= 1
    }
  }

  async #askHome(call: Call): Promise<unknown> {
    if (this.#held.has(call.talkId)) return this.#answer(call, this.#messages.node)
    const home = await this.#otherHome(call.talkId)
    return home ? this.#ask(home, call) : MOVED
  }

  async #ask(home: string, call: Call): Promise<unknown> {
    try {
      return await this.#messages.call(home, call)
    } catch (error) {
      if (error instanceof NodeGoneError) return MOVED
      throw error
    }
  }

  /** Answers another process. The rights are checked here as for a request to this process. */
  async #answer(call: Call, from: string): Promise<unknown> {
    const { talkId } = call
    if (!this.#held.has(talkId)) return MOVED
    if (call.call === 'join') return this.#joinHere(call.role, await this.#readVisit(call), call.offer)
    if (call.call === 'follow') {
      const { session, follower } = call
      return this.#rooms.follow(talkId, session, {
        follow: (state) => this.#messages.show(from, follower, state),
        end: (reason) => this.#messages.end(from, follower, reason),
      })
    }
    if (call.call === 'isWatching') return this.#rooms.isWatching(talkId, call.session)
    if (call.call === 'resize') await this.#rooms.resize(talkId, call.session, call.shown)
    else if (call.call === 'leave') await this.#rooms.leave(talkId, call.session)
    else if (call.call === 'stopScreen') await this.#rooms.stopScreen(talkId, call.userId)
    else if (call.call === 'update') await this.#rooms.update(talkId)
    else if (call.call === 'askForStream') this.#rooms.askForStream(talkId)
    else return this.#rooms.peopleOnStage(talkId)
    return null
  }

  async #readVisit({
    platformId,
    talkId,
    userId,
    client,
    signInId,
  }: Call & { call: 'join' }): Promise<Visit> {
    const { store } = this.#services
    const [platform, talk, user] = await Promise.all([
      store.read(platformById({ id: platformId })),
      store.read(talkObjects.find({ platformId, by: 'id', value: talkId })),
      userId === null ? null : store.read(userObjects.find({ platformId, by: 'id', value: userId })),
    ])
    if (!platform || !talk || user === undefined) throw new Refusal('talk_not_open')
    return { platform, talk, user, client, signInId: signInId ?? undefined }
  }

  async #renew(): Promise<void> {
    try {
      await this.#inTurn(async () => {
        const isInUse = (talkId: string) =>
          this.#rooms.isInUse(talkId) || (this.#held.get(talkId)?.joins ?? 0) > 0
        const { kept = [], released = [] } = Object.groupBy(this.#held.keys(), (talkId) =>
          isInUse(talkId) ? 'kept' : 'released',
        )
        for (const talkId of released) {
          this.#rooms.endStream(talkId, { isHome: true })
          this.#held.delete(talkId)
        }
        if (kept.length + released.length > 0) await this.#renewClaims(kept, released)
      })
      await this.#endHomeless()
    } catch (error) {
      // Nobody can take the rooms over while the store is away. The next time tries again.
      this.#onError(error)
    }
  }

  async #renewClaims(kept: readonly string[], released: readonly string[]): Promise<void> {
    const holder = this.#messages.node
    const input = { kept, released, holder }
    const renewed = await execute(this.#services, systemCaller(), renewRoomsOperation, input)
    for (const talkId of kept) {
      if (renewed.includes(talkId)) continue
      this.#held.delete(talkId)
      this.#rooms.endStream(talkId, { isHome: false })
      this.#rooms.end(talkId)
    }
  }

  /** Ends what people follow of processes that have ended. Their browsers join again. */
  async #endHomeless(): Promise<void> {
    if (this.#followers.size === 0) return
    const followers = [...this.#followers]
    const homes = await this.#readHomes([...new Set(followers.map(([, { talkId }]) => talkId))])
    for (const [follower, { talkId, home }] of followers)
      if (homes.get(talkId) !== home) this.#endFollower(follower)
  }

  #endFollower(name: string, reason?: 'ended'): void {
    const follower = this.#followers.get(name)
    this.#followers.delete(name)
    follower?.listener.end(reason)
  }

  #inTurn<T>(work: () => Promise<T>): Promise<T> {
    const done = this.#turn.then(work)
    this.#turn = done.catch(() => {})
    return done
  }
}

/** Says when the time is up, by the clock of this machine. */
function timeLimit(ms: number): () => boolean {
  const end = performance.now() + ms
  return () => performance.now() > end
}
