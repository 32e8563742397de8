// The PostgreSQL store: named statements, changes in two round trips, and a retry if another transaction was faster.
import { setTimeout as delay } from 'node:timers/promises'
import type pg from 'pg'
import { MAX_CONNECTION_WAIT_MS } from '../../limits.ts'
import { lastTakenNumber } from '../changes/events.ts'
import type { AnyOperation, LoadContext, WriteContext } from '../changes/operation.ts'
import {
  lockedObjectOf,
  runTransaction,
  type Transaction,
  type TransactionResult,
} from '../changes/transaction.ts'
import type { Candidate, Post } from '../leader-election.ts'
import type { StoredRow } from '../sql/columns.ts'
import type { Query } from '../sql/statements.ts'
import { type RefusalCodec, type Store, StoreUnavailable } from '../store.ts'
import { ConnectionPool } from './connection-pool.ts'
import { ControlConnection } from './control-connection.ts'
import { HighWaterMark } from './high-water-mark.ts'
import { Hosts } from './hosts.ts'
import { LeaseCandidate } from './lease-candidate.ts'
import { bound, runPipeline } from './pipeline.ts'
import { SharedTransactions } from './shared-transactions.ts'

const MAX_TRIES = 8

// Errors after which the change can be decided again (postgresql.org/docs/15/errcodes-appendix.html): unique and foreign key
// violations, serialization failure, deadlock.
const UNIQUE_VIOLATION = '23505'
const CONFLICTS = new Set([UNIQUE_VIOLATION, '23503', '40001', '40P01'])

const CLOCK = 'select extract(epoch from clock_timestamp()) * 1000 as now'
const MODE = "select current_setting('transaction_read_only') as mode"

// Transactions that wait for one row queue up, and a lock timeout starts over with each of them, so only a statement
// timeout limits the wait. It does not limit the wait for a standby to confirm the commit.
const beginWithin = (waitMs: number): string => `BEGIN; SET LOCAL statement_timeout = ${waitMs}`

// Bulk changes lock rows in the order of the request. Two of them on one platform could deadlock, which the server
// detects only after a second. Therefore, they run one at a time.
const WAIT_FOR_LOCKS = 'SET LOCAL lock_timeout = 0'
const lockBulkWrites = ({ platformId }: WriteContext): pg.QueryConfig => ({
  name: 'bulk.lock',
  text: 'SELECT pg_advisory_xact_lock(hashtextextended($1, 0))',
  values: [`lectern bulk ${platformId}`],
})

export type PostgresOptions = {
  url: string
  connections: number
  /** Found by the names of those in commands, as by the writer thread of SQLite. */
  operations: readonly AnyOperation[]
  refusals: RefusalCodec
}

/** Opens a pool on a migrated database. Throws StoreUnavailable if the server does not sync commits to its disk. */
export async function openPostgresStore({
  url,
  connections,
  operations,
  refusals,
}: PostgresOptions): Promise<Store> {
  const hosts = new Hosts(url)
  await hosts.findPrimary()
  const control = new ControlConnection(hosts)
  const pool = new ConnectionPool({ hosts, control, connections })
  try {
    await assertDurable(control)
    await pool.warmUp()
  } catch (error) {
    await Promise.all([pool.end(), control.close()])
    throw asUnavailable(error)
  }
  return new PostgresStore(pool, control, { operations, refusals })
}

/** Settings from the URL of the client do not count: only tests ask for weak commits there. */
const WEAK = `
  select name from pg_settings
  where name in ('fsync', 'full_page_writes', 'synchronous_commit') and setting = 'off' and source <> 'client'`

async function assertDurable(control: ControlConnection): Promise<void> {
  const [weak] = await control.query<{ name: string }>(WEAK)
  if (weak)
    throw new StoreUnavailable(`PostgreSQL could lose acknowledged changes: ${weak.name} is off; turn it on.`)
}

/**
 * Tables with more than half of their rows changed since the last statistics. There are none while autovacuum keeps up.
 */
const GROWN_TABLES = `
  select quote_ident(relname) as name from pg_stat_user_tables
  where schemaname = current_schema() and n_mod_since_analyze >= 1000 and n_mod_since_analyze > n_live_tup / 2`

class PostgresStore implements Store {
  readonly #pool: ConnectionPool
  readonly #control: ControlConnection
  readonly #operations: ReadonlyMap<string, AnyOperation>
  readonly #refusals: RefusalCodec
  readonly #highWaterMark: HighWaterMark
  readonly #shared: SharedTransactions

  constructor(
    pool: ConnectionPool,
    control: ControlConnection,
    { operations, refusals }: Pick<PostgresOptions, 'operations' | 'refusals'>,
  ) {
    this.#pool = pool
    this.#control = control
    this.#operations = new Map(operations.map((operation) => [operation.name, operation]))
    this.#refusals = refusals
    this.#highWaterMark = new HighWaterMark(pool, () => this.read(lastTakenNumber({})))
    this.#shared = new SharedTransactions({ pool, refusals, beginWithin })
  }

