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
import { MAX_OF_PERSON, MAX_VIEWERS, MAX_VISITORS, MAX_VISITORS_OF_ADDRESS } from '../limits.ts'
import type { RoomState } from '../media/room.ts'
import { MediaThread } from './media-thread.ts'
import { type Role, type RoomVisit, requireRole } from './rights.ts'

const CHECK_MS = 1_000
/** A connection that was not closed ends within this time. */
const RETRY_SECONDS = 15
const SESSIONS_AT_ONCE = 200

type Reading = Pick<Services, 'store' | 'clock'>

type Session = {
  /** A secret of the browser that joined. Anyone who has it can follow the room and leave it. */
  id: string
  /** The name of a person on stage for everyone. */
  seat: string
  role: Role
  platformId: string
  talkId: string
  endAt: number
  user: RoomVisit['user']
  /** The key for limits by address. */
  client: string
  /** The signed-in session; undefined for a visitor without an account. */
  signInId: string | undefined
  /** Sends the state of the room. */
  follow: ((state: string) => void) | undefined
  /** Ends the events. */
  end: (() => void) | undefined
}

export const moderatorActions = ['mute', 'unmute', 'stop_screen', 'remove'] as const
export type ModeratorAction = (typeof moderatorActions)[number]

export class Rooms {
  readonly #services: Reading
  readonly #media: MediaThread | undefined
  readonly #onError: (error: unknown) => void
  readonly #sessions = new Map<string, Session>()
  readonly #states = new Map<string, RoomState>()
  /** People removed from the stage by moderators, by talk. */
  readonly #removed = new Map<string, Set<string>>()
  /** People muted by moderators, by talk. They stay muted when they come back. */
  readonly #muted = new Map<string, Set<string>>()
  readonly #stop: () => void
  #checking: Promise<void> | undefined
  #mark = 0

