// The memory budget for large bodies: the share that tenants and their clients can use at once, and the order of
// waiting.
import { Refusal } from '../../changes/errors.ts'
import type { Requester } from '../../lib/security/fair-turns.ts'

export type BodyBudgetOptions = {
  /** A tenant can use half of it, and a client a quarter, which must be enough for the largest body. */
  maxBytes: number
  maxWaitMs: number
  /** A body that takes longer to arrive gives up its memory if other clients are waiting for it. */
  maxArrivalMs: number
}

export type Reservation = {
  /** Marks the body as arrived, after which it keeps its memory. */
  arrived(): void
  /** Frees the memory. */
  release(): void
}

const SLOW_CHECK_MS = 250

type Arriving = { requester: Requester; sinceMs: number; giveWay(): void }

type Waiting = { requester: Requester; bytes: number; admit(): void }

export class BodyBudget {
  readonly #options: BodyBudgetOptions
  readonly #usedBy = new Map<string, number>()
  readonly #waiting = new Set<Waiting>()
  /** Oldest first. */
  readonly #arriving = new Set<Arriving>()

  constructor(options: BodyBudgetOptions) {
    this.#options = options
  }

  /**
   * Waits until there is room. Throws `unavailable` if the wait is too long. If others need the memory while the body
   * arrives, frees it and calls `onSlow` with a refusal.
   */
  async reserve(
    requester: Requester,
    bytes: number,
    onSlow: (refusal: Refusal) => void,
  ): Promise<Reservation> {
    if (this.#isWaiting(requester) || !this.#hasRoom(requester, bytes)) await this.#wait(requester, bytes)
    else this.#add(requester, bytes)
    let isHeld = true
    const release = () => {
      this.#arriving.delete(arriving)
      if (isHeld) this.#add(requester, -bytes)
      isHeld = false
      this.#admitWaiting()
    }
    const giveWay = () => {
      release()
      onSlow(tooSlow(this.#options.maxArrivalMs))
    }
    const arriving = { requester, sinceMs: performance.now(), giveWay }
    this.#arriving.add(arriving)
    return { arrived: () => void this.#arriving.delete(arriving), release }
  }

  /** Whether an earlier body of the client is waiting, which must not be overtaken. */
  #isWaiting(requester: Requester): boolean {
    return [...this.#waiting].some((waiting) => isSame(waiting.requester, requester))
  }

  #hasRoom(requester: Requester, bytes: number): boolean {
    return this.#fullShares(requester, bytes).length === 0
  }

  /** The shares that have no room for this many bytes. */
  #fullShares(requester: Requester, bytes: number): string[] {
    const shares = this.#shares(requester)
    return shares
      .filter(({ name, maxBytes }) => (this.#usedBy.get(name) ?? 0) + bytes > maxBytes)
      .map(({ name }) => name)
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
    const checking = setInterval(() => this.#endSlowBodies(waiting), SLOW_CHECK_MS)
    await promise.finally(() => {
      clearTimeout(timer)
      clearInterval(checking)
    })
  }

  /** Ends bodies of other clients that arrive slowly, oldest first, until there is room. */
  #endSlowBodies(waiting: Waiting): void {
    const { requester, bytes } = waiting
    const slowSinceMs = performance.now() - this.#options.maxArrivalMs
    for (const { requester: other, sinceMs, giveWay } of this.#arriving) {
      if (!this.#waiting.has(waiting)) return
      const full = this.#fullShares(requester, bytes)
      const isInTheWay = this.#shares(other).some(({ name }) => full.includes(name))
      if (isInTheWay && !isSame(other, requester) && sinceMs <= slowSinceMs) giveWay()
    }
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

const isSame = (a: Requester, b: Requester): boolean => a.tenant === b.tenant && a.client === b.client

const noRoom = (retryAfterSeconds: number) =>
  new Refusal('unavailable', {
    message: 'Too many large bodies are being processed right now.',
    retryAfterSeconds,
  })

const tooSlow = (maxArrivalMs: number) =>
  new Refusal('unavailable', {
    message: 'The body arrived too slowly while others were waiting.',
    retryAfterSeconds: Math.ceil(maxArrivalMs / 1000),
  })
