// The password queue, in front of password hashing, the most expensive operation: fair between tenants, and bounded.
import type { Clock } from '../time/clock.ts'

export type HashQueueOptions = {
  /** How many hashes run at the same time. */
  concurrency: number
  /** The same while there is a bulk batch, which is worth using every core; the default is `concurrency`. */
  bulkConcurrency?: number
  /** A batch that is expected to take longer than this is not accepted. */
  maxWaitMs: number
  hash: (password: string) => Promise<string>
  clock: Clock
}

/** The batch was not accepted; none of its passwords were hashed. */
export class HashQueueFull extends Error {
  readonly retryAfterSeconds: number

  constructor(retryAfterSeconds: number) {
    super('The password queue is full.')
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
/** The weight of the latest duration in the moving average. */
const WEIGHT = 0.2

/** Takes one password of each waiting tenant in turn. Batches of one tenant run in the order of their arrival. */
export class HashQueue {
  readonly #options: HashQueueOptions
  /** Waiting batches by tenant. The order of the keys is the order of the turns. */
  readonly #waiting = new Map<string, Batch[]>()
  #queued = 0
  #running = 0
  /** Unfinished bulk batches. */
  #bulk = 0
  #averageMs = FIRST_ESTIMATE_MS

  constructor(options: HashQueueOptions) {
    this.#options = options
  }

  /**
   * The hashes of the passwords, in the same order. Rejects with HashQueueFull at once if the wait would be too long, and
   * with the first error of a hash, after which the rest of the batch is dropped.
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
    // Only hashing corrects the average: after a stall, an idle queue must not keep rejecting because of it.
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
    while (this.#running < this.#maxRunning()) {
      const [turn] = this.#waiting
      if (turn === undefined) return
      const [tenant, batches] = turn
      // Removed and added again, the tenant moves behind all others.
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

  #maxRunning(): number {
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
