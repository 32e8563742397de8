// Adds changed texts to the search indexes. This takes longer than the rest of a change, so it happens when the writer
// is idle or when many texts wait. Until then, searches compare the texts.
import type { DatabaseSync } from 'node:sqlite'

const IDLE_MS = 1_000
/** After this many changes without a pause, a portion is indexed after each group of changes. */
const MAX_CHANGES = 10_000
const PORTION = 64

export class SearchIndexer {
  readonly #db: DatabaseSync
  readonly #tables: readonly string[]
  #changes = 0
  #timer: NodeJS.Timeout | undefined

  constructor(db: DatabaseSync) {
    this.#db = db
    this.#tables = indexedTables(db)
    this.#indexLater(IDLE_MS)
  }

  /** Called after each group of changes. */
  changed(count: number): void {
    this.#changes += count
    if (this.#changes >= MAX_CHANGES) this.#index()
    this.#indexLater(IDLE_MS)
  }

  close(): void {
    clearTimeout(this.#timer)
  }

  #indexLater(delayMs: number): void {
    clearTimeout(this.#timer)
    this.#timer = setTimeout(() => {
      if (this.#index()) this.#indexLater(0)
    }, delayMs)
  }

  /**
   * Indexes a portion, and returns whether texts are still waiting. A failed portion is tried again after the next
   * change.
   */
  #index(): boolean {
    try {
      const areWaiting = this.#tables.map((table) => indexPortion(this.#db, table)).includes(true)
      if (!areWaiting) this.#changes = 0
      return areWaiting
    } catch {
      // A disk that cannot be written is reported by the next change.
      return false
    }
  }
}

/** The tables with texts. Each has another one with those that wait to be indexed. */
const indexedTables = (db: DatabaseSync): string[] =>
  db
    .prepare("select name from sqlite_schema where type = 'table' and name glob '*_pending'")
    .all()
    .map(({ name }) => String(name).replace(/_pending$/, ''))

/** Indexes a portion, and returns whether there may be more. */
function indexPortion(db: DatabaseSync, table: string): boolean {
  const first = `select seq from ${table}_pending order by seq limit ${PORTION}`
  const { count, last } = db.prepare(`select count(*) as count, max(seq) as last from (${first})`).get() ?? {}
  if (count === 0 || last === undefined) return false
  db.exec('BEGIN IMMEDIATE')
  try {
    // With the spaces, the last two characters of a text also start a sequence of three.
    const portion = `select seq from ${table}_pending where seq <= ${last}`
    db.exec(`delete from ${table}_index where rowid in (${portion})`)
    db.exec(
      `insert into ${table}_index (rowid, text) select seq, text || '  ' from ${table} where seq in (${portion})`,
    )
    db.exec(`delete from ${table}_pending where seq <= ${last}`)
    db.exec('COMMIT')
    return count === PORTION
  } catch (error) {
    db.exec('ROLLBACK')
    throw error
  }
}
