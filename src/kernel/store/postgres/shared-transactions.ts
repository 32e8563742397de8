// Group commit: changes of different objects that wait at the same time share a transaction, with one statement for all
// changes that run the same one. Each change reads what was committed before, as it would in a transaction of its own.

import { MAX_CONNECTION_WAIT_MS } from '../../limits.ts'
import type { WriteContext } from '../changes/operation.ts'
import {
  type Access,
  runTransaction,
  type Transaction,
  type TransactionResult,
} from '../changes/transaction.ts'
import type { StoredRow } from '../sql/columns.ts'
import type { Query, Write } from '../sql/statements.ts'
import type { RefusalCodec } from '../store.ts'
import type { ConnectionPool } from './connection-pool.ts'
import { pg } from './driver.ts'
import { isLocking, mergeQueries, mergeWrites } from './merged-statements.ts'
import { runPipeline } from './pipeline.ts'

/** One group can run while the commit of the other is synced. */
const MAX_GROUPS = 2
const LARGEST_GROUP = 32
/** If no connection is free after this time, each change waits for a connection of its own, or is refused at once. */
const MAX_CONNECT_MS = 100
/** A change that waits longer for a lock gets a transaction of its own, so that the group does not wait. */
const LOCK_TIMEOUT = 'SET LOCAL lock_timeout = 100'

type Job = {
  /** Unique across platforms. */
  object: string
  ctx: WriteContext
  transaction: Transaction
  resolve(result: TransactionResult | undefined): void
  reject(error: unknown): void
}

type Options = {
  pool: ConnectionPool
  refusals: RefusalCodec
  /** Begins a transaction whose statements may each take this long. */
  beginWithin(waitMs: number): string
}

export class SharedTransactions {
  readonly #options: Options
  #waiting: Job[] = []
  /** The objects that the running groups change. */
  readonly #objects = new Set<string>()
  #groups = 0
  /** Whether a group begins at the end of this turn. */
  #isStarting = false
  /** Whether a group waits for a connection. New changes join it. */
  #isConnecting = false

  constructor(options: Options) {
    this.#options = options
  }

  /**
   * Resolves after the commit, or with undefined if the change had no effect because it needs a transaction of its own.
   * `object` names the object that the transaction changes. Throws the errors of the pool and of PostgreSQL.
   */
  execute(
    object: string,
    ctx: WriteContext,
    transaction: Transaction,
  ): Promise<TransactionResult | undefined> {
    const { promise, resolve, reject } = Promise.withResolvers<TransactionResult | undefined>()
    this.#waiting.push({ object: `${ctx.platformId} ${object}`, ctx, transaction, resolve, reject })
    // A group starts with all changes requested in one turn of the event loop.
    if (!this.#isStarting) setImmediate(() => this.#start())
    this.#isStarting = true
    return promise
  }

  #start(): void {
    this.#isStarting = false
    if (this.#isConnecting || this.#groups === MAX_GROUPS) return
    if (this.#waiting.every(({ object }) => this.#objects.has(object))) return
    this.#isConnecting = true
    this.#groups += 1
    void this.#runGroup().finally(() => {
      this.#groups -= 1
      this.#start()
    })
  }

  /**
   * Runs a group of the waiting changes once there is a connection. If no connection is free in time, the changes that
   * waited for it leave.
   */
  async #runGroup(): Promise<void> {
    const { pool, beginWithin } = this.#options
    const waiting = new Set(this.#waiting)
    const nowMs = performance.now()
    let group: Job[] | undefined
    const work = async (client: pg.PoolClient, waitMs: number) => {
      group = this.#takeGroup()
      this.#isConnecting = false
      this.#start()
      await this.#commit(client, `${beginWithin(waitMs)}; ${LOCK_TIMEOUT}`, group)
    }
    try {
      await pool.use(work, nowMs + MAX_CONNECTION_WAIT_MS, nowMs + MAX_CONNECT_MS)
    } catch (error) {
      if (!group) return this.#dissolve(waiting)
      for (const { resolve, reject } of group) isOfStatement(error) ? resolve(undefined) : reject(error)
    }
    for (const { object } of group ?? []) this.#objects.delete(object)
  }

  /** Changes of the same object leave together, because all of them would find it locked or new. */
  #leave(object: string, resolve: Job['resolve']): void {
    resolve(undefined)
    for (const job of this.#waiting) if (job.object === object) job.resolve(undefined)
    this.#waiting = this.#waiting.filter((job) => job.object !== object)
  }

