// The rooms of this process, and the streams of encoders by WHIP: answers offers, moves packets, and reports what changes.
// `worker.ts` runs it in a thread of its own.
import { isDeepStrictEqual } from 'node:util'
import type { Segment } from '../streams/hls/segmenter.ts'
import type { EndReason } from '../streams/stream-end.ts'
import { type Certificate, createCertificate } from './connection.ts'
import { MediaPorts } from './ports.ts'
import { Program } from './program.ts'
import { Publisher } from './publisher.ts'
import { Push } from './push.ts'
import { Room, type RoomState } from './room.ts'
import { type Offer, readOffer, readPushOffer, writeAnswer } from './sdp.ts'
import type { TrackKind } from './source.ts'
import { type Shown, Viewer } from './viewer.ts'

const REPORT_MS = 50
const DIRECT_MS = 250
const CHECK_MS = 1_000
/** A join takes about 8 ms of the thread. More at once would hold the packets up. */
const JOIN_MS = 25

export type EngineOptions = { port: number; host: string; addresses: readonly string[] }
/** `person` tells the connections of one person apart from those of others. */
export type Join = { session: string; room: string; person: string; offer: string }
export type PushJoin = Pick<Join, 'session' | 'offer'>
export type JoinProblem = 'bad_offer' | 'no_h264' | 'stage_full'
export type Joined = { answer: string } | { problem: JoinProblem }
export type EngineEvents = {
  onState(room: string, state: RoomState): void
  onClose(session: string): void
  onSegment(room: string, segment: Segment): void
  /** Of the stream of an encoder, and its end. */
  onPushed(session: string, segment: Segment): void
  onEnd(session: string, reason: EndReason): void
}

export class Engine {
  readonly #ports: MediaPorts
  readonly #certificate: Certificate
  readonly #addresses: readonly string[]
  readonly #events: EngineEvents
  readonly #rooms = new Map<string, Room>()
  /** The names of those that are also streams. */
  readonly #streamed = new Set<string>()
  readonly #states = new Map<string, RoomState>()
  readonly #sessions = new Map<
    string,
    { close(): void; check(): void; publisher?: Publisher; viewer?: Viewer; push?: Push }
  >()
  readonly #timers: NodeJS.Timeout[]
  #joins: Promise<void> = Promise.resolve()

  private constructor(
    ports: MediaPorts,
    certificate: Certificate,
    addresses: readonly string[],
    events: EngineEvents,
  ) {
    this.#ports = ports
    this.#certificate = certificate
    this.#addresses = addresses
    this.#events = events
    this.#timers = [
      setInterval(() => this.#report(), REPORT_MS),
      setInterval(() => this.#direct(), DIRECT_MS),
      setInterval(() => this.#check(), CHECK_MS),
    ]
  }

  /** Throws the error of the system if the port is in use. */
  static async open({ port, host, addresses }: EngineOptions, events: EngineEvents): Promise<Engine> {
    const certificate = await createCertificate()
    return new Engine(await MediaPorts.open(port, host), certificate, addresses, events)
  }

  get port(): number {
    return this.#ports.port
  }

  async publish({ session, room: name, person, offer: sdp }: Join): Promise<Joined> {
    const offer = await this.#admit(readOffer(sdp), 'sendonly')
    if (!offer) return { problem: 'bad_offer' }
    const room = this.#roomOf(name)
    const publisher = new Publisher({
      id: session,
      ...this.#parts(offer),
      onClose: () => {
        room.leave(session)
        this.#forget(session)
      },
    })
    if (!room.enter(publisher, person)) {
      publisher.connection.close()
      return { problem: 'stage_full' }
    }
    const { connection } = publisher
    this.#sessions.set(session, {
      close: () => connection.close(),
      check: () => connection.check(),
      publisher,
    })
    return { answer: this.#answer(offer, connection, new Map()) }
  }

  async watch({ session, room: name, person, offer: sdp }: Join): Promise<Joined> {
    const offer = await this.#admit(readOffer(sdp), 'recvonly')
    if (!offer) return { problem: 'bad_offer' }
    const room = this.#roomOf(name)
    const viewer = new Viewer({
      ...this.#parts(offer),
      onConnect: () => room.direct(),
      onClose: () => {
        room.viewers.delete(session)
        this.#forget(session)
      },
    })
    const { connection } = viewer
    room.viewers.set(session, { viewer, person })
    this.#sessions.set(session, {
      close: () => connection.close(),
      check: () => connection.check(),
      viewer,
    })
    return { answer: this.#answer(offer, connection, viewer.ssrcs) }
  }

