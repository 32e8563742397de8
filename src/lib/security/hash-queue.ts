// The password queue, in front of hashing and verifying passwords, the most expensive operations: fair between tenants and
// between their clients, and bounded.
import type { Clock } from '../time/clock.ts'
import { type Batch, FairTurns, type Requester, sumUpTo } from './fair-turns.ts'
import { verifyPassword } from './passwords.ts'

export type HashQueueOptions = {
  /** How many hashes run at the same time. */
  concurrency: number
  /** The same while there is a bulk batch, which is worth using every core; the default is `concurrency`. */
  bulkConcurrency?: number
  /** A batch that is expected to take longer than this is not accepted. */
  maxWaitMs: number
  /**
   * A bulk batch is not accepted while earlier ones of its client are expected to take at least this long, or those of
   * its tenant twice as long, of which no client counts more than once. The default is `maxWaitMs`.
   */
  maxBulkWaitMs?: number
  /** A password is not verified if it is expected to wait longer than this; the default is `maxWaitMs`. */
  maxVerifyWaitMs?: number
  hash: (password: string) => Promise<string>
  verify?: (password: string, hash: string) => Promise<boolean>
  clock: Pick<Clock, 'monotonic'>
}

/** How a bulk batch waits. */
type BulkTurn = {
  /** Accepted however long the queue is, because an earlier part of the request is already done. */
  isContinued?: boolean
}

export type HashOptions = {
  /** Of a bulk request, which waits much longer than others. */
  bulk?: BulkTurn | undefined
  /** Aborted when the hashes are no longer needed. */
  signal?: AbortSignal | undefined
}

/** The batch was not accepted; none of its passwords were hashed. */
export class HashQueueFull extends Error {
  /** The estimated wait, at least 1. */
  readonly retryAfterSeconds: number

  constructor(retryAfterSeconds: number) {
    super('The password queue is full.')
    this.name = 'HashQueueFull'
    this.retryAfterSeconds = retryAfterSeconds
  }
}

type Task = () => Promise<unknown>

type TaskBatch = Batch & {
  readonly tasks: readonly Task[]
  done: number
  readonly resolve: () => void
  readonly reject: (cause: unknown) => void
}

const FIRST_ESTIMATE_MS = 15
/** The weight of the latest duration in the moving average. */
const WEIGHT = 0.2
/** While both wait, a bulk batch gets every fourth turn, so it always makes progress. */
const TURNS_BEFORE_BULK = 3

/** Takes one password of each client in turn. Bulk batches get the turns that no other batch needs. */
export class HashQueue {
  readonly #options: HashQueueOptions
  readonly #single = new FairTurns<TaskBatch>()
  readonly #bulk = new FairTurns<TaskBatch>()
  #running = 0
  /** Unfinished bulk batches. */
  #unfinishedBulk = 0
  #turnsSinceBulk = 0
  #averageMs = FIRST_ESTIMATE_MS

  constructor(options: HashQueueOptions) {
    this.#options = options
  }

  /**
   * The hashes of the passwords, in the same order. Rejects with HashQueueFull at once if the wait would be too long, with
   * the reason of the signal when it aborts, and with the first error of a hash. The rest of the batch is then dropped.
   */
  async hash(
    requester: Requester,
    passwords: readonly string[],
    { bulk, signal }: HashOptions = {},
  ): Promise<string[]> {
    if (passwords.length === 0) return []
    signal?.throwIfAborted()
    const { hash, maxWaitMs } = this.#options
    const size = passwords.length
    const full = bulk ? this.#bulkRefusal(requester, bulk) : this.#refusal(requester, size, maxWaitMs)
    if (full) throw full
    const hashes: string[] = []
    const tasks = passwords.map((password, index) => async () => {
      hashes[index] = await hash(password)
    })
    await this.#run(requester, tasks, { bulk, signal })
    return hashes
  }

