// The PostgreSQL store: named statements, a change in two round trips, and a retry when another transaction was faster.
import pg from 'pg'
import type { WriteContext } from '../changes/operation.ts'
import { runTransaction, type Transaction, type TransactionResult } from '../changes/transaction.ts'
import type { StoredRow } from '../sql/columns.ts'
import type { Query, Statement, Values } from '../sql/statements.ts'
import { type RefusalCodec, type Store, StoreUnavailable } from '../store.ts'
import { lastTakenNumber } from '../webhooks/events.ts'
import { HighWaterMark } from './high-water-mark.ts'

const MAX_TRIES = 8
const BIGINT = 20

// Errors after which the change can be decided again (postgresql.org/docs/15/errcodes-appendix.html): unique and foreign key
// violations, serialization failure, deadlock.
const CONFLICTS = new Set(['23505', '23503', '40001', '40P01'])

// Only this detects a server that stops responding but keeps its connections open.
const MAX_QUERY_MS = 8_000

// A bulk change grows tables so fast that a cached plan, made for small tables, would read a whole platform for every row.
const PLAN_EACH = 'SET LOCAL plan_cache_mode = force_custom_plan'

// Each locks its rows in the order of its caller. Two that met on some would wait for each other until the server ends
// one of them, after a second: of a platform they go one after the other.
const lockBulkWrites = ({ platformId }: WriteContext): pg.QueryConfig => ({
  name: 'bulk.lock',
  text: 'SELECT pg_advisory_xact_lock(hashtextextended($1, 0))',
  values: [`lectern bulk ${platformId}`],
})

type PoolOptions = { url: string; connections: number; maxQueryMs?: number }
export type PostgresOptions = { url: string; connections: number; refusals: RefusalCodec }

/** Opens a pool on a migrated database. The connections are made when they are needed. */
export function openPostgresStore({ url, connections, refusals }: PostgresOptions): Store {
  return new PostgresStore(createPool({ url, connections, maxQueryMs: MAX_QUERY_MS }), refusals)
}

/** A pool whose integers are numbers: ours are below 2^53. */
export function createPool({ url, connections, maxQueryMs }: PoolOptions): pg.Pool {
  const types: pg.CustomTypesConfig = {
    getTypeParser: (id: number, format?: 'text' | 'binary') =>
      id === BIGINT ? Number : pg.types.getTypeParser(id, format as 'text'),
  }
  const pool = new pg.Pool({
    connectionString: url,
    max: connections,
    connectionTimeoutMillis: 5_000,
    ...(maxQueryMs === undefined ? {} : { query_timeout: maxQueryMs }),
    pipeline: true,
    types,
    application_name: 'lectern',
  } as pg.PoolConfig)
  // A broken connection is replaced at its next use, and its queries fail by themselves; without listeners, for idle
  // ones and for those in use, it would end the process.
  pool.on('error', () => {}).on('connect', (client) => client.on('error', () => {}))
  return pool
}

class PostgresStore implements Store {
  readonly #pool: pg.Pool
  readonly #refusals: RefusalCodec
  readonly #highWaterMark: HighWaterMark

  constructor(pool: pg.Pool, refusals: RefusalCodec) {
    this.#pool = pool
    this.#refusals = refusals
    this.#highWaterMark = new HighWaterMark(pool, () => this.read(lastTakenNumber()))
  }

  async read<T>(query: Query<T>): Promise<T> {
    try {
      const { rows } = await this.#pool.query<StoredRow>(bound(query))
      return query.decode(rows)
    } catch (error) {
      throw asUnavailable(error)
    }
  }

  async highWaterMark(): Promise<number> {
    try {
      return await this.#highWaterMark.read()
    } catch (error) {
      throw asUnavailable(error)
    }
  }

  async execute<Answer>(
    ctx: WriteContext,
    transaction: Transaction<Answer>,
  ): Promise<TransactionResult<Answer>> {
    for (let attempt = 1; ; attempt += 1) {
      try {
        // The operations of the commands give answers of this type.
        return (await this.#executeOnce(ctx, transaction)) as TransactionResult<Answer>
      } catch (error) {
        if (!isConflict(error) || attempt === MAX_TRIES) throw asUnavailable(error)
      }
    }
  }

  async isReachable(): Promise<boolean> {
    return this.#pool.query('select 1').then(
      () => true,
      () => false,
    )
  }

  async close(): Promise<void> {
    await this.#pool.end()
  }

  async #executeOnce(ctx: WriteContext, transaction: Transaction): Promise<TransactionResult> {
    const client = await this.#pool.connect()
    try {
      const result = await runSteps(client, ctx, runTransaction(transaction, ctx, this.#refusals))
      client.release()
      return result
    } catch (error) {
      await client.query('ROLLBACK').then(
        () => client.release(),
        (broken: Error) => client.release(broken),
      )
      throw error
    }
  }
}

/** Statements without a result go out with the next read: a transaction of one command is two round trips. */
async function runSteps(
  client: pg.PoolClient,
  ctx: WriteContext,
  steps: ReturnType<typeof runTransaction>,
): Promise<TransactionResult> {
  let pending: (pg.QueryConfig | string)[] = ['BEGIN']
  let values: unknown[] = []
  for (;;) {
    const { done, value } = steps.next(values)
    if (done) {
      await allResults([...pending, 'COMMIT'].map((query) => client.query(query)))
      return value
    }
    if (value.kind === 'savepoint') pending.push(PLAN_EACH, lockBulkWrites(ctx), 'SAVEPOINT change')
    if (value.kind === 'rollback_to_savepoint') pending.push('ROLLBACK TO SAVEPOINT change')
    if (value.kind === 'writes') pending.push(...value.writes.map(bound))
    if (value.kind === 'reads') {
      const queries = [...pending, ...value.queries.map(bound)]
      const results = await allResults(queries.map((query) => client.query<StoredRow>(query)))
      const rows = results.slice(pending.length).map((result) => result.rows)
      values = value.queries.map((query, place) => query.decode(rows[place] ?? []))
      pending = []
    }
  }
}

/** Waits for the whole pipeline, then throws its first error: a connection with pending results cannot be reused. */
async function allResults<T>(pending: readonly Promise<T>[]): Promise<T[]> {
  const results = await Promise.allSettled(pending)
  return results.map((result) => {
    if (result.status === 'rejected') throw result.reason
    return result.value
  })
}

const bound = ({ statement, values }: { statement: Statement; values: Values }): pg.QueryConfig => {
  const compiled = statement.for('postgres')
  return { name: compiled.name, text: compiled.sql, values: compiled.bind(values) }
}

const codeOf = (error: unknown): string =>
  error instanceof Error && 'code' in error ? String(error.code) : ''

const isConflict = (error: unknown): boolean => CONFLICTS.has(codeOf(error))

/** Turns failures to reach the server into StoreUnavailable. Other errors are bugs and stay as they are. */
function asUnavailable(error: unknown): unknown {
  const code = codeOf(error)
  // Classes 08 (connection), 40 (rolled back, time after time), 53 (resources), 57 (operator intervention), 58 (system),
  // and 25006 (read only).
  const isStorage =
    /^(08|40|53|57|58)|^25006$|^E[A-Z]+$/.test(code) ||
    (error instanceof Error &&
      /terminated|timeout exceeded|read timeout|not queryable|Connection ended/i.test(error.message))
  return isStorage ? new StoreUnavailable('PostgreSQL cannot be reached.', { cause: error }) : error
}
