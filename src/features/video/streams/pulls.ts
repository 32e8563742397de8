// The sources that are pulled now.
import type { LiveStreams } from './live-streams.ts'
import type { EndReason } from './stream-end.ts'
import type { StreamedTalk } from './streamed-talks-store.ts'
import type { ToWorker } from './worker-messages.ts'

/** A talk with the address of its source. */
export type PulledTalk = StreamedTalk & { video: string }

type Pull = {
  talk: PulledTalk
  /** Whether the talk had started when the source was tried. */
  hasStarted: boolean
}

type Options = {
  live: LiveStreams
  /** Whether one more stream may run on the server and the platform of a talk. */
  hasPlace(talk: StreamedTalk): boolean
  send(message: ToWorker): void
}

export class Pulls {
  readonly #options: Options
  /** By connection. */
  readonly #pulls = new Map<string, Pull>()
  #lastConnection = 0

  constructor(options: Options) {
    this.#options = options
  }

  /** The talks whose sources are pulled. */
  get talks(): StreamedTalk[] {
    return [...this.#pulls.values()].map(({ talk }) => talk)
  }

  /** The talk of a connection; undefined if it is none to a source. */
  talkOf(connection: string): StreamedTalk | undefined {
    return this.#pulls.get(connection)?.talk
  }

  /** Stops the pulls of all other talks, and those from another source than now. */
  keepOnly(talks: readonly PulledTalk[]): void {
    for (const [connection, { talk }] of this.#pulls)
      if (!talks.some(({ talkId, video }) => talkId === talk.talkId && video === talk.video))
        this.#stop(connection, talk)
  }

  /** Starts the pulls that do not run yet. A talk that starts does not wait for the next attempt. */
  start(talks: readonly PulledTalk[], now: number): void {
    for (const talk of talks) {
      const hasStarted = talk.startAt <= now
      const [connection, pull] =
        [...this.#pulls].find(([, { talk: one }]) => one.talkId === talk.talkId) ?? []
      if (connection === undefined) this.#start(talk, hasStarted)
      else if (pull && hasStarted && !pull.hasStarted) {
        pull.hasStarted = true
        this.#options.send({ type: 'retry', connection })
      }
    }
  }

  /** Notes that an attempt has ended, after which the next one follows. */
  note(connection: string, reason: EndReason): void {
    const pull = this.#pulls.get(connection)
    if (pull) this.#options.live.end(pull.talk.talkId, reason)
  }

  clear(): void {
    for (const { talk } of this.#pulls.values()) this.#options.live.end(talk.talkId, 'closed')
    this.#pulls.clear()
  }

  #start(talk: PulledTalk, hasStarted: boolean): void {
    const { live, hasPlace, send } = this.#options
    if (!hasPlace(talk)) {
      live.end(talk.talkId, 'too_many')
      return
    }
    this.#lastConnection += 1
    const connection = `pull ${this.#lastConnection}`
    this.#pulls.set(connection, { talk, hasStarted })
    send({ type: 'pull', connection, url: talk.video })
  }

  #stop(connection: string, { talkId }: PulledTalk): void {
    this.#pulls.delete(connection)
    this.#options.live.end(talkId, 'closed')
    this.#options.send({ type: 'stop', connection })
  }
}
