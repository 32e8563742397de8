// Statistics of the tables, from which SQLite chooses indexes. Small tables have none: SQLite then expects many rows, and
// would choose badly from the statistics of a table that has grown since.
import type { DatabaseSync } from 'node:sqlite'

const MIN_ROWS = 1_000
const GROWTH = 2
/** For each index, this many rows are read. */
const ANALYSIS_LIMIT = 100

/** Renews the statistics of a table that has doubled since the last ones. Only of one, because changes wait meanwhile. */
export function renewStatistics(db: DatabaseSync): void {
  const known = knownRows(db)
  const table = tablesOf(db).find((name) => {
    const rows = Number(db.prepare(`select max(rowid) as rows from ${name}`).get()?.rows)
    return rows >= MIN_ROWS && rows >= GROWTH * (known.get(name) ?? 0)
  })
  if (table === undefined) return
  db.exec(`PRAGMA analysis_limit = ${ANALYSIS_LIMIT}; BEGIN IMMEDIATE; ANALYZE ${table}`)
  // Other connections read statistics only together with a changed schema (sqlite.org/lang_analyze.html).
  db.exec('CREATE VIEW statistics_renewed AS SELECT 1; DROP VIEW statistics_renewed; COMMIT')
}

/** The tables of the program whose rows have numbers, without those that a full-text index consists of. */
const tablesOf = (db: DatabaseSync): string[] =>
  db
    .prepare(
      `select name from sqlite_schema where type = 'table' and name not like 'sqlite_%' and sql like 'create table %'
       and sql not like '%without rowid%' and name not like '%_texts_index_%'`,
    )
    .all()
    .map(({ name }) => String(name))

/** The rows of each table when it was analyzed, from the first number of an index. */
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
