// The SQLite store: reads on this thread, changes on the writer thread.
import { Worker } from 'node:worker_threads'
import { lastTakenNumber } from '../changes/events.ts'
import type { WriteContext } from '../changes/operation.ts'
import type { Transaction, TransactionResult } from '../changes/transaction.ts'
import { type Candidate, LocalCandidate, type Post, type Seat } from '../leader-election.ts'
import type { Query } from '../sql/statements.ts'
import { type Store, StoreUnavailable } from '../store.ts'
import { asUnavailable, openReading, Session } from './connection.ts'
import type { FromWriter, Job, JobResult, ToWriter } from './protocol.ts'
import { createReadinessCheck } from './readiness.ts'

type Waiting = { resolve(result: TransactionResult): void; reject(error: unknown): void }

export type SqliteOptions = {
  path: string
  /** The module that runs the writer with the operations of the domain. */
  writerModule: URL
  /** Migrates the file. */
  migrate(): Promise<unknown>
}

/** Starts the writer thread, which loads its modules while the file is migrated, and opens the reading connection. */
export async function openSqliteStore(options: SqliteOptions): Promise<Store> {
  const worker = new Worker(options.writerModule)
  try {
    const isReady = new Promise<void>((resolve, reject) => {
      worker.once('message', () => resolve())
      worker.once('error', reject)
    })
    const open = () => worker.postMessage(options.path)
    await Promise.all([isReady, options.migrate().then(open)])
    return new SqliteStore(worker, options)
  } catch (error) {
    await worker.terminate()
    throw error
  }
}

class SqliteStore implements Store {
  readonly #worker: Worker
  readonly #reading
  readonly #session: Session
  readonly #isReady: () => Promise<boolean>
  readonly #waiting = new Map<number, Waiting>()
  readonly #seats = new Map<Post, Seat>()
  #unsent: Job[] = []
  #lastJob = 0
  #hasFailedToSave = false
  #probes: ((canCommit: boolean) => void)[] = []
  #analyses: (() => void)[] = []
  #failure: Error | undefined
  #closed: Promise<void> | undefined
  #hasClosed: () => void = () => {}

  constructor(worker: Worker, { path }: Pick<SqliteOptions, 'path'>) {
    this.#worker = worker
    this.#reading = openReading(path)
    this.#session = new Session(this.#reading)
    this.#isReady = createReadinessCheck(this.#reading, path)
    worker.on('message', (message: FromWriter) => this.#receive(message))
    worker.on('error', (error) => this.#fail(error instanceof Error ? error : new Error(String(error))))
    worker.on('exit', () => this.#fail(new Error('The writer thread has exited.')))
  }

  async read<T>(query: Query<T>): Promise<T> {
    try {
      return this.#session.read(query)
    } catch (error) {
      throw asUnavailable(error)
    }
  }

  /** The highest committed number. One thread writes, so events are committed in the order of their numbers. */
  highWaterMark(): Promise<number> {
    return this.read(lastTakenNumber({}))
  }

  commitMark(): number {
    try {
      return this.#session.dataVersion()
    } catch (error) {
      throw asUnavailable(error)
    }
  }

  async execute<Answer>(
    ctx: WriteContext,
    { commands, ...transaction }: Transaction<Answer>,
  ): Promise<TransactionResult<Answer>> {
    if (this.#failure || this.#closed) throw this.#unavailable()
    const named = commands.map(({ operation, input }) => ({ operation: operation.name, input }))
    const { promise, resolve, reject } = Promise.withResolvers<TransactionResult>()
    this.#lastJob += 1
    this.#waiting.set(this.#lastJob, { resolve, reject })
    // All changes requested in one turn of the event loop cross to the writer in one message.
    if (this.#unsent.length === 0) setImmediate(() => this.#send())
    this.#unsent.push({ id: this.#lastJob, ctx, transaction: { ...transaction, commands: named } })
    // The operations of the commands determine the type of the answers.
    return (await promise) as TransactionResult<Answer>
  }

  async isReachable(): Promise<boolean> {
    if (this.#failure || this.#closed || !(await this.#isReady())) return false
    return this.#canCommit()
  }

  async readClock(): Promise<undefined> {}

  async renewStatistics(): Promise<void> {
    if (this.#failure || this.#closed) return
    const { promise, resolve } = Promise.withResolvers<void>()
    this.#analyses.push(resolve)
    this.#post({ type: 'analyze' })
    await promise
  }

  openCandidate(post: Post): Candidate {
    const seat = this.#seats.get(post) ?? { leader: undefined }
    this.#seats.set(post, seat)
    return new LocalCandidate(seat)
  }

  close(): Promise<void> {
    this.#closed ??= new Promise<void>((resolve) => {
      this.#hasClosed = resolve
      this.#send()
      // The reader closes first: the last connection to close checkpoints the WAL, and only the writer can do that.
      this.#reading.close()
      this.#post({ type: 'close' })
      if (this.#failure) resolve()
    })
    return this.#closed
  }

  /** False if the last change could not be saved and another attempt fails as well. */
  async #canCommit(): Promise<boolean> {
    if (!this.#hasFailedToSave) return true
    const { promise, resolve } = Promise.withResolvers<boolean>()
    this.#probes.push(resolve)
    this.#post({ type: 'probe' })
    return promise
  }

  #send(): void {
    const jobs = this.#unsent
    this.#unsent = []
    if (jobs.length > 0) this.#post({ type: 'jobs', jobs })
  }

  #post(message: ToWriter): void {
    this.#worker.postMessage(message)
  }

  #receive(message: FromWriter): void {
    if (message.type === 'closed') this.#hasClosed()
    if (message.type === 'analyzed') this.#analyses.shift()?.()
    if (message.type === 'probed') {
      this.#hasFailedToSave = !message.canCommit
      this.#probes.shift()?.(message.canCommit)
    }
    if (message.type === 'results') for (const result of message.results) this.#settle(result)
  }

  #settle(job: JobResult): void {
    const waiting = this.#waiting.get(job.id)
    this.#waiting.delete(job.id)
    if (job.status !== 'failed') this.#hasFailedToSave = job.status === 'unavailable'
    if (job.status === 'executed') waiting?.resolve(job.result)
    if (job.status === 'unavailable') waiting?.reject(new StoreUnavailable(job.message))
    if (job.status === 'failed') waiting?.reject(Object.assign(new Error(job.message), { stack: job.stack }))
  }

  #fail(error: Error): void {
    this.#failure ??= error
    for (const waiting of this.#waiting.values()) waiting.reject(this.#unavailable())
    this.#waiting.clear()
    for (const resolve of this.#probes.splice(0)) resolve(false)
    for (const resolve of this.#analyses.splice(0)) resolve()
    this.#hasClosed()
  }

  #unavailable(): StoreUnavailable {
    return new StoreUnavailable('The writer thread is not running.', { cause: this.#failure })
  }
}