  #dissolve(jobs: ReadonlySet<Job>): void {
    this.#isConnecting = false
    const left = this.#waiting.filter((job) => jobs.has(job))
    this.#waiting = this.#waiting.filter((job) => !jobs.has(job))
    for (const { resolve } of left) resolve(undefined)
  }

  /** Takes the first waiting changes, one per object. */
  #takeGroup(): Job[] {
    const group: Job[] = []
    const later: Job[] = []
    for (const job of this.#waiting) {
      const isFree = group.length < LARGEST_GROUP && !this.#objects.has(job.object)
      if (isFree) this.#objects.add(job.object)
      ;(isFree ? group : later).push(job)
    }
    this.#waiting = later
    return group
  }

  async #commit(client: pg.PoolClient, begin: string, group: readonly Job[]): Promise<void> {
    const changes = group.map(
      ({ ctx, transaction }) =>
        new Change(runTransaction(transaction, { ...ctx, isAfterConflict: false }, this.#options.refusals)),
    )
    try {
      await commitAll(client, begin, changes)
    } catch (error) {
      await client.query('ROLLBACK')
      throw error
    }
    for (const [index, { object, resolve, reject }] of group.entries()) {
      const { error, result } = changes[index] ?? {}
      if (error) reject(error)
      else if (result) resolve(result)
      else this.#leave(object, resolve)
    }
  }
}

/**
 * Whether a statement failed because of one of the changes, so that the others succeed on their own: classes 22 (data),
 * 23 (constraint), 40 (rolled back), 42 (a bug), and 55 (a lock that is not free). After other errors, the others would
 * fail as well or may be committed.
 */
const isOfStatement = (error: unknown): boolean =>
  error instanceof pg.DatabaseError && /^(22|23|40|42|55)/.test(error.code ?? '')

/** A change of a group. It runs up to its next reads. */
class Change {
  readonly #steps: Generator<Access, TransactionResult, unknown[]>
  readonly writes: Write[] = []
  /** The next reads; undefined at the end. */
  queries: readonly Query<unknown>[] | undefined
  result: TransactionResult | undefined
  /** Set if the operation has a bug. */
  error: Error | undefined

  constructor(steps: Generator<Access, TransactionResult, unknown[]>) {
    this.#steps = steps
    this.continue([])
  }

  continue(values: unknown[]): void {
    this.queries = undefined
    try {
      for (let step = this.#steps.next(values); ; step = this.#steps.next([])) {
        if (step.done) this.result = step.value
        else if (step.value.kind === 'writes') this.writes.push(...step.value.writes)
        else if (step.value.kind === 'reads') this.queries = step.value.queries
        if (step.done || this.queries) return
      }
    } catch (error) {
      this.error = error instanceof Error ? error : new Error(String(error))
    }
  }

  /** Ends the change without an effect. */
  leave(): void {
    this.queries = undefined
    this.writes.length = 0
  }
}

async function commitAll(client: pg.PoolClient, begin: string, changes: readonly Change[]): Promise<void> {
  const locked = new Set<unknown>()
  let opening = [begin]
  for (;;) {
    const reading = changes.filter(({ queries }) => queries !== undefined)
    if (reading.length === 0) break
    const queriesOfAll = reading.map(({ queries = [] }) => queries)
    const rowsOfAll = queriesOfAll.map((queries) => queries.map((): StoredRow[] => []))
    const merged = mergeQueries(queriesOfAll, (change, place, rows) => {
      rowsOfAll[change]?.splice(place, 1, rows)
    })
    const results = await runPipeline(client, [...opening, ...merged.map(({ statement }) => statement)])
    for (const [index, { receive }] of merged.entries()) receive(results[opening.length + index] ?? [])
    opening = []
    for (const [index, change] of reading.entries()) continueOrLeave(change, rowsOfAll[index] ?? [], locked)
  }
  await runPipeline(client, [...opening, ...mergeWrites(changes.map(({ writes }) => writes)), 'COMMIT'])
}

/**
 * A change leaves unless it has locked its object and nothing else. It may not have because the object is new, another
 * transaction has locked it, or an earlier change of the group names it differently.
 */
function continueOrLeave(change: Change, rowsOfEach: readonly StoredRow[][], locked: Set<unknown>): void {
  const { queries = [] } = change
  const lockedRows = queries.flatMap((query, place) => (isLocking(query) ? [rowsOfEach[place]?.[0]] : []))
  const isAlone = lockedRows.length <= 1 && lockedRows.every((row) => row && !locked.has(row.id))
  if (!isAlone) {
    change.leave()
    return
  }
  for (const row of lockedRows) locked.add(row?.id)
  change.continue(queries.map((query, place) => query.decode(rowsOfEach[place] ?? [])))
}
