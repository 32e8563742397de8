// Up to which number events are settled on PostgreSQL, where a number is taken before its event is committed.
import { setTimeout as pass } from 'node:timers/promises'
import type pg from 'pg'

const SHORTEST_PAUSE_MS = 2
/** With those before it, about a second. */
const LONGEST_PAUSE_MS = 512

// Who inserts holds this lock from before the number is taken until after the commit can be seen.
const INSERTING = {
  name: 'events.inserting',
  text: `
    select distinct virtualtransaction as id
    from pg_locks
    where locktype = 'relation' and mode = 'RowExclusiveLock' and granted
      and database = (select oid from pg_database where datname = current_database())
      and relation = 'events'::regclass`,
}

export class SettledEvents {
  readonly #pool: pg.Pool
  readonly #lastTaken: () => Promise<number>
  #number = 0
  #last: Promise<unknown> = Promise.resolve()
  #next: Promise<number> | undefined

  constructor(pool: pg.Pool, lastTaken: () => Promise<number>) {
    this.#pool = pool
    this.#lastTaken = lastTaken
  }

  /**
   * The number that was the highest taken after the call, once all who could have taken it or a lower one have ended;
   * where that takes more than a second, the last that was found settled. Those who ask meanwhile share one answer.
   */
  read(): Promise<number> {
    if (this.#next) return this.#next
    const next = this.#last.then(() => {
      this.#next = undefined
      return this.#settle()
    })
    this.#last = next.catch(() => {})
    this.#next = next
    return next
  }

  async #settle(): Promise<number> {
    const taken = await this.#lastTaken()
    if (taken > this.#number && (await this.#haveEnded(await this.#inserting()))) this.#number = taken
    return this.#number
  }

  async #haveEnded(transactions: readonly string[]): Promise<boolean> {
    let open = transactions
    for (let pauseMs = SHORTEST_PAUSE_MS; open.length > 0 && pauseMs <= LONGEST_PAUSE_MS; pauseMs *= 2) {
      await pass(pauseMs)
      const inserting = new Set(await this.#inserting())
      open = open.filter((id) => inserting.has(id))
    }
    return open.length === 0
  }

  async #inserting(): Promise<string[]> {
    const { rows } = await this.#pool.query<{ id: string }>(INSERTING)
    return rows.map(({ id }) => id)
  }
}
