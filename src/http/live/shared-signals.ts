// Signals between nodes through Redis: something live has changed, so look at the store. A signal that is lost only makes
// other nodes notice a second later.
import { createClient } from '@redis/client'
import { newId } from '../../lib/data/ids.ts'

const CONNECT_TIMEOUT_MS = 2_000
const MAX_PAUSE_MS = 2_000
/** Changes within this time share a signal. */
const PAUSE_MS = 10

type Options = {
  url: string
  prefix: string
  /** Called for each signal of another node. */
  onSignal(): void
  onError(error: unknown): void
}

export class SharedSignals {
  readonly #publisher
  readonly #subscriber
  readonly #channel: string
  /** Identifies this node in its signals. */
  readonly #node = newId()
  readonly #onSignal: () => void
  #isFailing = false
  #sending: Promise<void> | undefined
  #isDue = false

  constructor({ url, prefix, onSignal, onError }: Options) {
    const connect = () =>
      createClient({
        url,
        disableOfflineQueue: true,
        pingInterval: MAX_PAUSE_MS,
        socket: {
          connectTimeout: CONNECT_TIMEOUT_MS,
          socketTimeout: 3 * MAX_PAUSE_MS,
          reconnectStrategy: (failures) => Math.min(50 * 2 ** failures, MAX_PAUSE_MS),
        },
      })
        .on('error', (error) => {
          if (!this.#isFailing) onError(error)
          this.#isFailing = true
        })
        .on('ready', () => {
          this.#isFailing = false
          // What changed while Redis was away.
          onSignal()
        })
    this.#publisher = connect()
    this.#subscriber = connect()
    this.#channel = `${prefix}live`
    this.#onSignal = onSignal
  }

  /** Connects in the background, again and again. */
  open(): void {
    void this.#publisher.connect().catch(() => {})
    void this.#subscriber
      .connect()
      .then(() =>
        this.#subscriber.subscribe(this.#channel, (node) => {
          if (node !== this.#node) this.#onSignal()
        }),
      )
      .catch(() => {})
  }

  /** Signals a change to all nodes. */
  send(): void {
    this.#isDue = true
    this.#sending ??= this.#publish().finally(() => {
      this.#sending = undefined
      if (this.#isDue && this.#publisher.isReady) this.send()
    })
  }

  close(): void {
    for (const client of [this.#publisher, this.#subscriber]) if (client.isOpen) client.destroy()
  }

  /** While Redis is away, nothing waits for it. */
  async #publish(): Promise<void> {
    await new Promise((resolve) => setTimeout(resolve, PAUSE_MS))
    this.#isDue = false
    if (this.#publisher.isReady) await this.#publisher.publish(this.#channel, this.#node).catch(() => {})
  }
}
