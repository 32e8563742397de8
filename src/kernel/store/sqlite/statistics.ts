// Table statistics, from which SQLite chooses indexes. Small tables have none: SQLite then expects many rows, whereas
// old statistics of a table that has grown would lead to bad choices.
import type { DatabaseSync } from 'node:sqlite'

const MIN_ROWS = 1_000
const GROWTH = 2
/** Number of rows read per index. */
const ANALYSIS_LIMIT = 100

/**
 * Renews the statistics of one table that has doubled in size since the last ones. One at a time, because changes have
 * to wait.
 */
export function renewStatistics(db: DatabaseSync): void {
  const known = knownRows(db)
  const table = tablesOf(db).find((name) => {
    const rows = Number(db.prepare(`select max(rowid) as rows from ${name}`).get()?.rows)
    return rows >= MIN_ROWS && rows >= GROWTH * (known.get(name) ?? 0)
  })
  if (table === undefined) return
  db.exec(`PRAGMA analysis_limit = ${ANALYSIS_LIMIT}; BEGIN IMMEDIATE; ANALYZE ${table}`)
  // Other connections read new statistics only after a schema change (sqlite.org/lang_analyze.html).
  db.exec('CREATE VIEW statistics_renewed AS SELECT 1; DROP VIEW statistics_renewed; COMMIT')
}

/** The tables of the program that have row numbers, without the internal tables of a full-text index. */
const tablesOf = (db: DatabaseSync): string[] =>
  db
    .prepare(
      `select name from sqlite_schema where type = 'table' and name not like 'sqlite_%' and sql like 'create table %'
       and sql not like '%without rowid%' and name not like '%_texts_index_%'`,
    )
    .all()
    .map(({ name }) => String(name))

/** The number of rows of each table when it was analyzed, from the first number of an index. */
function knownRows(db: DatabaseSync): Map<string, number> {
  const hasAny = db.prepare("select 1 from sqlite_schema where name = 'sqlite_stat1'").get() !== undefined
  const stats = hasAny ? db.prepare('select tbl, stat from sqlite_stat1').all() : []
  const known = new Map<string, number>()
  for (const { tbl, stat } of stats) {
    const table = String(tbl)
    // Partial indexes count fewer rows.
    known.set(table, Math.max(known.get(table) ?? 0, Number.parseInt(String(stat), 10)))
  }
  return known
}
