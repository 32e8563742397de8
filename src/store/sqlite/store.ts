// The SQLite store as the program sees it: reads on this thread, changes on the writer thread.
import { Worker } from 'node:worker_threads'
import { changedFrom, type Performed } from '../changes/perform.ts'
import type { Query } from '../sql/statements.ts'
import {
  type Change,
  type Changed,
  type Operation,
  onlyAnswer,
  type RefusalCodec,
  type Store,
  StoreUnavailable,
  step,
  type WriteContext,
} from '../store.ts'
import { lastTakenNumber } from '../webhooks/events.ts'
import { asUnavailable, openReading, Session } from './connection.ts'
import type { FromWriter, Job, JobOutcome, ToWriter } from './protocol.ts'

type Waiting = { resolve(performed: Performed): void; reject(error: unknown): void }

export type SqliteOptions = {
  path: string
  /** The module that runs the writer with the operations of the domain. */
  writerModule: URL
  refusals: RefusalCodec
}

/** Starts the writer thread on a migrated file and opens the reading connection. */
export async function openSqliteStore(options: SqliteOptions): Promise<Store> {
  const worker = new Worker(options.writerModule, { workerData: { path: options.path } })
  await new Promise<void>((resolve, reject) => {
    worker.once('message', () => resolve())
    worker.once('error', reject)
  })
  return new SqliteStore(worker, options)
}

class SqliteStore implements Store {
  readonly #worker: Worker
  readonly #refusals: RefusalCodec
  readonly #reading
  readonly #session: Session
  readonly #waiting = new Map<number, Waiting>()
  #unsent: Job[] = []
  #lastJob = 0
  #failure: Error | undefined
  #closed: Promise<void> | undefined
  #hasClosed: () => void = () => {}

  constructor(worker: Worker, { path, refusals }: SqliteOptions) {
    this.#worker = worker
    this.#refusals = refusals
    this.#reading = openReading(path)
    this.#session = new Session(this.#reading)
    worker.on('message', (message: FromWriter) => this.#hear(message))
    worker.on('error', (error) => this.#fail(error instanceof Error ? error : new Error(String(error))))
    worker.on('exit', () => this.#fail(new Error('The writer thread has ended.')))
  }

  async read<T>(query: Query<T>): Promise<T> {
    try {
      return this.#session.read(query)
    } catch (error) {
      throw asUnavailable(error)
    }
  }

  /** One thread writes, in the order of the numbers: the highest that a commit has taken. */
  highWaterMark(): Promise<number> {
    return this.read(lastTakenNumber())
  }

  async run<State, Input, Answer>(
    operation: Operation<State, Input, Answer>,
    ctx: WriteContext,
    input: Input,
  ): Promise<Answer> {
    return onlyAnswer(
      await this.change(ctx, { steps: [step(operation, input)], isAtomic: false, purpose: 'commit' }),
    )
  }

  async change<Answer>(ctx: WriteContext, { steps, ...change }: Change<Answer>): Promise<Changed<Answer>> {
    if (this.#failure || this.#closed) throw this.#unavailable()
    const named = steps.map(({ operation, input }) => ({ operation: operation.name, input }))
    const { promise, resolve, reject } = Promise.withResolvers<Performed>()
    this.#lastJob += 1
    this.#waiting.set(this.#lastJob, { resolve, reject })
    // All that one turn of the event loop asks for crosses to the writer in one message.
    if (this.#unsent.length === 0) setImmediate(() => this.#send())
    this.#unsent.push({ id: this.#lastJob, ctx, change: { ...change, steps: named } })
    return changedFrom(await promise, this.#refusals)
  }

  async isReachable(): Promise<boolean> {
    return this.#failure === undefined && this.#closed === undefined
  }

  close(): Promise<void> {
    this.#closed ??= new Promise<void>((resolve) => {
      this.#hasClosed = resolve
      this.#send()
      // The reader goes first: the last connection brings the log home into the file, and that needs a writing one.
      this.#reading.close()
      this.#post({ type: 'close' })
      if (this.#failure) resolve()
    })
    return this.#closed
  }

  #send(): void {
    const jobs = this.#unsent
    this.#unsent = []
    if (jobs.length > 0) this.#post({ type: 'jobs', jobs })
  }

  #post(message: ToWriter): void {
    this.#worker.postMessage(message)
  }

  #hear(message: FromWriter): void {
    if (message.type === 'closed') this.#hasClosed()
    if (message.type === 'outcomes') for (const outcome of message.outcomes) this.#settle(outcome)
  }

  #settle(outcome: JobOutcome): void {
    const waiting = this.#waiting.get(outcome.id)
    this.#waiting.delete(outcome.id)
    if (outcome.status === 'done') waiting?.resolve(outcome.performed)
    else waiting?.reject(this.#errorOf(outcome))
  }

  #errorOf(outcome: Exclude<JobOutcome, { status: 'done' }>): Error {
    if (outcome.status === 'refused') return this.#refusals.fromData(outcome.refusal)
    if (outcome.status === 'unavailable') return new StoreUnavailable(outcome.message)
    return Object.assign(new Error(outcome.message), { stack: outcome.stack })
  }

  #fail(error: Error): void {
    this.#failure ??= error
    for (const waiting of this.#waiting.values()) waiting.reject(this.#unavailable())
    this.#waiting.clear()
    this.#hasClosed()
  }

  #unavailable(): StoreUnavailable {
    return new StoreUnavailable('The writer thread does not run.', { cause: this.#failure })
  }
}
