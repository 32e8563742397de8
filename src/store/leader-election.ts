// Leader election: of all processes on a store, one is the leader and delivers to webhooks. A leader that ends is
// replaced at once, without a lease that has to expire.
import pg from 'pg'
import type { StoreLocation } from './migrations/migrate.ts'

const CONNECT_MS = 5_000
const ANSWER_MS = 5_000
// The key of our advisory lock: "LECT" in ASCII, and a number within Lectern.
const LOCK = [0x4c454354, 1] as const

export interface Candidate {
  /** Tries to become the leader and reports whether it is the leader now. Call it before each use. Never throws. */
  campaign(): Promise<boolean>
  resign(): Promise<void>
}

/** Answers a function that makes candidates of the same election. At most one of them leads, across all processes. */
export function openElection(location: StoreLocation): () => Candidate {
  if (location.dialect === 'postgres') return () => new PostgresCandidate(location.url)
  // Only one process uses a SQLite file.
  const seat: Seat = { leader: undefined }
  return () => new LocalCandidate(seat)
}

type Seat = { leader: Candidate | undefined }

class LocalCandidate implements Candidate {
  readonly #seat: Seat
  constructor(seat: Seat) {
    this.#seat = seat
  }

  async campaign(): Promise<boolean> {
    this.#seat.leader ??= this
    return this.#seat.leader === this
  }

  async resign(): Promise<void> {
    if (this.#seat.leader === this) this.#seat.leader = undefined
  }
}

/**
 * Holds a session-level advisory lock, which the server releases with the connection
 * (postgresql.org/docs/15/explicit-locking.html, section 13.3.5).
 */
class PostgresCandidate implements Candidate {
  readonly #url: string
  #client: pg.Client | undefined
  constructor(url: string) {
    this.#url = url
  }

  async campaign(): Promise<boolean> {
    try {
      if (this.#client) await this.#client.query('select 1')
      else await this.#connect()
    } catch {
      await this.resign()
    }
    return this.#client !== undefined
  }

  async resign(): Promise<void> {
    const client = this.#client
    this.#client = undefined
    await client?.end().catch(() => {})
  }

  async #connect(): Promise<void> {
    const client = new pg.Client({
      connectionString: this.#url,
      connectionTimeoutMillis: CONNECT_MS,
      query_timeout: ANSWER_MS,
      keepAlive: true,
      application_name: 'lectern leader election',
    })
    client.on('error', () => {})
    try {
      await client.connect()
      const { rows } = await client.query('select pg_try_advisory_lock($1, $2) as taken', [...LOCK])
      if (rows[0]?.taken === true) this.#client = client
    } finally {
      if (this.#client !== client) await client.end().catch(() => {})
    }
  }
}
