// Messages between processes that serve video rooms and streams, through Redis. They are encrypted with the secret of the
// installation, so nobody else can read them or make any.
import { Refusal, refusalCodec } from '../../kernel/changes/errors.ts'
import { newId } from '../../kernel/lib/data/ids.ts'
import { decrypt, encrypt } from '../../kernel/lib/security/encryption.ts'
import type { Clock } from '../../kernel/lib/time/clock.ts'
import { withTimeLimit } from '../../kernel/lib/time/with-time-limit.ts'
import { RedisMessages, type RedisServer } from '../../kernel/outbound/redis.ts'
import { MAX_FORWARDED_BYTES, MAX_FORWARDED_CALLS } from './limits.ts'

const PURPOSE = 'video message'
/** Far longer than a join takes. */
const ANSWER_MS = 3_000
/** States within this time share a message. */
const PAUSE_MS = 20

type Message<Call> =
  | { type: 'call'; id: string; from: string; until: number; call: Call }
  | { type: 'answer'; id: string; answer?: unknown; refusal?: unknown }
  | { type: 'states'; states: [text: string, followers: string[]][] }
  | { type: 'end'; follower: string; reason?: 'ended' | undefined }

type Options<Call> = {
  redis: RedisServer
  secret: Buffer
  clock: Clock
  /** The answer to the call of the node `from`, which waits until `isLate`. Throws refusals. */
  onCall(call: Call, how: { from: string; isLate(): boolean }): Promise<unknown>
  /** The refusal that callers get after an unexpected error. */
  failure: 'room_unavailable' | 'stream_unavailable'
  /** The state of a room for somebody who follows it in this node. */
  onState?(follower: string, state: string): void
  onFollowerEnd?(follower: string, reason?: 'ended'): void
  onError(error: unknown): void
}

/** Another node did not answer, or has ended. */
export class NodeGoneError extends Error {
  override readonly name = 'NodeGoneError'
}

export class NodeMessages<Call> {
  /** The name of this process among the others. */
  readonly node = newId()
  readonly #options: Options<Call>
  readonly #redis: RedisMessages
  readonly #waiting = new Map<string, { resolve(answer: unknown): void; reject(error: Refusal): void }>()
  /** By node, the newest states for its followers. */
  readonly #states = new Map<string, Map<string, string>>()
  #sending: NodeJS.Timeout | undefined
  #calls = 0

  constructor(options: Options<Call>) {
    this.#options = options
    const { redis, onError } = options
    this.#redis = new RedisMessages({ url: redis.url, onError })
    this.#redis.open(this.#channelOf(this.node), (text) => this.#receive(text))
  }

  /** The answer of another node. Throws its refusals, and NodeGoneError. */
  async call(node: string, call: Call): Promise<unknown> {
    if (this.#waiting.size >= MAX_FORWARDED_CALLS) throw new NodeGoneError('Too many calls wait.')
    const id = newId()
    const { promise, resolve, reject } = Promise.withResolvers<unknown>()
    this.#waiting.set(id, { resolve, reject })
    try {
      const until = this.#options.clock.now() + ANSWER_MS
      if (!(await this.#send(node, { type: 'call', id, from: this.node, until, call })))
        throw new NodeGoneError('The node does not listen.')
      return await withTimeLimit(promise, ANSWER_MS, () => new NodeGoneError('The node does not answer.'))
    } finally {
      this.#waiting.delete(id)
    }
  }

  /** Sends the state of a room to somebody who follows it on another node. */
  show(node: string, follower: string, state: string): void {
    const states = this.#states.get(node) ?? new Map<string, string>()
    this.#states.set(node, states.set(follower, state))
    this.#sending ??= setTimeout(() => this.#sendStates(), PAUSE_MS)
  }

  end(node: string, follower: string, reason?: 'ended'): void {
    this.#sendStates()
    void this.#send(node, { type: 'end', follower, reason })
  }

  close(): void {
    clearTimeout(this.#sending)
    this.#redis.close()
  }

  #channelOf(node: string): string {
    return `${this.#options.redis.prefix}video:${node}`
  }

  /** False if no node has this name. */
  async #send(node: string, message: Message<Call>): Promise<boolean> {
    const text = encrypt(this.#options.secret, PURPOSE, JSON.stringify(message))
    return (await this.#redis.publish(this.#channelOf(node), text)) > 0
  }

  #sendStates(): void {
    clearTimeout(this.#sending)
    this.#sending = undefined
    for (const [node, states] of this.#states) {
      // An audience gets the same state.
      const followers = Map.groupBy(states.keys(), (follower) => states.get(follower) ?? '')
      void this.#send(node, { type: 'states', states: [...followers] })
    }
    this.#states.clear()
  }

  #receive(text: string): void {
    const json = text.length <= MAX_FORWARDED_BYTES && decrypt(this.#options.secret, PURPOSE, text)
    if (!json) return
    // Only nodes of this installation can make a message.
    const message = JSON.parse(json) as Message<Call>
    const { onState, onFollowerEnd } = this.#options
    if (message.type === 'call') void this.#answer(message)
    else if (message.type === 'states')
      for (const [state, followers] of message.states)
        for (const follower of followers) onState?.(follower, state)
    else if (message.type === 'end') onFollowerEnd?.(message.follower, message.reason)
    else if (message.refusal) this.#waiting.get(message.id)?.reject(refusalCodec.fromData(message.refusal))
    else this.#waiting.get(message.id)?.resolve(message.answer)
  }

  async #answer({ id, from, until, call }: Message<Call> & { type: 'call' }): Promise<void> {
    const isLate = () => this.#options.clock.now() > until
    if (isLate() || this.#calls >= MAX_FORWARDED_CALLS) return
    this.#calls += 1
    try {
      await this.#send(from, {
        type: 'answer',
        id,
        answer: await this.#options.onCall(call, { from, isLate }),
      })
    } catch (error) {
      const refusal = refusalCodec.toData(error)
      if (!refusal) this.#options.onError(error)
      const failure = refusalCodec.toData(new Refusal(this.#options.failure))
      await this.#send(from, { type: 'answer', id, refusal: refusal ?? failure })
    } finally {
      this.#calls -= 1
    }
  }
}