  /** Whether the password matches the hash. Throws HashQueueFull at once if the wait would be too long. */
  async verify(requester: Requester, password: string, hash: string): Promise<boolean> {
    const { verify = verifyPassword, maxWaitMs, maxVerifyWaitMs = maxWaitMs } = this.#options
    const full = this.#refusal(requester, 1, maxVerifyWaitMs)
    if (full) throw full
    let isRight = false
    const task = async () => {
      isRight = await verify(password, hash)
    }
    await this.#run(requester, [task])
    return isRight
  }

  #run(requester: Requester, tasks: readonly Task[], { bulk, signal }: HashOptions = {}): Promise<void> {
    const turns = bulk ? this.#bulk : this.#single
    const { promise, resolve, reject } = Promise.withResolvers<void>()
    const batch = { requester, size: tasks.length, started: 0, tasks, done: 0, resolve, reject }
    const stop = () => {
      turns.drop(batch)
      reject(signal?.reason)
    }
    signal?.addEventListener('abort', stop, { once: true })
    if (bulk) this.#unfinishedBulk++
    turns.add(batch)
    this.#startNext()
    return promise.finally(() => {
      signal?.removeEventListener('abort', stop)
      if (bulk) this.#unfinishedBulk--
    })
  }

  #refusal(requester: Requester, added: number, maxWaitMs: number): HashQueueFull | undefined {
    const eachMs = this.#eachMs() / this.#options.concurrency
    const aheadMs = (this.#running + this.#single.ahead(requester, added)) * eachMs
    return aheadMs + added * eachMs > maxWaitMs ? queueFull(aheadMs) : undefined
  }

  #bulkRefusal(requester: Requester, { isContinued = false }: BulkTurn): HashQueueFull | undefined {
    const { maxWaitMs, maxBulkWaitMs = maxWaitMs } = this.#options
    const eachMs = this.#eachMs() / this.#maxRunning()
    const most = maxBulkWaitMs / eachMs
    const waiting = this.#bulk.waiting(requester.tenant)
    const own = waiting.get(requester.client) ?? 0
    if (isContinued || (own < most && sumUpTo(most, waiting.values()) < 2 * most)) return undefined
    return queueFull(Math.max(own, this.#bulk.ahead(requester, 1)) * eachMs)
  }

  #eachMs(): number {
    const isIdle = this.#running === 0 && this.#single.isEmpty && this.#bulk.isEmpty
    // Only hashing corrects the average: after a stall, an idle queue must not keep rejecting because of it.
    return isIdle ? Math.min(this.#averageMs, FIRST_ESTIMATE_MS) : this.#averageMs
  }

  #maxRunning(): number {
    const { concurrency, bulkConcurrency = concurrency } = this.#options
    return this.#unfinishedBulk > 0 ? bulkConcurrency : concurrency
  }

  #startNext(): void {
    while (this.#running < this.#maxRunning()) {
      const isBulkTurn = this.#single.isEmpty || this.#turnsSinceBulk >= TURNS_BEFORE_BULK
      const turns = isBulkTurn && !this.#bulk.isEmpty ? this.#bulk : this.#single
      const batch = turns.next()
      if (batch === undefined) return
      this.#turnsSinceBulk = turns === this.#bulk ? 0 : this.#turnsSinceBulk + 1
      void this.#start(turns, batch, batch.tasks[batch.started - 1])
    }
  }

  async #start(turns: FairTurns<TaskBatch>, batch: TaskBatch, task: Task | undefined): Promise<void> {
    const { clock } = this.#options
    const startMs = clock.monotonic()
    this.#running++
    try {
      await task?.()
      this.#averageMs += WEIGHT * (clock.monotonic() - startMs - this.#averageMs)
      if (++batch.done === batch.size) batch.resolve()
    } catch (cause) {
      turns.drop(batch)
      batch.reject(cause)
    }
    this.#running--
    this.#startNext()
  }
}

const queueFull = (aheadMs: number) => new HashQueueFull(Math.max(1, Math.ceil(aheadMs / 1000)))
