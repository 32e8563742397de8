// A duty that one process at a time has, such as delivering to webhooks. Its end is the end of the duty: nothing expires.
import pg from 'pg'
import type { StoreLocation } from './migrations/migrate.ts'

const CONNECT_MS = 5_000
const ANSWER_MS = 5_000
// The names of our locks: “LECT”, and which.
const LOCK = [0x4c454354, 1] as const

export interface Duty {
  /** Takes it where nobody has it; says whether it is ours, anew each time. Never throws. */
  take(): Promise<boolean>
  release(): Promise<void>
}

/** Makes holders of the same duty; of all of them, in all processes on the store, one has it. */
export function dutyOf(location: StoreLocation): () => Duty {
  if (location.dialect === 'postgres') return () => new PostgresDuty(location.url)
  // There is one process on a SQLite file.
  const place: Place = { holder: undefined }
  return () => new LocalDuty(place)
}

type Place = { holder: Duty | undefined }

class LocalDuty implements Duty {
  readonly #place: Place
  constructor(place: Place) {
    this.#place = place
  }

  async take(): Promise<boolean> {
    this.#place.holder ??= this
    return this.#place.holder === this
  }

  async release(): Promise<void> {
    if (this.#place.holder === this) this.#place.holder = undefined
  }
}

/** A lock of a session (postgresql.org/docs/15/explicit-locking.html, section 13.3.5): the server frees it with the connection. */
class PostgresDuty implements Duty {
  readonly #url: string
  #client: pg.Client | undefined
  constructor(url: string) {
    this.#url = url
  }

  async take(): Promise<boolean> {
    try {
      if (this.#client) await this.#client.query('select 1')
      else await this.#connect()
    } catch {
      await this.release()
    }
    return this.#client !== undefined
  }

  async release(): Promise<void> {
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
      application_name: 'lectern duty',
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
