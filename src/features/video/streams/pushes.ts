// Decides which encoders may push, and knows those that do.
import type { Services } from '../../../kernel/changes/services.ts'
import { findPlatform, readPlatformByHost } from '../../platforms/platforms.ts'
import type { LiveStreams } from './live-streams.ts'
import type { PublishRequest } from './rtmp/publishing.ts'
import type { EndReason } from './stream-end.ts'
import { streamKeyHash } from './stream-keys.ts'
import type { StreamedTalk } from './streamed-talks-store.ts'
import type { ToWorker } from './worker-messages.ts'

type Options = {
  services: Services & { secret: Buffer }
  live: LiveStreams
  /** The talks that take a push now. */
  readTalks(): Promise<StreamedTalk[]>
  /** Whether one more stream may run on the server and the platform of a talk. */
  hasPlace(talk: StreamedTalk): boolean
  send(message: ToWorker): void
}

export class Pushes {
  readonly #options: Options
  /** Connections whose keys are being looked up. */
  readonly #asking = new Set<string>()
  /** The talks of accepted connections. */
  readonly #accepted = new Map<string, StreamedTalk>()

  constructor(options: Options) {
    this.#options = options
  }

  /** The talks to which encoders push. */
  get talks(): StreamedTalk[] {
    return [...this.#accepted.values()]
  }

  /** Accepts an encoder or ends its connection. */
  async decide(connection: string, request: PublishRequest): Promise<void> {
    this.#asking.add(connection)
    const talk = await this.#talkFor(request).catch((error) => {
      this.#refuse(connection)
      throw error
    })
    // It can have ended meanwhile.
    if (!this.#asking.has(connection)) return
    if (!talk) return this.#refuse(connection)
    this.#asking.delete(connection)
    for (const [earlier, { talkId }] of this.#accepted)
      if (talkId === talk.talkId) this.#end(earlier, 'closed')
    this.#accepted.set(connection, talk)
    this.#options.live.start(talk.talkId, connection)
    this.#options.send({ type: 'accept', connection })
  }

  /** The talk of a connection; undefined if it is none of an encoder. */
  talkOf(connection: string): StreamedTalk | undefined {
    return this.#accepted.get(connection)
  }

  /** Notes that a connection has ended. */
  forget(connection: string, reason: EndReason): void {
    const talk = this.#accepted.get(connection)
    this.#asking.delete(connection)
    this.#accepted.delete(connection)
    if (talk) this.#options.live.end(talk.talkId, reason)
  }

  /** Ends the streams of all other talks, and those whose key was renewed. */
  keepOnly(talks: readonly StreamedTalk[]): void {
    for (const [connection, { talkId, hash }] of this.#accepted)
      if (!talks.some((talk) => talk.talkId === talkId && talk.hash === hash))
        this.#end(connection, 'refused')
  }

  clear(): void {
    this.#asking.clear()
    for (const connection of [...this.#accepted.keys()]) this.forget(connection, 'closed')
  }

  #refuse(connection: string): void {
    this.#asking.delete(connection)
    this.#options.send({ type: 'end', connection, reason: 'refused' })
  }

  /** The talk whose key an encoder has, at a host of its platform, unless there are too many streams. */
  async #talkFor({ host, key }: PublishRequest): Promise<StreamedTalk | undefined> {
    const { services, readTalks, hasPlace } = this.#options
    const hash = streamKeyHash(services, key)
    const [talks, platform] = await Promise.all([
      readTalks(),
      readPlatformByHost(services, host).then((found) => found ?? findPlatform(services, 'default')),
    ])
    const talk = talks.find((one) => one.hash === hash)
    return talk && talk.platformId === platform?.id && hasPlace(talk) ? talk : undefined
  }

  #end(connection: string, reason: EndReason): void {
    this.#options.send({ type: 'end', connection, reason })
    this.forget(connection, reason)
  }
}
