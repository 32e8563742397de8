// The pool: how long a request waits for a connection, and what happens if PostgreSQL is full, slow, or gone.
import { Socket } from 'node:net'
import { setTimeout as pass } from 'node:timers/promises'
import { SECOND_MS } from '../../lib/time/units.ts'
import { withTimeLimit } from '../../lib/time/with-time-limit.ts'
import { MAX_CONNECTION_WAIT_MS, STATEMENT_TIMEOUT_MS } from '../../limits.ts'
import { StoreUnavailable } from '../store.ts'
import type { ControlConnection } from './control-connection.ts'
import { pg } from './driver.ts'
import type { Hosts } from './hosts.ts'

const BIGINT = 20
/** Minimum time left for a request that got its connection late. */
const MIN_WAIT_MS = 100
const CHECK_MS = 500
const RETRY_MS = 100
/** Connections that are open from the start and stay open while idle: opening one takes long on a busy machine. */
const WARM = 4
/** A pool that shrank because the server is full tries one more connection after this time. */
const GROW_MS = 5_000
/** Half-life of the statistics of how long requests keep connections, because the server may be fast again. */
const HALF_LIFE_MS = 5_000
/**
 * Number of quick requests assumed per connection, because one pause of the server or process delays all connections.
 */
const ASSUMED_QUICK = 5
/**
 * Only this timeout detects a server that accepts statements and never answers. The server itself gives up a second
 * earlier.
 */
const MAX_QUERY_MS = STATEMENT_TIMEOUT_MS + SECOND_MS

// A cached plan that was made for small tables would later read a whole platform for every row, until the next ANALYZE.
// Planning a statement each time costs about 0.04 ms. JIT compilation costs more than any of our statements takes. A
// node that vanishes in a transaction must not keep its locks.
const SESSION = `
  SET plan_cache_mode = force_custom_plan;
  SET jit = off;
  SET statement_timeout = ${STATEMENT_TIMEOUT_MS};
  SET lock_timeout = ${MAX_CONNECTION_WAIT_MS};
  SET idle_in_transaction_session_timeout = 5000;
  SET tcp_keepalives_idle = 10;
  SET tcp_keepalives_interval = 5;
  SET tcp_keepalives_count = 2`

/** Numbers are safe for bigint, because our values are below 2^53. */
const types: pg.CustomTypesConfig = {
  getTypeParser: (id: number, format?: 'text' | 'binary') =>
    id === BIGINT ? Number : pg.types.getTypeParser(id, format as 'text'),
}

/** A small pool for migrations, which can take long. */
export function createMigrationPool({ current }: Hosts): pg.Pool {
  const pool = new pg.Pool({ connectionString: current, max: 2, connectionTimeoutMillis: 5_000, types })
  return ignoreBroken(pool)
}

type Options = { hosts: Hosts; control: ControlConnection; connections: number }

export class ConnectionPool {
  readonly #pool: pg.Pool
  readonly #hosts: Hosts
  readonly #control: ControlConnection
  readonly #max: number
  readonly #sockets = new Set<Socket>()
  #growing: NodeJS.Timeout | undefined
  #checking: Promise<void> | undefined
  #isGone = false
  #isClosed = false
  /** The number of requests and the total time they kept connections. Both halve over time. */
  #kept = { totalMs: 0, requests: 0, atMs: 0 }

