// The database as kysely sees it: stored values under their stored names.
import {
  DummyDriver,
  Kysely,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
  SqliteAdapter,
  SqliteIntrospector,
  SqliteQueryCompiler,
} from 'kysely'
import type { StoredColumns } from './columns.ts'
import type { Table } from './table.ts'

export type Dialect = 'sqlite' | 'postgres'

export type StoredRowOf<T> =
  T extends Table<string, infer C, infer D> ? StoredColumns<C> & { [K in keyof D]: string } : never
/** The store numbers these rows in the order of insertion. */
export type Numbered = { seq: number }

/** All tables by their stored names. Each `tables.ts` adds its own. */
// biome-ignore lint/suspicious/noEmptyInterface: the declarations beside the tables extend it
export interface Tables {}
export type Database = Tables

/** Builds SQL for each store. No statement runs through it. */
export const databases: Record<Dialect, Kysely<Database>> = {
  sqlite: new Kysely({
    dialect: {
      createAdapter: () => new SqliteAdapter(),
      createDriver: () => new DummyDriver(),
      createIntrospector: (db) => new SqliteIntrospector(db),
      createQueryCompiler: () => new SqliteQueryCompiler(),
    },
  }),
  postgres: new Kysely({
    dialect: {
      createAdapter: () => new PostgresAdapter(),
      createDriver: () => new DummyDriver(),
      createIntrospector: (db) => new PostgresIntrospector(db),
      createQueryCompiler: () => new PostgresQueryCompiler(),
    },
  }),
}
