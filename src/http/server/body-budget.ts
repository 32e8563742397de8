// The memory for large bodies: how much of it tenants and their clients can have at once, and who waits for it.
import { Refusal } from '../../domain/changes/errors.ts'
import type { Requester } from '../../lib/security/fair-turns.ts'

export type BodyBudgetOptions = {
  /** A tenant can have half of them, and a client a quarter, which must be enough for the largest body. */
  maxBytes: number
  maxWaitMs: number
}

type Waiting = { requester: Requester; bytes: number; admit(): void }

export class BodyBudget {
  readonly #options: BodyBudgetOptions
  readonly #usedBy = new Map<string, number>()
  readonly #waiting = new Set<Waiting>()

  constructor(options: BodyBudgetOptions) {
    this.#options = options
  }

  /**
   * Waits until there is room and returns the function that frees it, to be called once. Throws `unavailable` if the wait
   * is too long.
   */
  async reserve(requester: Requester, bytes: number): Promise<() => void> {
    if (this.#isWaiting(requester) || !this.#hasRoom(requester, bytes)) await this.#wait(requester, bytes)
    else this.#add(requester, bytes)
    return () => {
      this.#add(requester, -bytes)
      this.#admitWaiting()
    }
  }

  /** Whether an earlier body of the client waits, which must not be overtaken. */
  #isWaiting({ tenant, client }: Requester): boolean {
    const waiting = [...this.#waiting]
    return waiting.some(({ requester }) => requester.tenant === tenant && requester.client === client)
  }

  #hasRoom(requester: Requester, bytes: number): boolean {
    return this.#shares(requester).every(
      ({ name, maxBytes }) => (this.#usedBy.get(name) ?? 0) + bytes <= maxBytes,
    )
  }

  #add(requester: Requester, bytes: number): void {
    for (const { name } of this.#shares(requester)) {
      const used = (this.#usedBy.get(name) ?? 0) + bytes
      if (used > 0) this.#usedBy.set(name, used)
      else this.#usedBy.delete(name)
    }
  }

  #shares({ tenant, client }: Requester): { name: string; maxBytes: number }[] {
    const { maxBytes } = this.#options
    return [
      { name: '', maxBytes },
      { name: tenant, maxBytes: maxBytes / 2 },
      { name: `${tenant} ${client}`, maxBytes: maxBytes / 4 },
    ]
  }

  async #wait(requester: Requester, bytes: number): Promise<void> {
    const { maxWaitMs } = this.#options
    const { promise, resolve, reject } = Promise.withResolvers<void>()
    const waiting = { requester, bytes, admit: resolve }
    this.#waiting.add(waiting)
    const timer = setTimeout(() => {
      this.#waiting.delete(waiting)
      reject(noRoom(Math.ceil(maxWaitMs / 1000)))
    }, maxWaitMs)
    await promise.finally(() => clearTimeout(timer))
  }

  #admitWaiting(): void {
    for (const waiting of this.#waiting) {
      const { requester, bytes, admit } = waiting
      if (!this.#hasRoom(requester, bytes)) continue
      this.#waiting.delete(waiting)
      this.#add(requester, bytes)
      admit()
    }
  }
}

const noRoom = (retryAfterSeconds: number) =>
  new Refusal('unavailable', {
    message: 'Too many large bodies are being processed right now.',
    retryAfterSeconds,
  })
