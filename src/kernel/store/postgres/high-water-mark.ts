// The high-water mark on PostgreSQL, which numbers an event before the event is committed.
import { setTimeout as pass } from 'node:timers/promises'
import type { ConnectionPool } from './connection-pool.ts'

const MIN_PAUSE_MS = 2
/** All pauses together take about a second. */
const MAX_PAUSE_MS = 512

// An inserting transaction takes this lock before it takes a number, and holds it until its commit is visible.
const INSERTING = {
  name: 'events.inserting',
  text: `
    select distinct virtualtransaction as id
    from pg_locks
    where locktype = 'relation' and mode = 'RowExclusiveLock' and granted
      and database = (select oid from pg_database where datname = current_database())
      and relation = 'events'::regclass`,
}

export class HighWaterMark {
  readonly #pool: ConnectionPool
  readonly #lastTaken: () => Promise<number>
  #number = 0
  #last: Promise<unknown> = Promise.resolve()
  #next: Promise<number> | undefined

  constructor(pool: ConnectionPool, lastTaken: () => Promise<number>) {
    this.#pool = pool
    this.#lastTaken = lastTaken
  }

  /**
   * The highest number taken so far, once every transaction that may hold it or a lower one has ended. If that takes
   * longer than a second, returns the previous mark. Concurrent calls share one result.
   */
  read(): Promise<number> {
    if (this.#next) return this.#next
    const next = this.#last.then(() => {
      this.#next = undefined
      return this.#advance()
    })
    this.#last = next.catch(() => {})
    this.#next = next
    return next
  }

  async #advance(): Promise<number> {
    const taken = await this.#lastTaken()
    if (taken > this.#number && (await this.#haveEnded(await this.#inserting()))) this.#number = taken
    return this.#number
  }

  async #haveEnded(transactions: readonly string[]): Promise<boolean> {
    let open = transactions
    for (let pauseMs = MIN_PAUSE_MS; open.length > 0 && pauseMs <= MAX_PAUSE_MS; pauseMs *= 2) {
      await pass(pauseMs)
      const inserting = new Set(await this.#inserting())
      open = open.filter((id) => inserting.has(id))
    }
    return open.length === 0
  }

  async #inserting(): Promise<string[]> {
    const rows = await this.#pool.query<{ id: string }>(INSERTING)
    return rows.map(({ id }) => id)
  }
}
