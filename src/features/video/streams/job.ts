// Opens the port for streams while talks take them, and decides which encoders may push.

import type { Services } from '../../../kernel/changes/services.ts'
import { type RepeatedJob, startRepeatedJob } from '../../../kernel/jobs/repeated-job.ts'
import { SECOND_MS } from '../../../kernel/lib/time/units.ts'
import { findPlatform, readPlatformByHost } from '../../platforms/platforms.ts'
import { EARLY_MS, MAX_STREAMS, MAX_STREAMS_OF_PLATFORM } from '../limits.ts'
import { LiveStreams, type PortState, type PushedStreams } from './live-streams.ts'
import { PushThread } from './push-thread.ts'
import type { PublishRequest } from './rtmp/publishing.ts'
import type { RtmpPort } from './rtmp/rtmp-server.ts'
import type { EndReason } from './stream-end.ts'
import { streamKeyHash } from './stream-keys.ts'
import { type PushedTalk, pushedTalks } from './stream-keys-store.ts'

type Options = {
  services: Services & { secret: Buffer }
  readPort(): Promise<RtmpPort>
  onError(error: unknown): void
}

const CHECK_MS = 5 * SECOND_MS

export class Pushes implements PushedStreams {
  readonly streams: LiveStreams
  readonly #options: Options
  readonly #job: RepeatedJob
  /** Connections whose keys are being looked up. */
  readonly #asking = new Set<number>()
  /** The talks of accepted connections. */
  readonly #accepted = new Map<number, PushedTalk>()
  #thread: PushThread | undefined
  #state: PortState = { port: null, problem: null }
  #checking: Promise<void> | undefined

  constructor(options: Options) {
    const { clock } = options.services
    this.#options = options
    this.streams = new LiveStreams(clock)
    this.#job = startRepeatedJob({
      ...{ clock, intervalMs: CHECK_MS, runsAtStart: true },
      run: () => this.check(),
      onError: options.onError,
    })
  }

  get state(): PortState {
    return this.#state
  }

  check(): Promise<void> {
    this.#checking ??= this.#check().finally(() => {
      this.#checking = undefined
    })
    return this.#checking
  }

  async close(): Promise<void> {
    await this.#job.close()
    await this.#checking
    await this.#closeThread()
  }

  async #check(): Promise<void> {
    const talks = await this.#readTalks()
    this.streams.keepOnly(new Set(talks.map(({ talkId }) => talkId)))
    for (const [connection, { hash }] of this.#accepted)
      if (!talks.some((talk) => talk.hash === hash)) this.#end(connection, 'refused')
    if (talks.length === 0) await this.#closeThread()
    else if (!this.#thread) this.#thread = this.#openThread(await this.#options.readPort())
  }

  #readTalks(): Promise<PushedTalk[]> {
    const { store, clock } = this.#options.services
    const now = clock.now()
    return store.read(pushedTalks({ startsBefore: now + EARLY_MS, endsAfter: now }))
  }

  #openThread(port: RtmpPort): PushThread {
    const thread = new PushThread({
      port,
      onListening: (port) => {
        this.#state = { port, problem: null }
      },
      onRequest: (connection, request) => {
        this.#asking.add(connection)
        this.#decide(connection, request).catch((error) => {
          this.#options.onError(error)
          thread.send({ type: 'end', connection, reason: 'refused' })
        })
      },
      onSegment: (connection, segment) => {
        const talk = this.#accepted.get(connection)
        if (talk) this.streams.add(talk.talkId, connection, segment)
      },
      onEnd: (connection, reason) => this.#forget(connection, reason),
      onFailure: (error) => this.#fail(error),
    })
    return thread
  }

  async #decide(connection: number, request: PublishRequest): Promise<void> {
    const talk = await this.#talkFor(request)
    // It can have ended meanwhile.
    if (!this.#asking.delete(connection)) return
    if (!talk) return this.#thread?.send({ type: 'end', connection, reason: 'refused' })
    for (const [earlier, { talkId }] of this.#accepted)
      if (talkId === talk.talkId) this.#end(earlier, 'closed')
    this.#accepted.set(connection, talk)
    this.streams.start(talk.talkId, connection)
    this.#thread?.send({ type: 'accept', connection })
  }

  /** The talk whose key an encoder has, at a host of its platform, unless there are too many streams. */
  async #talkFor({ host, key }: PublishRequest): Promise<PushedTalk | undefined> {
    const { services } = this.#options
    const hash = streamKeyHash(services, key)
    const [talks, platform] = await Promise.all([
      this.#readTalks(),
      readPlatformByHost(services, host).then((found) => found ?? findPlatform(services, 'default')),
    ])
    const talk = talks.find((one) => one.hash === hash)
    if (!talk || talk.platformId !== platform?.id) return undefined
    const others = [...this.#accepted.values()].filter(({ talkId }) => talkId !== talk.talkId)
    const ofPlatform = others.filter(({ platformId }) => platformId === talk.platformId)
    return others.length < MAX_STREAMS && ofPlatform.length < MAX_STREAMS_OF_PLATFORM ? talk : undefined
  }

  #end(connection: number, reason: EndReason): void {
    this.#thread?.send({ type: 'end', connection, reason })
    this.#forget(connection, reason)
  }

  #forget(connection: number, reason: EndReason): void {
    const talk = this.#accepted.get(connection)
    this.#asking.delete(connection)
    this.#accepted.delete(connection)
    if (talk) this.streams.end(talk.talkId, connection, reason)
  }

  /** The next check tries again. A problem that stays is reported once. */
  #fail(error: unknown): void {
    const problem = String(error instanceof Error && 'code' in error ? error.code : error)
    if (problem !== this.#state.problem) this.#options.onError(error)
    this.#forgetThread()
    this.#state = { port: null, problem }
  }

  async #closeThread(): Promise<void> {
    const thread = this.#thread
    if (!thread) return
    this.#forgetThread()
    this.#state = { port: null, problem: null }
    await thread.close()
  }

  #forgetThread(): void {
    this.#thread = undefined
    this.#asking.clear()
    for (const connection of [...this.#accepted.keys()]) this.#forget(connection, 'closed')
  }
}
