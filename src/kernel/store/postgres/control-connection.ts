// The control connection of a process, for short statements that must not wait behind the requests in the pool.
import { withTimeLimit } from '../../lib/time/with-time-limit.ts'
import { StoreUnavailable } from '../store.ts'
import { pg } from './driver.ts'
import type { Hosts } from './hosts.ts'

/** Longer than any statement may wait on the server. */
const ANSWER_MS = 1_200
/** A server that does not answer within this time is gone. */
const ALIVE_MS = 1_000
const SESSION = 'SET lock_timeout = 500; SET statement_timeout = 1000'

type Connection = { client: pg.Client; isReady: Promise<unknown> }

export class ControlConnection {
  readonly #hosts: Hosts
  #connection: Connection | undefined
  #losses = 0

  constructor(hosts: Hosts) {
    this.#hosts = hosts
  }

  /** The number of lost connections. While it does not change, the session on the server is the same. */
  get losses(): number {
    return this.#losses
  }

  /** Connects if necessary. Throws after 2.4 seconds at the latest; the next call then connects again. */
  async query<Row extends pg.QueryResultRow>(text: string, values: unknown[] = []): Promise<Row[]> {
    this.#connection ??= this.#connect()
    const used = this.#connection
    try {
      await used.isReady
      const answer = used.client.query<Row>(text, values)
      return (
        await withTimeLimit(answer, ANSWER_MS, () => new StoreUnavailable('PostgreSQL does not answer.'))
      ).rows
    } catch (error) {
      // The connection stays usable only if the server refused the statement.
      const isRefused = error instanceof pg.DatabaseError && error.severity === 'ERROR'
      if (!isRefused) this.#drop(used.client)
      throw error
    }
  }

  /** Whether the server answers within a second, even with an error. */
  async isAlive(): Promise<boolean> {
    const ask = () => this.query('select 1')
    // The connection may have been closed for another statement that took too long.
    const answer = ask().catch((error) => (error instanceof pg.DatabaseError ? Promise.reject(error) : ask()))
    return withTimeLimit(answer, ALIVE_MS, () => new Error('No answer in time.')).then(
      () => true,
      (error) => error instanceof pg.DatabaseError,
    )
  }

  async close(): Promise<void> {
    const { client, isReady } = this.#connection ?? {}
    await isReady?.catch(() => {})
    this.#connection = undefined
    await client?.end()
  }

  #connect(): Connection {
    const client = new pg.Client({
      connectionString: this.#hosts.current,
      connectionTimeoutMillis: ANSWER_MS,
      keepAlive: true,
      pipeline: true,
      application_name: 'lectern control',
    } as pg.ClientConfig)
    client.on('error', () => {}).on('end', () => this.#drop(client))
    return { client, isReady: client.connect().then(() => client.query(SESSION)) }
  }

  #drop(client: pg.Client): void {
    if (this.#connection?.client !== client) return
    this.#connection = undefined
    this.#losses += 1
    client.end().catch(() => {})
  }
}
