// Renders public pages one at a time. Clients take turns, so that nobody waits for all that one client has asked for.
import { setImmediate as pass } from 'node:timers/promises'
import { Refusal } from '../../kernel/changes/errors.ts'

/** Further requests of a client would wait for seconds. */
const MAX_WAITING_OF_CLIENT = 200
/** Limits the memory for requests that wait. */
const MAX_WAITING = 2_000
const RETRY_SECONDS = 5

export class RenderQueue {
  /** The waiting tasks of each client, in the order of their turns. */
  readonly #clients = new Map<string, (() => Promise<unknown>)[]>()
  #waiting = 0

  /** Throws `unavailable` if too many are waiting. */
  run<T>(client: string, render: () => Promise<T>): Promise<T> {
    const own = this.#clients.get(client) ?? []
    if (own.length >= MAX_WAITING_OF_CLIENT || this.#waiting >= MAX_WAITING)
      throw new Refusal('unavailable', { retryAfterSeconds: RETRY_SECONDS })
    const { promise, resolve, reject } = Promise.withResolvers<T>()
    own.push(() => render().then(resolve, reject))
    this.#clients.set(client, own)
    this.#waiting += 1
    if (this.#waiting === 1) void this.#work()
    return promise
  }

  async #work(): Promise<void> {
    for (const [client, [task, ...later]] of this.#clients) {
      this.#clients.delete(client)
      // The loop also visits what is added to the end of the map.
      if (later.length > 0) this.#clients.set(client, later)
      await task?.()
      await pass()
      this.#waiting -= 1
    }
  }
}