  async read<T>(query: Query<T>): Promise<T> {
    try {
      return query.decode(await this.#pool.query<StoredRow>(bound(query)))
    } catch (error) {
      throw asUnavailable(error)
    }
  }

  commitMark(): undefined {}

  async highWaterMark(): Promise<number> {
    try {
      return await this.#highWaterMark.read()
    } catch (error) {
      throw asUnavailable(error)
    }
  }

  async execute<Answer>(ctx: WriteContext, asked: Transaction<Answer>): Promise<TransactionResult<Answer>> {
    const transaction = this.#withOperations(asked)
    const object = isShort(ctx, transaction) ? lockedObjectOf(transaction) : null
    let untilMs = performance.now() + MAX_CONNECTION_WAIT_MS
    let isAfterConflict = false
    for (let attempt = 1; ; attempt += 1) {
      try {
        const shared =
          object !== null && attempt === 1 ? await this.#shared.execute(object, ctx, transaction) : undefined
        const result = shared ?? (await this.#executeOnce({ ...ctx, isAfterConflict }, transaction, untilMs))
        // The operations of the commands determine the type of the answers.
        return result as TransactionResult<Answer>
      } catch (error) {
        if (!isConflict(error)) throw asUnavailable(error)
        if (attempt === MAX_TRIES)
          throw new StoreUnavailable('There are too many conflicting changes at once.', { cause: error })
        isAfterConflict ||= codeOf(error) === UNIQUE_VIOLATION
        // Transactions that conflicted are less likely to conflict again.
        await delay(Math.random() * 2 ** attempt)
        untilMs = performance.now() + MAX_CONNECTION_WAIT_MS
      }
    }
  }

  async isReachable(): Promise<boolean> {
    const [row] = await this.#control.query<{ mode: string }>(MODE).catch((error) => {
      // The server is full, so the pool may have the remaining connections.
      if (codeOf(error) !== '53300') throw error
      return this.#pool.query<{ mode: string }>({ text: MODE })
    })
    return row?.mode === 'off'
  }

  async readClock(): Promise<number> {
    const [row] = await this.#control.query<{ now: string }>(CLOCK)
    return Number(row?.now)
  }

  async renewStatistics(): Promise<void> {
    const grown = await this.#pool.query<{ name: string }>({ text: GROWN_TABLES })
    for (const { name } of grown) await this.#pool.query({ text: `ANALYZE ${name}` })
  }

  openCandidate(post: Post): Candidate {
    return new LeaseCandidate(this.#control, post)
  }

  async close(): Promise<void> {
    await Promise.all([this.#pool.end(), this.#control.close()])
  }

  #withOperations(transaction: Transaction): Transaction {
    const commands = transaction.commands.map((command) => {
      const operation = this.#operations.get(command.operation.name)
      if (!operation) throw new Error(`There is no operation ${command.operation.name}.`)
      return { ...command, operation }
    })
    return { ...transaction, commands }
  }

  #executeOnce(ctx: LoadContext, transaction: Transaction, untilMs: number): Promise<TransactionResult> {
    return this.#pool.use(async (client, waitMs) => {
      const begin = isShort(ctx, transaction) ? beginWithin(waitMs) : 'BEGIN'
      const steps = runTransaction(transaction, ctx, this.#refusals)
      try {
        return await runSteps(client, { ctx, begin, steps })
      } catch (error) {
        await client.query('ROLLBACK')
        throw error
      }
    }, untilMs)
  }
}

/** Bulk changes and jobs may take long. */
const isShort = ({ actor }: WriteContext, { commands }: Transaction): boolean =>
  commands.length === 1 && actor.kind !== 'system'

/**
 * Sends statements without a result together with the next read, so a transaction of one command is two round trips.
 */
async function runSteps(
  client: pg.PoolClient,
  { ctx, begin, steps }: { ctx: WriteContext; begin: string; steps: ReturnType<typeof runTransaction> },
): Promise<TransactionResult> {
  let pending: (pg.QueryConfig | string)[] = [begin]
  let values: unknown[] = []
  for (;;) {
    const { done, value } = steps.next(values)
    if (done) {
      await runPipeline(client, [...pending, 'COMMIT'])
      return value
    }
    if (value.kind === 'savepoint') pending.push(WAIT_FOR_LOCKS, lockBulkWrites(ctx), 'SAVEPOINT change')
    if (value.kind === 'rollback_to_savepoint') pending.push('ROLLBACK TO SAVEPOINT change')
    if (value.kind === 'writes') pending.push(...value.writes.map(bound))
    if (value.kind === 'reads') {
      const results = await runPipeline(client, [...pending, ...value.queries.map(bound)])
      const rows = results.slice(pending.length)
      values = value.queries.map((query, place) => query.decode(rows[place] ?? []))
      pending = []
    }
  }
}

const codeOf = (error: unknown): string =>
  error instanceof Error && 'code' in error ? String(error.code) : ''

const isConflict = (error: unknown): boolean => CONFLICTS.has(codeOf(error))

/** Turns failures to reach the server into StoreUnavailable. Other errors are bugs and are returned as they are. */
function asUnavailable(error: unknown): unknown {
  const code = codeOf(error)
  // A lock that was not free in time (55P03), and classes 08 (connection), 40 (rolled back again and again),
  // 53 (resources), 57 (operator intervention), 58 (system),
  // and 25006 (read only).
  const isStorage =
    /^(08|40|53|57|58)|^25006$|^55P03$|^E[A-Z]+$/.test(code) ||
    (error instanceof Error &&
      /terminated|timeout exceeded|read timeout|not queryable|Connection ended/i.test(error.message))
  return isStorage ? new StoreUnavailable('PostgreSQL cannot be reached.', { cause: error }) : error
}
