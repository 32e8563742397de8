// Messages between nodes through Redis. The connections stay open in the background, and open again when they are lost.
import { createClient } from '@redis/client'

const CONNECT_TIMEOUT_MS = 2_000
const MAX_PAUSE_MS = 2_000

/** The Redis server of the installation, whose keys and channels have a prefix. */
export type RedisServer = { url: string; prefix: string }

type Options = {
  url: string
  /** Called once for each outage. */
  onError(error: unknown): void
  /** Called for each connection that opens, also after an outage. */
  onReady?(): void
}

export class RedisMessages {
  readonly #publisher
  readonly #subscriber
  #isFailing = false

  constructor({ url, onError, onReady = () => {} }: Options) {
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
          onReady()
        })
    this.#publisher = connect()
    this.#subscriber = connect()
  }

  /** Connects, and receives the messages of a channel. */
  open(channel: string, receive: (text: string) => void): void {
    void this.#publisher.connect().catch(() => {})
    void this.#subscriber
      .connect()
      .then(() => this.#subscriber.subscribe(channel, receive))
      .catch(() => {})
  }

  /** The number of nodes that get a message. None while Redis is unavailable: nothing waits for it. */
  async publish(channel: string, text: string): Promise<number> {
    if (!this.#publisher.isReady) return 0
    return this.#publisher.publish(channel, text).catch(() => 0)
  }

  close(): void {
    for (const client of [this.#publisher, this.#subscriber]) if (client.isOpen) client.destroy()
  }
}
