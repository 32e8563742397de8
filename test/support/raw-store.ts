// The raw content of a store, as in a stolen copy: every table, as rows or as text.
import { sql } from 'kysely'
import type { StoredRow } from '../../src/kernel/store/sql/columns.ts'
import { Statement } from '../../src/kernel/store/sql/statements.ts'
import type { Reader } from '../../src/kernel/store/store.ts'

/** All rows of all tables, as text. */
export async function readWholeStore(store: Reader): Promise<string> {
  return JSON.stringify(Object.values(await readTables(store)))
}

/** All rows of all tables by table name, in a stable order. */
export async function readTables(store: Reader): Promise<Record<string, StoredRow[]>> {
  const tables = await readRaw(store, 'test.tables', {
    // Leaves out the tables of a full-text index, whose numbers exceed those of JavaScript.
    sqlite: "select name from pragma_table_list where schema = 'main' and type <> 'shadow' order by name",
    postgres: "select tablename as name from pg_tables where schemaname = 'public' order by name",
  })
  const named = await Promise.all(
    tables.map(async ({ name }) => [String(name), await readTable(store, String(name))] as const),
  )
  return Object.fromEntries(named)
}

/** All rows of one table, in a stable order. */
export async function readTable(store: Reader, table: string): Promise<StoredRow[]> {
  const all = `select * from "${table}"`
  const rows = await readRaw(store, `test.all_of_${table}`, { sqlite: all, postgres: all })
  return rows
    .map((row) => [JSON.stringify(row), row] as const)
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(([, row]) => row)
}

/** Statements by name and SQL, because a statement is defined only once. */
const statements = new Map<string, Statement>()

/** The result of plain SQL. */
export const readRaw = (
  store: Reader,
  name: string,
  text: Record<'sqlite' | 'postgres', string>,
): Promise<StoredRow[]> => {
  const key = JSON.stringify([name, text])
  const statement =
    statements.get(key) ??
    new Statement(name, ({ db, dialect }) => ({ compile: () => sql.raw(text[dialect]).compile(db) }))
  statements.set(key, statement)
  return store.read({ statement, values: {}, decode: (rows) => rows })
}
