// Signals between nodes through Redis, which name the talks with new journal entries and the last number of each. The
// entries themselves are in the store. If a signal is lost, other nodes only notice a second later.
import { createClient } from '@redis/client'
import { newId } from '../../../kernel/lib/data/ids.ts'
import type { LiveChanges } from '../../../kernel/store/changes/transaction.ts'
import { formatPositions, type Position, parsePositions } from './cursors.ts'
import type { LiveHub } from './live-hub.ts'

const CONNECT_TIMEOUT_MS = 2_000
const MAX_PAUSE_MS = 2_000
/** Changes within this time share a signal. */
const PAUSE_MS = 10

type Options = {
  url: string
  prefix: string
  onError(error: unknown): void
}

type Receiver = Pick<LiveHub, 'wake' | 'advance'>

/** Sent instead of positions for changes without a journal, such as those of talks, people, and settings. */
const OTHER = '*'

export class SharedSignals {
  readonly #publisher
  readonly #subscriber
  readonly #channel: string
  /** Identifies this node in its signals. */
  readonly #node = newId()
  #hub: Receiver | undefined
  #isFailing = false
  #sending: Promise<void> | undefined
  /** The changes since the last signal. */
  #positions = new Map<string, Position>()
  #isOther = false

  constructor({ url, prefix, onError }: Options) {
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
          // Changes may have been missed while Redis was unavailable.
          this.#hub?.wake()
        })
    this.#publisher = connect()
    this.#subscriber = connect()
    this.#channel = `${prefix}live`
  }

  /**
   * Connects in the background, and reconnects whenever the connection is lost. Signals of other nodes go to the hub.
   */
  open(hub: Receiver): void {
    this.#hub = hub
    void this.#publisher.connect().catch(() => {})
    void this.#subscriber
      .connect()
      .then(() => this.#subscriber.subscribe(this.#channel, (text) => this.#receive(text, hub)))
      .catch(() => {})
  }

  /** Signals changes to all nodes. */
  send({ lastNumbers, hasEvents }: LiveChanges): void {
    for (const [talkId, number] of lastNumbers)
      this.#positions.set(talkId, { seq: Math.max(number, this.#positions.get(talkId)?.seq ?? 0) })
    this.#isOther ||= hasEvents
    this.#sending ??= this.#publishAll().finally(() => {
      this.#sending = undefined
    })
  }

  close(): void {
    for (const client of [this.#publisher, this.#subscriber]) if (client.isOpen) client.destroy()
  }

  /** `<node> <positions>`, or `<node> *`. */
  #receive(signal: string, hub: Receiver): void {
    const [node, text = OTHER] = signal.split(' ')
    if (node === this.#node) return
    const positions = parsePositions(text)
    if (positions) void hub.advance(positions)
    else hub.wake()
  }

  async #publishAll(): Promise<void> {
    while (this.#positions.size > 0 || this.#isOther) {
      await new Promise((resolve) => setTimeout(resolve, PAUSE_MS))
      const text = this.#isOther ? OTHER : formatPositions(this.#positions)
      this.#positions = new Map()
      this.#isOther = false
      // Nothing waits for Redis while it is unavailable.
      if (this.#publisher.isReady)
        await this.#publisher.publish(this.#channel, `${this.#node} ${text}`).catch(() => {})
    }
  }
}
