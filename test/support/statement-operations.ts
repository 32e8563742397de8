// Operations with which the contract of statements runs them in a transaction, in the process and on the writer thread.
import { readdirSync } from 'node:fs'
import type { Operation } from '../../src/kernel/store/changes/operation.ts'
import type { StoredRow } from '../../src/kernel/store/sql/columns.ts'
import { type Query, Statement, statements, type Values } from '../../src/kernel/store/sql/statements.ts'
import type { RefusalCodec } from '../../src/kernel/store/store.ts'

const SOURCES = new URL('../../src/', import.meta.url)
/** The modules with statements: the stores of the kernel and of features. */
export const STORE_MODULES = readdirSync(SOURCES, { recursive: true, encoding: 'utf8' })
  .filter((path) => /^kernel\/store\/.*(?<!\.test)\.ts$|(?:\/|-)store\.ts$/.test(path))
  .map((path) => new URL(path, SOURCES))

/** Imports every module of the store, which defines all statements except those of filtered lists. */
export async function defineStatements(): Promise<void> {
  // Some statements are composed of what features add to them.
  await import('../../src/features/operations.ts')
  for (const { href } of STORE_MODULES) await import(href)
}

export function statementNamed(name: string): Statement {
  const statement = statements.get(name)
  if (!statement) throw new Error(`There is no statement ${name}.`)
  return statement
}

/** The columns of tables. */
export type TableColumns = Readonly<Record<string, readonly string[]>>
export type Content = Record<string, StoredRow[]>
/** Reads all rows of tables, in a stable order. */
export const readingTables: Operation<Content, TableColumns, Content> = {
  name: 'contract.tables',
  load: (_ctx, tables) =>
    Object.fromEntries(Object.entries(tables).map(([table, columns]) => [table, rowsIn(table, columns)])),
  decide: (answer) => ({ writes: [], events: [], answer }),
}

export type Execution = { name: string; values: Values }
/** Writes with a statement. */
export const executing: Operation<object, Execution, Content> = {
  name: 'contract.execute',
  load: () => ({}),
  decide: (_state, _ctx, { name, values }) => ({
    writes: [{ statement: statementNamed(name), values }],
    events: [],
    answer: {},
  }),
}

/** The names of all statements that the modules of the store define. */
export const listingNames: Operation<object, null, string[]> = {
  name: 'contract.names',
  load: () => ({}),
  decide: () => ({ writes: [], events: [], answer: [...statements.keys()] }),
}

export const operations = [readingTables, executing, listingNames]

/** Nothing is refused here: every error fails the test. */
export const refusals: RefusalCodec = { toData: () => undefined, isFinal: () => true }

const reading = new Map<string, Statement>()
function rowsIn(table: string, columns: readonly string[]): Query<StoredRow[]> {
  const name = `contract.${table}`
  const statement =
    reading.get(name) ??
    new Statement(name, ({ db }) => db.selectFrom(table as never).select(columns as never))
  reading.set(name, statement)
  return { statement, values: {}, decode: sortRows }
}

export const sortRows = (rows: StoredRow[]): StoredRow[] =>
  rows
    .map((row) => [JSON.stringify(row), row] as const)
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(([, row]) => row)
