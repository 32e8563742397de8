// The password queue, in front of what is expensive to do with passwords: hashing, verifying, and judging them. It is
// bounded, and fair between tenants and between their clients.
import type { Clock } from '../time/clock.ts'
import { FairTurns, type Requester } from './fair-turns.ts'
import { isEasyToGuess } from './password-strength.ts'
import { newDecoy, verifyPassword, verifyPasswordNow, workOf } from './passwords.ts'

export type HashQueueOptions = {
  /** Number of passwords that are hashed or verified at the same time. */
  concurrency: number
  /** A password is not hashed if its expected wait is longer than this. */
  maxWaitMs: number
  /** A password is not verified if its expected wait is longer than this; the default is `maxWaitMs`. */
  maxVerifyWaitMs?: number
  hash: (password: string) => Promise<string>
  verify?: (password: string, hash: string) => Promise<boolean>
  isEasyToGuess?: (password: string, inputs: readonly string[]) => Promise<boolean>
  /** A hash that costs as much as those of `hash` and that no password matches. */
  decoy?: string
  clock: Pick<Clock, 'monotonic'>
}

/** The password was not accepted, because it would have to wait too long. */
export class HashQueueFull extends Error {
  /** The estimated wait; at least 1. */
  readonly retryAfterSeconds: number

  constructor(retryAfterSeconds: number) {
    super('The password queue is full.')
    this.name = 'HashQueueFull'
    this.retryAfterSeconds = retryAfterSeconds
  }
}

type Task = { requester: Requester; run(): Promise<void> }

const FIRST_ESTIMATE_MS = 15
/** The weight of the latest duration in the moving average. */
const WEIGHT = 0.2

/** Takes one password of each client in turn. */
export class HashQueue {
  readonly #options: HashQueueOptions
  readonly #decoy: string
  readonly #turns = new FairTurns<Task>()
  #running = 0
  #averageMs = FIRST_ESTIMATE_MS

  constructor(options: HashQueueOptions) {
    this.#options = options
    this.#decoy = options.decoy ?? newDecoy()
  }

  /** Hashes the password. Rejects with HashQueueFull at once if the wait would be too long. */
  hash(requester: Requester, password: string): Promise<string> {
    const { hash, maxWaitMs } = this.#options
    return this.#run(requester, maxWaitMs, () => hash(password))
  }

  /** Whether the password matches the hash. Rejects with HashQueueFull at once if the wait would be too long. */
  verify(requester: Requester, password: string, hash: string): Promise<boolean> {
    const { verify = verifyPassword, maxWaitMs, maxVerifyWaitMs = maxWaitMs } = this.#options
    return this.#run(requester, maxVerifyWaitMs, () => verify(password, hash))
  }

  /**
   * Like `verify`, but always with the work of one full hash, even if the stored hash is cheaper or missing, so that
   * the response time does not reveal whether an account exists or which kind of password it has.
   */
  async verifySignIn(requester: Requester, password: string, hash: string | undefined): Promise<boolean> {
    if (hash !== undefined && workOf(hash) >= workOf(this.#decoy))
      return this.verify(requester, password, hash)
    await this.verify(requester, password, this.#decoy)
    return hash !== undefined && verifyPasswordNow(password, hash)
  }

  /** Whether a chosen password is easy to guess for who knows the inputs. Rejects like `hash`. */
  isEasyToGuess(requester: Requester, password: string, inputs: readonly string[]): Promise<boolean> {
    const { isEasyToGuess: judge = isEasyToGuess, maxWaitMs } = this.#options
    return this.#run(requester, maxWaitMs, () => judge(password, inputs))
  }

  async #run<T>(requester: Requester, maxWaitMs: number, work: () => Promise<T>): Promise<T> {
    const eachMs = this.#eachMs() / this.#options.concurrency
    const aheadMs = (this.#running + this.#turns.ahead(requester)) * eachMs
    if (aheadMs + eachMs > maxWaitMs) throw new HashQueueFull(Math.max(1, Math.ceil(aheadMs / 1000)))
    const { promise, resolve, reject } = Promise.withResolvers<T>()
    this.#turns.add({ requester, run: () => this.#measure(work).then(resolve, reject) })
    this.#startNext()
    return promise
  }

  #eachMs(): number {
    const isIdle = this.#running === 0 && this.#turns.isEmpty
    // Only hashing corrects the average. After a stall, an idle queue must not keep rejecting because of it.
    return isIdle ? Math.min(this.#averageMs, FIRST_ESTIMATE_MS) : this.#averageMs
  }

  async #measure<T>(work: () => Promise<T>): Promise<T> {
    const { clock } = this.#options
    const startMs = clock.monotonic()
    const result = await work()
    this.#averageMs += WEIGHT * (clock.monotonic() - startMs - this.#averageMs)
    return result
  }

  #startNext(): void {
    while (this.#running < this.#options.concurrency) {
      const task = this.#turns.next()
      if (task === undefined) return
      this.#running += 1
      void task.run().then(() => {
        this.#running -= 1
        this.#startNext()
      })
    }
  }
}
