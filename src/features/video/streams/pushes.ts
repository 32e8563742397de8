// Decides which encoders may push, and knows those that do.
import { Refusal } from '../../../kernel/changes/errors.ts'
import type { Services } from '../../../kernel/changes/services.ts'
import { findPlatform, readPlatformByHost } from '../../platforms/platforms.ts'
import type { LiveStreams } from './live-streams.ts'
import type { PublishRequest } from './rtmp/publishing.ts'
import type { EndReason } from './stream-end.ts'
import { streamKeyHash } from './stream-keys.ts'
import { talksOfStreamKey } from './stream-keys-store.ts'
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

type Push = { talk: StreamedTalk; disconnect(reason: EndReason): void }

export class Pushes {
  readonly #options: Options
  /** Connections by RTMP whose keys are being looked up. */
  readonly #asking = new Set<string>()
  /** By connection. */
  readonly #accepted = new Map<string, Push>()

  constructor(options: Options) {
    this.#options = options
  }

  /** The talks to which encoders push. */
  get talks(): StreamedTalk[] {
    return [...this.#accepted.values()].map(({ talk }) => talk)
  }

  /** Accepts an encoder by RTMP or ends its connection. */
  async decide(connection: string, request: PublishRequest): Promise<void> {
    const { send } = this.#options
    const disconnect = (reason: EndReason) => send({ type: 'end', connection, reason })
    this.#asking.add(connection)
    try {
      const talk = await this.admit(request)
      // It can have ended meanwhile.
      if (!this.#asking.has(connection)) return
      this.start(connection, { talk, disconnect })
      send({ type: 'accept', connection })
    } catch (error) {
      disconnect('refused')
      if (!(error instanceof Refusal)) throw error
    } finally {
      this.#asking.delete(connection)
    }
  }

  /**
   * The talk whose key an encoder has, at a host of its platform. Throws `invalid_stream_key`, `stream_not_open`, and
   * `stream_unavailable` if there are too many streams.
   */
  async admit({ host, key }: PublishRequest): Promise<StreamedTalk> {
    const { services, readTalks } = this.#options
    const hash = streamKeyHash(services, key)
    const [talks, platform] = await Promise.all([
      readTalks(),
      readPlatformByHost(services, host).then((found) => found ?? findPlatform(services, 'default')),
    ])
    if (!platform) throw new Refusal('invalid_stream_key')
    const talk = talks.find((one) => one.hash === hash && one.platformId === platform.id)
    if (talk) {
      this.#requirePlace(talk)
      return talk
    }
    const others = await services.store.read(talksOfStreamKey({ platformId: platform.id, hash }))
    throw new Refusal(others.length > 0 ? 'stream_not_open' : 'invalid_stream_key')
  }

  /** Begins the stream of an encoder, which replaces an earlier one. Throws `stream_unavailable`. */
  start(connection: string, push: Push): void {
    const { talkId } = push.talk
    this.#requirePlace(push.talk)
    for (const [earlier, { talk }] of this.#accepted) if (talk.talkId === talkId) this.end(earlier, 'closed')
    this.#accepted.set(connection, push)
    this.#options.live.start(talkId, connection)
  }

  /** The talk of a connection; undefined if it is none of an encoder. */
  talkOf(connection: string): StreamedTalk | undefined {
    return this.#accepted.get(connection)?.talk
  }

  /** Disconnects an encoder. */
  end(connection: string, reason: EndReason): void {
    this.#accepted.get(connection)?.disconnect(reason)
    this.forget(connection, reason)
  }

  /** Notes that a connection has ended. */
  forget(connection: string, reason: EndReason): void {
    const push = this.#accepted.get(connection)
    this.#asking.delete(connection)
    this.#accepted.delete(connection)
    if (push) this.#options.live.end(push.talk.talkId, reason)
  }

  /** Ends the streams of all other talks, and those whose key was renewed. */
  keepOnly(talks: readonly StreamedTalk[]): void {
    for (const [connection, { talk }] of this.#accepted)
      if (!talks.some(({ talkId, hash }) => talkId === talk.talkId && hash === talk.hash))
        this.end(connection, 'refused')
  }

  clear(): void {
    this.#asking.clear()
    for (const connection of [...this.#accepted.keys()]) this.end(connection, 'closed')
  }

  #requirePlace(talk: StreamedTalk): void {
    if (!this.#options.hasPlace(talk))
      throw new Refusal('stream_unavailable', { message: 'As many streams as possible are running already.' })
  }
}