  /** Takes the stream of an encoder. */
  async push({ session, offer: sdp }: PushJoin): Promise<Joined> {
    const offer = await this.#admit(readPushOffer(sdp), 'sendonly')
    if (!offer) return { problem: 'bad_offer' }
    if (!offer.media.some(({ codec, payloadType }) => codec === 'h264' && payloadType !== undefined))
      return { problem: 'no_h264' }
    const push = new Push({
      id: session,
      ...this.#parts(offer),
      onSegment: (segment) => this.#events.onPushed(session, segment),
      onEnd: (reason) => {
        this.#sessions.delete(session)
        this.#events.onEnd(session, reason)
      },
    })
    const { publisher } = push
    const { connection } = publisher
    this.#sessions.set(session, {
      close: () => connection.close(),
      check: () => connection.check(),
      ...{ publisher, push },
    })
    return { answer: this.#answer(offer, connection, new Map()) }
  }

  leave(session: string): void {
    this.#sessions.get(session)?.close()
  }

  block(session: string, kind: TrackKind, isBlocked: boolean): void {
    this.#sessions.get(session)?.publisher?.block(kind, isBlocked)
  }

  /** The page of a viewer shows this now. */
  resize(session: string, shown: Shown): void {
    this.#sessions.get(session)?.viewer?.resize(shown)
  }

  /** Makes a room a stream as well, or ends the stream. */
  stream(room: string, isStreamed: boolean): void {
    if (isStreamed) this.#streamed.add(room)
    else this.#streamed.delete(room)
  }

  async close(): Promise<void> {
    for (const timer of this.#timers) clearInterval(timer)
    for (const { close } of [...this.#sessions.values()]) close()
    await this.#ports.close()
  }

  /** The offer when its turn has come; undefined if it is none of this direction. */
  async #admit(offer: Offer | undefined, direction: 'sendonly' | 'recvonly'): Promise<Offer | undefined> {
    if (!offer?.media.every((one) => one.direction === direction)) return undefined
    const turn = this.#joins
    this.#joins = turn.then(() => new Promise((resolve) => setTimeout(resolve, JOIN_MS)))
    await turn
    return offer
  }

  #parts(offer: Offer) {
    return { ports: this.#ports, certificate: this.#certificate, offer }
  }

  #answer(
    offer: Offer,
    { ufrag, password }: { ufrag: string; password: string },
    ssrcs: ReadonlyMap<string, number>,
  ): string {
    const { fingerprint } = this.#certificate
    const addresses = this.#addresses.map((address) => ({ address, port: this.#ports.port }))
    return writeAnswer(offer, { ufrag, password, fingerprint, addresses, ssrcs })
  }

  #roomOf(name: string): Room {
    const room = this.#rooms.get(name) ?? new Room()
    this.#rooms.set(name, room)
    return room
  }

  #forget(session: string): void {
    if (this.#sessions.delete(session)) this.#events.onClose(session)
  }

  #report(): void {
    for (const { publisher } of this.#sessions.values()) publisher?.report()
  }

  #direct(): void {
    for (const { push } of this.#sessions.values()) push?.direct()
    for (const [name, room] of this.#rooms) {
      this.#setProgram(name, room)
      const state = room.direct()
      if (!isDeepStrictEqual(state, this.#states.get(name))) this.#events.onState(name, state)
      this.#states.set(name, state)
      if (!room.isEmpty) continue
      this.#rooms.delete(name)
      this.#states.delete(name)
    }
  }

  #setProgram(name: string, room: Room): void {
    const isStreamed = this.#streamed.has(name)
    if (isStreamed) room.program ??= new Program((segment) => this.#events.onSegment(name, segment))
    else room.program?.close()
    if (!isStreamed) room.program = undefined
  }

  #check(): void {
    for (const { check } of [...this.#sessions.values()]) check()
  }
}