  constructor({ hosts, control, connections }: Options) {
    this.#hosts = hosts
    this.#control = control
    this.#max = connections
    class Client extends pg.Client {
      constructor(config: pg.ClientConfig) {
        super({ ...config, connectionString: hosts.current })
      }
    }
    this.#pool = ignoreBroken(
      new pg.Pool({
        Client,
        min: Math.min(WARM, connections),
        max: connections,
        connectionTimeoutMillis: MAX_QUERY_MS,
        query_timeout: MAX_QUERY_MS,
        pipeline: true,
        onConnect: (client: pg.ClientBase) => client.query(SESSION),
        stream: () => this.#openSocket(),
        types,
        application_name: 'lectern',
      } as unknown as pg.PoolConfig),
    )
  }

  /**
   * Runs `work` with a connection and the time that it may still wait on the server before `untilMs`. Closes the
   * connection if `work` throws anything but an error of a statement. Throws StoreUnavailable if no connection is free
   * by `connectedByMs`, or if the server is gone. Both are times of `performance.now()`.
   */
  async use<T>(
    work: (client: pg.PoolClient, waitMs: number) => Promise<T>,
    untilMs = performance.now() + MAX_CONNECTION_WAIT_MS,
    connectedByMs = untilMs,
  ): Promise<T> {
    this.#refuseIfHopeless()
    const checking = setInterval(() => void this.#check(), CHECK_MS)
    try {
      const client = await this.#connect(connectedByMs)
      const startedMs = performance.now()
      const waitMs = Math.max(MIN_WAIT_MS, Math.round(untilMs - startedMs))
      const result = await work(client, waitMs).catch((error: unknown) => {
        client.release(!(error instanceof pg.DatabaseError && error.severity === 'ERROR'))
        throw error
      })
      client.release()
      this.#recordKept(performance.now() - startedMs)
      return result
    } catch (error) {
      // The server became a standby, so its connections are of no use.
      if (error instanceof pg.DatabaseError && error.code === '25006') void this.#moveOn()
      throw error
    } finally {
      clearInterval(checking)
    }
  }

  async query<Row extends pg.QueryResultRow>(query: pg.QueryConfig): Promise<Row[]> {
    return this.use(async (client) => (await client.query<Row>(query)).rows)
  }

  /** Opens the first connections, up to what the server allows. */
  async warmUp(): Promise<void> {
    const opened = Array.from({ length: this.#pool.options.min ?? 0 }, () =>
      this.use((client) => client.query('select 1')),
    )
    await Promise.allSettled(opened)
  }

  async end(): Promise<void> {
    this.#isClosed = true
    clearTimeout(this.#growing)
    await this.#checking
    await this.#pool.end()
  }

  /** Waiting is useless if the server is gone, or if the requests ahead need longer than this request may wait. */
  #refuseIfHopeless(): void {
    const { waitingCount, options } = this.#pool
    if (this.#isGone) throw new StoreUnavailable('PostgreSQL does not answer.')
    if (waitingCount === 0) return
    const max = options.max ?? 1
    const { totalMs, requests } = this.#keptUntil(performance.now())
    const usualMs = totalMs / (requests + ASSUMED_QUICK * max)
    if ((waitingCount * usualMs) / max > MAX_CONNECTION_WAIT_MS)
      throw new StoreUnavailable('PostgreSQL is too slow for this many requests.')
  }

  #recordKept(ms: number): void {
    const atMs = performance.now()
    const { totalMs, requests } = this.#keptUntil(atMs)
    this.#kept = { totalMs: totalMs + ms, requests: requests + 1, atMs }
  }

  #keptUntil(nowMs: number): { totalMs: number; requests: number } {
    const { totalMs, requests, atMs } = this.#kept
    const left = 0.5 ** ((nowMs - atMs) / HALF_LIFE_MS)
    return { totalMs: totalMs * left, requests: requests * left }
  }

  async #connect(untilMs: number): Promise<pg.PoolClient> {
    for (;;) {
      try {
        return await this.#connectBy(untilMs)
      } catch (error) {
        const canRetry = performance.now() + RETRY_MS < untilMs && !this.#isClosed
        if (canRetry && isFull(error)) await this.#shrink()
        else if (canRetry && this.#hosts.hasSeveral) await this.#hosts.findPrimary()
        else throw error
        await pass(RETRY_MS / 10)
      }
    }
  }

  /**
   * A connection that comes too late is kept for the next request, because on a busy machine opening another one would
   * take as long.
   */
  async #connectBy(untilMs: number): Promise<pg.PoolClient> {
    const isIdle = this.#pool.idleCount > this.#pool.waitingCount
    const connecting = this.#pool.connect()
    if (isIdle) return connecting
    const late = () => new StoreUnavailable('PostgreSQL has no free connection.')
    return withTimeLimit(connecting, untilMs - performance.now(), late).catch((error: unknown) => {
      connecting.then(
        (unused) => unused.release(),
        () => {},
      )
      throw error
    })
  }

  /** The server has no more connections, so requests share the existing ones. */
  async #shrink(): Promise<void> {
    const { totalCount, options } = this.#pool
    options.max = Math.max(1, totalCount)
    this.#growing ??= setTimeout(() => this.#grow(), GROW_MS).unref()
    if (totalCount === 0) await pass(RETRY_MS)
  }

  #grow(): void {
    const { options } = this.#pool
    options.max = Math.min(this.#max, (options.max ?? 1) + 1)
    this.#growing = options.max < this.#max ? setTimeout(() => this.#grow(), GROW_MS).unref() : undefined
  }

  /** Asks on another connection whether the server is alive. If it is not, all requests fail until it is back. */
  #check(): Promise<void> {
    this.#checking ??= this.#untilAlive().finally(() => {
      this.#checking = undefined
    })
    return this.#checking
  }

  async #untilAlive(): Promise<void> {
    while (!(await this.#control.isAlive()) && !this.#isClosed) {
      this.#isGone = true
      await this.#moveOn()
      await pass(RETRY_MS)
    }
    this.#isGone = false
  }

  async #moveOn(): Promise<void> {
    for (const socket of this.#sockets) socket.destroy()
    await this.#hosts.findPrimary()
  }

  #openSocket(): Socket {
    const socket = new Socket()
    this.#sockets.add(socket)
    socket.once('close', () => this.#sockets.delete(socket))
    return socket
  }
}

/** Too many connections (53300) for the server, the database, or the role. */
const isFull = (error: unknown): boolean => error instanceof pg.DatabaseError && error.code === '53300'

// A broken connection is replaced at its next use, and its queries fail on their own. Without listeners for idle and
// for used connections, the error would end the process.
const ignoreBroken = (pool: pg.Pool): pg.Pool =>
  pool.on('error', () => {}).on('connect', (client) => client.on('error', () => {}))
