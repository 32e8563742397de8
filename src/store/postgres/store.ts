// The PostgreSQL store: named statements, a change in two round trips, and another try when somebody was faster.
import pg from 'pg'
import type { StoredRow } from '../columns.ts'
import {
  decideContext,
  type Operation,
  type Store,
  StoreUnavailable,
  type WriteContext,
  writesOf,
} from '../engine.ts'
import type { Query, Statement, Values, Write } from '../statement.ts'

const MOST_TRIES = 8
const BIGINT = 20

// Errors after which the same change can be decided anew (postgresql.org/docs/15/errcodes-appendix.html):
// unique and foreign key violations, serialization failure, deadlock.
const SOMEBODY_WAS_FASTER = new Set(['23505', '23503', '40001', '40P01'])

// A server that has fallen silent, as against one that is gone, is noticed by this alone.
const LONGEST_QUERY_MS = 8_000

export type PostgresOptions = { url: string; connections: number }

/** Opens a pool on a migrated database. The connections are made when they are needed. */
export function openPostgresStore({ url, connections }: PostgresOptions): Store {
  return new PostgresStore(createPool({ url, connections, longestQueryMs: LONGEST_QUERY_MS }))
}

type PoolOptions = PostgresOptions & { longestQueryMs?: number }

/** A pool whose integers are numbers: ours are below 2^53. */
export function createPool({ url, connections, longestQueryMs }: PoolOptions): pg.Pool {
  const types: pg.CustomTypesConfig = {
    getTypeParser: (id: number, format?: 'text' | 'binary') =>
      id === BIGINT ? Number : pg.types.getTypeParser(id, format as 'text'),
  }
  const pool = new pg.Pool({
    connectionString: url,
    max: connections,
    connectionTimeoutMillis: 5_000,
    ...(longestQueryMs === undefined ? {} : { query_timeout: longestQueryMs }),
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

  constructor(pool: pg.Pool) {
    this.#pool = pool
  }

  async read<T>(query: Query<T>): Promise<T> {
    try {
      const { rows } = await this.#pool.query<StoredRow>(bound(query))
      return query.decode(rows)
    } catch (error) {
      throw asUnavailable(error)
    }
  }

  async run<State, Input, Answer>(
    operation: Operation<State, Input, Answer>,
    ctx: WriteContext,
    input: Input,
  ): Promise<Answer> {
    for (let tries = 1; ; tries += 1) {
      try {
        return await this.#runOnce(operation, ctx, input)
      } catch (error) {
        if (!wasOvertaken(error) || tries === MOST_TRIES) throw asUnavailable(error)
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

  async #runOnce<State, Input, Answer>(
    operation: Operation<State, Input, Answer>,
    ctx: WriteContext,
    input: Input,
  ): Promise<Answer> {
    const client = await this.#pool.connect()
    try {
      const state = await load(client, operation.load(ctx, input))
      const deciding = decideContext(ctx)
      const decision = operation.decide(state, deciding, input)
      await commit(client, writesOf(decision, deciding))
      client.release()
      return decision.answer
    } catch (error) {
      await client.query('ROLLBACK').then(
        () => client.release(),
        (broken: Error) => client.release(broken),
      )
      throw error
    }
  }
}

async function load<State>(
  client: pg.PoolClient,
  loads: { [K in keyof State]: Query<State[K]> },
): Promise<State> {
  const entries = Object.entries<Query<unknown>>(loads)
  const [, ...results] = await settled([
    client.query('BEGIN'),
    ...entries.map(([, query]) => client.query<StoredRow>(bound(query))),
  ])
  const states = entries.map(([key, query], index) => [key, query.decode(results[index]?.rows ?? [])])
  return Object.fromEntries(states) as State
}

async function commit(client: pg.PoolClient, writes: readonly Write[]): Promise<void> {
  await settled([...writes.map((write) => client.query(bound(write))), client.query('COMMIT')])
}

/** Waits for all of a pipeline, then throws its first error: a connection with answers to come is not reusable. */
async function settled<T>(pending: readonly Promise<T>[]): Promise<T[]> {
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

const wasOvertaken = (error: unknown): boolean => SOMEBODY_WAS_FASTER.has(codeOf(error))

/** Failures to reach the server, as against failures of the program. */
function asUnavailable(error: unknown): unknown {
  const code = codeOf(error)
  // Classes 08 (connection), 53 (resources), 57 (operator intervention), 58 (system), and 25006 (read only).
  const isStorage =
    /^(08|53|57|58)|^25006$|^E[A-Z]+$/.test(code) ||
    (error instanceof Error &&
      /terminated|timeout exceeded|read timeout|not queryable|Connection ended/i.test(error.message))
  return isStorage ? new StoreUnavailable('PostgreSQL cannot be reached.', { cause: error }) : error
}