  constructor(services: Reading, config: MediaConfig | null, onError: (error: unknown) => void) {
    this.#services = services
    this.#onError = onError
    this.#media = config
      ? new MediaThread(config, {
          onState: (talkId, state) => this.#show(talkId, state),
          onClose: (id) => this.#forget(id),
          onEnd: () => {
            for (const id of [...this.#sessions.keys()]) this.#forget(id)
          },
          onError,
        })
      : undefined
    this.#stop = services.clock.every(CHECK_MS, () => {
      if (this.#sessions.size > 0) this.#checking ??= this.#checkAll()
    })
  }

  /**
   * Answers an offer to publish or to watch. Throws what `requireRole` throws, `room_full`,
   * `too_many_requests`, `room_unavailable`, and `invalid_data`.
   */
  async join(
    role: Role,
    visit: RoomVisit & Pick<Session, 'client' | 'signInId'>,
    offer: string,
  ): Promise<{ id: string; answer: string }> {
    const { platform, talk, user, client, signInId } = visit
    await requireRole(this.#services, visit, role)
    if (!this.#media) throw new Refusal('room_unavailable')
    if (role === 'publish' && this.#removed.get(talk.id)?.has(user?.id ?? ''))
      throw new Refusal('speakers_only')
    const others = this.#sessionsOf(talk.id, role)
    if (user && others.filter((one) => one.user?.id === user.id).length >= MAX_OF_PERSON[role])
      throw new Refusal('too_many_requests', { retryAfterSeconds: RETRY_SECONDS })
    if (role === 'watch' && !hasPlace(others, visit)) throw new Refusal('room_full')
    const id = randomBytes(16).toString('hex')
    const session: Session = {
      ...{ id, seat: randomUUID(), role, user, client, signInId },
      ...{ platformId: platform.id, talkId: talk.id, endAt: talk.endAt },
      ...{ follow: undefined, end: undefined },
    }
    this.#sessions.set(id, session)
    try {
      const join = { session: id, room: talk.id, person: user?.id ?? id, offer }
      const answer = await this.#media.join(role, join)
      // The right to be here has ended while the offer waited for its turn.
      if (!this.#sessions.has(id)) {
        this.#media.leave(id)
        throw new Refusal('talk_not_open')
      }
      if (user && this.#muted.get(talk.id)?.has(user.id)) this.#media.block(id, 'microphone', true)
      return { id, answer }
    } catch (error) {
      this.#forget(id)
      throw error
    }
  }

  /** Follows the room of a session until `end` is called. False if the session has ended. */
  follow(id: string, listener: { follow(state: string): void; end(): void }): boolean {
    const session = this.#sessions.get(id)
    if (!session) return false
    session.end?.()
    Object.assign(session, listener)
    this.#send(session)
    return true
  }

  leave(id: string): void {
    if (this.#sessions.has(id)) this.#media?.leave(id)
    this.#forget(id)
  }

  /** What a moderator does to a person on stage. Throws `user_not_found`. */
  moderate(talkId: string, seat: string, what: ModeratorAction): void {
    const session = [...this.#sessions.values()].find((one) => one.talkId === talkId && one.seat === seat)
    if (!session?.user) throw new Refusal('user_not_found')
    if (what === 'mute' || what === 'unmute') {
      const muted = this.#muted.get(talkId) ?? new Set()
      this.#muted.set(talkId, muted)
      if (what === 'mute') muted.add(session.user.id)
      else muted.delete(session.user.id)
      this.#media?.block(session.id, 'microphone', what === 'mute')
    } else if (what === 'stop_screen') this.#media?.block(session.id, 'screen', true)
    else {
      const removed = this.#removed.get(talkId) ?? new Set()
      this.#removed.set(talkId, removed.add(session.user.id))
      for (const one of this.#sessions.values())
        if (one.talkId === talkId && one.role === 'publish' && one.user?.id === session.user.id)
          this.leave(one.id)
    }
  }

  async close(): Promise<void> {
    this.#stop()
    for (const id of [...this.#sessions.keys()]) this.#forget(id)
    await this.#checking
    await this.#media?.close()
  }

  #sessionsOf(talkId: string, role: Role): Session[] {
    return [...this.#sessions.values()].filter((one) => one.talkId === talkId && one.role === role)
  }

  #forget(id: string): void {
    const session = this.#sessions.get(id)
    this.#sessions.delete(id)
    session?.end?.()
  }

  #show(talkId: string, state: RoomState): void {
    this.#states.set(talkId, state)
    const ofTalk = [...this.#sessions.values()].filter((one) => one.talkId === talkId)
    for (const session of ofTalk) this.#send(session)
    if (ofTalk.length === 0) this.#states.delete(talkId)
  }

  #send(session: Session): void {
    const { people, main, inset, speaking } = this.#states.get(session.talkId) ?? EMPTY
    const seatOf = (id: string | null) => (id === null ? null : (this.#sessions.get(id)?.seat ?? null))
    const shown = (picture: RoomState['main']) =>
      picture && { seat: seatOf(picture.publisher), kind: picture.kind }
    const state = {
      you: session.role === 'publish' ? session.seat : null,
      people: people.flatMap(({ id, ...rest }) => {
        const one = this.#sessions.get(id)
        return one?.user ? [{ seat: one.seat, name: nameOf(one.user), ...rest }] : []
      }),
      ...{ main: shown(main), inset: shown(inset), speaking: seatOf(speaking) },
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
        if ((mark !== this.#mark || clock.now() >= session.endAt) && !(await this.#mayStay(session)))
          this.leave(session.id)
      }
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
      for (const { id, signInId } of some) if (!open.has(signInId ?? '')) this.leave(id)
    }
  }

  async #mayStay({ platformId, talkId, user, role }: Session): Promise<boolean> {
    const { store } = this.#services
    const [platform, talk, current] = await Promise.all([
      store.read(platformById({ id: platformId })),
      store.read(talkObjects.find({ platformId, by: 'id', value: talkId })),
      user ? store.read(userObjects.find({ platformId, by: 'id', value: user.id })) : null,
    ])
    if (!platform || !talk || current === undefined) return false
    try {
      await requireRole(this.#services, { platform, talk, user: current }, role)
      return true
    } catch (error) {
      if (error instanceof Refusal) return false
      throw error
    }
  }
}

/** Whether there is room for another viewer. */
function hasPlace(viewers: readonly Session[], { user, client }: Pick<Session, 'user' | 'client'>): boolean {
  if (viewers.length >= MAX_VIEWERS) return false
  const visitors = viewers.filter((one) => one.user === null)
  const ofAddress = visitors.filter((one) => one.client === client)
  return user !== null || (visitors.length < MAX_VISITORS && ofAddress.length < MAX_VISITORS_OF_ADDRESS)
}

const nameOf = ({ firstName, lastName, username }: NonNullable<Session['user']>): string =>
  [firstName, lastName].filter(Boolean).join(' ') || username

const EMPTY: RoomState = { people: [], main: null, inset: null, speaking: null }
