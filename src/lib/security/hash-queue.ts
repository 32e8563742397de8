// The queue in front of password hashing, the dearest thing the service does: fair between tenants, and bounded.
import type { Clock } from '../time/clock.ts'

export type HashQueueOptions = {
  /** Hashes at once. */
  concurrency: number
  /** The same while there is a bulk batch, whose end takes long enough to be worth every core; by default no more. */
  bulkConcurrency?: number
  /** The longest that a batch may be expected to take from its admission. */
  maxWaitMs: number
  hash: (password: string) => Promise<string>
  clock: Clock
}

/** A batch was not admitted, and nothing of it hashed. */
export class HashQueueFull extends Error {
  readonly retryAfterSeconds: number

  constructor(retryAfterSeconds: number) {
    super('The queue of passwords to hash is full.')
    this.name = 'HashQueueFull'
    this.retryAfterSeconds = retryAfterSeconds
  }
}

type Batch = {
  readonly tenant: string
  readonly passwords: readonly string[]
  readonly hashes: string[]
  started: number
  done: number
  readonly resolve: (hashes: string[]) => void
  readonly reject: (cause: unknown) => void
}

const FIRST_ESTIMATE_MS = 15
/** How much the latest duration weighs in the moving average. */
const WEIGHT = 0.2

/** Takes one password of each waiting tenant in turn; batches of one tenant in the order they came. */
export class HashQueue {
  readonly #options: HashQueueOptions
  /** Waiting batches by tenant; the order of the keys is the order of the turns. */
  readonly #waiting = new Map<string, Batch[]>()
  #queued = 0
  #running = 0
  /** Bulk batches that are not done. */
  #bulk = 0
  #averageMs = FIRST_ESTIMATE_MS

  constructor(options: HashQueueOptions) {
    this.#options = options
  }

  /**
   * The hashes of the passwords, in their order. Rejects with HashQueueFull, at once and with nothing done, where all
   * that is queued and this batch would take longer than may be; and with the first error of a hash, upon which the
   * rest of the batch is dropped.
   */
  hash(tenant: string, passwords: readonly string[], { isBulk = false } = {}): Promise<string[]> {
    if (passwords.length === 0) return Promise.resolve([])
    const excessMs = this.#estimateMs(passwords.length) - this.#options.maxWaitMs
    if (excessMs > 0) return Promise.reject(new HashQueueFull(Math.max(1, Math.ceil(excessMs / 1000))))
    if (isBulk) this.#bulk++
    const hashed = new Promise<string[]>((resolve, reject) => {
      this.#enqueue({ tenant, passwords, hashes: [], started: 0, done: 0, resolve, reject })
    })
    return isBulk ? hashed.finally(() => this.#bulk--) : hashed
  }

  #estimateMs(added: number): number {
    const ahead = this.#queued + this.#running
    // An average can only be corrected by hashing: after a stall, an idle queue must not go on refusing by it.
    const eachMs = ahead === 0 ? Math.min(this.#averageMs, FIRST_ESTIMATE_MS) : this.#averageMs
    return ((ahead + added) * eachMs) / this.#options.concurrency
  }

  #enqueue(batch: Batch): void {
    const batches = this.#waiting.get(batch.tenant)
    if (batches === undefined) this.#waiting.set(batch.tenant, [batch])
    else batches.push(batch)
    this.#queued += batch.passwords.length
    this.#startNext()
  }

  #startNext(): void {
    while (this.#running < this.#mostAtOnce()) {
      const [turn] = this.#waiting
      if (turn === undefined) return
      const [tenant, batches] = turn
      // Taken out and put back, the tenant stands behind all others.
      this.#waiting.delete(tenant)
      const batch = batches[0]
      if (batch === undefined) continue
      const index = batch.started++
      this.#queued--
      if (batch.started === batch.passwords.length) batches.shift()
      if (batches.length > 0) this.#waiting.set(tenant, batches)
      void this.#run(batch, index)
    }
  }

  #mostAtOnce(): number {
    const { concurrency, bulkConcurrency = concurrency } = this.#options
    return this.#bulk > 0 ? bulkConcurrency : concurrency
  }

  async #run(batch: Batch, index: number): Promise<void> {
    const { clock, hash } = this.#options
    const startMs = clock.monotonic()
    this.#running++
    try {
      batch.hashes[index] = await hash(batch.passwords[index] ?? '')
      this.#averageMs += WEIGHT * (clock.monotonic() - startMs - this.#averageMs)
      if (++batch.done === batch.passwords.length) batch.resolve(batch.hashes)
    } catch (cause) {
      this.#drop(batch)
      batch.reject(cause)
    }
    this.#running--
    this.#startNext()
  }

  #drop(batch: Batch): void {
    this.#queued -= batch.passwords.length - batch.started
    batch.started = batch.passwords.length
    const left = this.#waiting.get(batch.tenant)?.filter((other) => other !== batch) ?? []
    if (left.length > 0) this.#waiting.set(batch.tenant, left)
    else this.#waiting.delete(batch.tenant)
  }
}
