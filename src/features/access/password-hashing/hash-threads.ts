// Threads that hash, verify, and judge passwords. On Linux, they have a low priority and use every core, but only the time that
// requests leave.
import { availableParallelism } from 'node:os'
import { Worker } from 'node:worker_threads'
import { workerModule } from '../../../kernel/lib/program-files.ts'

/** A password to hash, to verify against a hash, or to judge by what a guesser would try first. */
export type HashTask = { password: string; hash?: string; inputs?: readonly string[] }
/** The hash, whether the password matches, or whether it is easy to guess. */
export type HashResult = string | boolean

type Waiting = { task: HashTask; resolve(result: HashResult): void; reject(error: unknown): void }

const ENDED = 'A thread that hashes passwords has ended.'
/** An idle thread costs memory. */
const IDLE_MS = 10_000

/** Where threads cannot have a priority of their own, one core stays free for requests. */
export const HASHES_AT_ONCE = Math.max(1, availableParallelism() - (process.platform === 'linux' ? 0 : 1))

export class HashThreads {
  readonly #idle: Worker[] = []
  readonly #all = new Set<Worker>()
  readonly #waiting: Waiting[] = []
  #stopping: NodeJS.Timeout | undefined

  async hash(password: string): Promise<string> {
    return String(await this.#run({ password }))
  }

  async verify(password: string, hash: string): Promise<boolean> {
    return (await this.#run({ password, hash })) === true
  }

  async isEasyToGuess(password: string, inputs: readonly string[]): Promise<boolean> {
    return (await this.#run({ password, inputs })) === true
  }

  /** Rejects unfinished tasks. */
  async [Symbol.asyncDispose](): Promise<void> {
    clearTimeout(this.#stopping)
    for (const { reject } of this.#waiting.splice(0)) reject(new Error(ENDED))
    await Promise.all([...this.#all].map((thread) => thread.terminate()))
  }

  #run(task: HashTask): Promise<HashResult> {
    const { promise, resolve, reject } = Promise.withResolvers<HashResult>()
    this.#waiting.push({ task, resolve, reject })
    this.#startNext()
    return promise
  }

  #startNext(): void {
    clearTimeout(this.#stopping)
    if (this.#waiting.length === 0) {
      this.#stopping = setTimeout(() => this.#stopIdle(), IDLE_MS).unref()
      return
    }
    const thread = this.#idle.pop() ?? (this.#all.size < availableParallelism() ? this.#open() : undefined)
    const next = thread && this.#waiting.shift()
    if (next) this.#start(thread, next)
  }

  #start(thread: Worker, { task, resolve, reject }: Waiting): void {
    const end = () => reject(new Error(ENDED))
    // Keeps the program running until the task is done.
    thread.ref()
    thread.on('error', reject).on('exit', end)
    thread.once('message', (result: HashResult) => {
      thread.off('error', reject).off('exit', end)
      thread.unref()
      this.#idle.push(thread)
      resolve(result)
      this.#startNext()
    })
    thread.postMessage(task)
  }

  #open(): Worker {
    const thread = new Worker(workerModule('features/access/password-hashing/hash-thread'))
    this.#all.add(thread)
    // An error also ends the thread.
    thread
      .on('error', () => {})
      .on('exit', () => {
        this.#all.delete(thread)
        this.#startNext()
      })
    return thread
  }

  #stopIdle(): void {
    for (const thread of this.#idle.splice(0)) void thread.terminate()
  }
}
