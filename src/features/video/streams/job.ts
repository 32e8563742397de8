// Runs the thread of streams while talks take them: opens its port for encoders, and pulls sources. Of several processes, one
// does this for all.

import type { Services } from '../../../kernel/changes/services.ts'
import { type RepeatedJob, startRepeatedJob } from '../../../kernel/jobs/repeated-job.ts'
import { SECOND_MS } from '../../../kernel/lib/time/units.ts'
import type { Candidate } from '../../../kernel/store/leader-election.ts'
import { MAX_TALK_MS } from '../../talks/limits.ts'
import { EARLY_MS, MAX_STREAMS, MAX_STREAMS_OF_PLATFORM, PULL_EARLY_MS } from '../limits.ts'
import type { Recorder } from '../recordings/recorder.ts'
import type { MediaThread } from '../room/media-thread.ts'
import type { Segment } from './hls/segmenter.ts'
import { LiveStreams, type PortState, type RunningStreams, type StreamStatus } from './live-streams.ts'
import { type PulledTalk, Pulls } from './pulls.ts'
import { Pushes } from './pushes.ts'
import type { RtmpPort } from './rtmp/rtmp-server.ts'
import type { SharedStreams } from './shared-streams.ts'
import { PLAYLIST } from './stream-keys.ts'
import { isCarried, isPulled } from './stream-sources.ts'
import { StreamThread } from './stream-thread.ts'
import { type StreamedTalk, streamedTalks } from './streamed-talks-store.ts'
import { Whip } from './whip.ts'
import type { FromWorker, ToWorker } from './worker-messages.ts'

type Options = {
  services: Services & { secret: Buffer }
  /** Addresses of sources that may be called even though they are not public. */
  listed: readonly string[]
  /** Of several processes, only the leader takes streams. */
  candidate: Candidate
  recorder: Recorder
  /** Where the others read them. */
  shared: SharedStreams | undefined
  /** It takes streams by WHIP. */
  media: MediaThread
  readPort(): Promise<RtmpPort>
  onError(error: unknown): void
}

type Talks = { pushed: StreamedTalk[]; pulled: PulledTalk[]; ids: Set<string> }

const CHECK_MS = 5 * SECOND_MS
const CLOSED: PortState = { port: null, problem: null }

export class StreamsJob implements RunningStreams {
  readonly whip: Whip
  readonly #live: LiveStreams
  readonly #options: Options
  readonly #job: RepeatedJob
  readonly #pushes: Pushes
  readonly #pulls: Pulls
  #thread: StreamThread | undefined
  #port = CLOSED
  /** Whether the thread was told to open its port. */
  #listens = false
  /** Whether this process takes the streams. */
  #leads = false
  #checking: Promise<void> | undefined

  constructor(options: Options) {
    const { services, onError } = options
    const { clock } = services
    this.#options = options
    this.#live = new LiveStreams(clock)
    const shared = {
      live: this.#live,
      hasPlace: (talk: StreamedTalk) => this.#hasPlace(talk),
      send: (message: ToWorker) => this.#thread?.send(message),
    }
    const readTalks = async () => (await this.#readTalks()).pushed
    this.#pushes = new Pushes({ ...shared, services, readTalks })
    this.#pulls = new Pulls(shared)
    this.whip = new Whip({
      ...{ media: options.media, pushes: this.#pushes, shared: options.shared },
      takesStreams: async () => {
        if (!this.#leads) await this.check()
        return this.#leads
      },
      onSegment: (connection, segment) => this.#add(connection, segment),
    })
    this.#job = startRepeatedJob({
      ...{ clock, intervalMs: CHECK_MS, runsAtStart: true },
      run: () => this.check(),
      onError,
    })
  }

  async readFile(talkId: string, name: string): Promise<Uint8Array | string | undefined> {
    const own = name === PLAYLIST ? this.#live.playlistOf(talkId) : this.#live.fileOf(talkId, name)
    return own ?? this.#options.shared?.readFile(talkId, name)
  }

  async readStatus(talkId: string): Promise<StreamStatus> {
    const other = this.#leads ? undefined : await this.#options.shared?.readStatus(talkId)
    return other ?? this.#live.statusOf(talkId)
  }

  async readPort(): Promise<PortState> {
    const other = this.#leads ? undefined : await this.#options.shared?.readPort()
    return other ?? this.#port
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
    await this.#options.candidate.resign()
  }

  async #check(): Promise<void> {
    const { pushed, pulled, ids } = await this.#readOwnTalks()
    this.#pushes.keepOnly(pushed)
    this.#pulls.keepOnly(pulled)
    this.#live.keepOnly(ids)
    if (this.#leads) {
      this.#options.shared?.keepFiles(this.#live)
      this.#options.shared?.lead(this.#port)
    }
    const hasKeys = pushed.some(({ hash }) => hash !== null)
    if (!hasKeys && pulled.length === 0) return this.#closeThread()
    this.#thread ??= this.#openThread()
    if (hasKeys !== this.#listens) await this.#setPort(hasKeys)
    this.#pulls.start(pulled, this.#options.services.clock.now())
  }

  /** The talks that take a stream in this process. */
  async #readOwnTalks(): Promise<Talks> {
    const talks = await this.#readTalks()
    const lease = talks.ids.size > 0 ? await this.#options.candidate.campaign() : undefined
    this.#leads = lease?.isCurrent() ?? false
    return this.#leads ? talks : { pushed: [], pulled: [], ids: new Set() }
  }

