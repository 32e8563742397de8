// Signals between nodes through Redis, which name the talks with new journal entries and the last number of each. The
// entries themselves are in the store. If a signal is lost, other nodes only notice a second later.
import { newId } from '../../../kernel/lib/data/ids.ts'
import { RedisMessages, type RedisServer } from '../../../kernel/outbound/redis.ts'
import type { LiveChanges } from '../../../kernel/store/changes/transaction.ts'
import { formatPositions, type Position, parsePositions } from './cursors.ts'
import type { LiveHub } from './live-hub.ts'

/** Changes within this time share a signal. */
const PAUSE_MS = 10

type Options = RedisServer & { onError(error: unknown): void }

type Receiver = Pick<LiveHub, 'wake' | 'advance'>

/** Sent instead of positions for changes without a journal, such as those of talks, people, and settings. */
const OTHER = '*'

export class SharedSignals {
  readonly #messages: RedisMessages
  readonly #channel: string
  /** Identifies this node in its signals. */
  readonly #node = newId()
  #hub: Receiver | undefined
  #sending: Promise<void> | undefined
  /** The changes since the last signal. */
  #positions = new Map<string, Position>()
  #isOther = false

  constructor({ url, prefix, onError }: Options) {
    // Changes may have been missed while Redis was unavailable.
    this.#messages = new RedisMessages({ url, onError, onReady: () => this.#hub?.wake() })
    this.#channel = `${prefix}live`
  }

  /**
   * Connects in the background, and reconnects whenever the connection is lost. Signals of other nodes go to the hub.
   */
  open(hub: Receiver): void {
    this.#hub = hub
    this.#messages.open(this.#channel, (text) => this.#receive(text, hub))
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
    this.#messages.close()
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
      await this.#messages.publish(this.#channel, `${this.#node} ${text}`)
    }
  }
}