  /** The talks that take a stream now. A source is pulled later than an encoder may connect. */
  async #readTalks(): Promise<Talks> {
    const { services } = this.#options
    const now = services.clock.now()
    const window = { startsAfter: now - MAX_TALK_MS, startsBefore: now + EARLY_MS, endsAfter: now }
    const talks = (await services.store.read(streamedTalks(window))).filter(({ video }) => isCarried(video))
    const pushed: StreamedTalk[] = []
    const pulled: PulledTalk[] = []
    for (const talk of talks) {
      const { video, startAt } = talk
      if (video === null || !(await isPulled(services, talk))) pushed.push(talk)
      else if (startAt <= now + PULL_EARLY_MS) pulled.push({ ...talk, video })
    }
    return { pushed, pulled, ids: new Set(talks.map(({ talkId }) => talkId)) }
  }

  #hasPlace({ talkId, platformId }: StreamedTalk): boolean {
    const others = [...this.#pushes.talks, ...this.#pulls.talks].filter((talk) => talk.talkId !== talkId)
    const ofPlatform = others.filter((talk) => talk.platformId === platformId)
    return others.length < MAX_STREAMS && ofPlatform.length < MAX_STREAMS_OF_PLATFORM
  }

  #openThread(): StreamThread {
    return new StreamThread({
      listed: this.#options.listed,
      onMessage: (message) => this.#take(message),
      onFailure: (error) => {
        this.#options.onError(error)
        this.#forgetThread()
      },
    })
  }

  async #setPort(isOpen: boolean): Promise<void> {
    const message = isOpen
      ? ({ type: 'listen', port: await this.#options.readPort() } as const)
      : ({ type: 'close' } as const)
    this.#listens = isOpen
    if (!isOpen) this.#port = CLOSED
    this.#thread?.send(message)
  }

  #take(message: FromWorker): void {
    switch (message.type) {
      case 'listening':
        this.#port = { port: message.port, problem: null }
        break
      case 'unavailable':
        this.#failPort(message.problem)
        break
      case 'request':
        this.#pushes.decide(message.connection, message.request).catch(this.#options.onError)
        break
      case 'segment':
        this.#add(message.connection, message.segment)
        break
      case 'end':
        this.#pushes.forget(message.connection, message.reason)
        this.#pulls.note(message.connection, message.reason)
        break
    }
  }

  #add(connection: string, segment: Segment): void {
    const pushed = this.#pushes.talkOf(connection)
    const pulled = this.#pulls.talkOf(connection)
    if (pulled && segment.header) this.#live.start(pulled.talkId, connection)
    const { talkId } = pushed ?? pulled ?? {}
    if (talkId === undefined) return
    const newFiles = this.#live.add(talkId, connection, segment)
    this.#options.shared?.writeTalk(this.#live, talkId, newFiles)
    this.#options.recorder.add(talkId, segment, this.#live.headerOf(talkId))
  }

  /** The next check tries again. A problem that stays is reported once. */
  #failPort(problem: string): void {
    if (problem !== this.#port.problem) this.#options.onError(new Error(problem))
    this.#listens = false
    this.#port = { port: null, problem }
  }

  async #closeThread(): Promise<void> {
    const thread = this.#thread
    this.#forgetThread()
    await thread?.close()
  }

  #forgetThread(): void {
    this.#thread = undefined
    this.#listens = false
    this.#port = CLOSED
    this.#pushes.clear()
    this.#pulls.clear()
  }
}
