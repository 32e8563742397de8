// Both stores with the same rows, for the contract of statements.
import { DatabaseSync } from 'node:sqlite'
import pg from 'pg'
import { migrate } from '../../src/kernel/store/migrations/migrate.ts'
import { openPostgresStore } from '../../src/kernel/store/postgres/store.ts'
import type { Dialect } from '../../src/kernel/store/sql/statements.ts'
import { openSqliteStore } from '../../src/kernel/store/sqlite/store.ts'
import type { Store } from '../../src/kernel/store/store.ts'
import type { TableColumns } from './statement-operations.ts'
import { defineStatements, operations, refusals } from './statement-operations.ts'
import { readSchema, rowsOf, type Schema } from './statement-rows.ts'
import { createTestStore } from './stores.ts'

type Both<T> = Record<Dialect, T>
export type TwinStores = Both<Store> & {
  schema: Schema
  columns: TableColumns
  [Symbol.asyncDispose](): Promise<void>
}

export async function openTwinStores(): Promise<TwinStores> {
  await defineStatements()
  const sqlite = await createTestStore('sqlite')
  const postgres = await createTestStore('postgres')
  if (sqlite.location.dialect !== 'sqlite' || postgres.location.dialect !== 'postgres')
    throw new Error('Not the stores that were asked for.')
  await migrate(sqlite.location)
  await migrate(postgres.location)
  const { path } = sqlite.location
  const { url } = postgres.location
  const db = new DatabaseSync(path)
  const schema = readSchema(db)
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  db.exec('begin')
  await client.query('begin')
  for (const table of schema.keys()) {
    for (const row of rowsOf(schema, table)) {
      const columns = Object.keys(row)
      const into = `insert into "${table}" (${columns.map((column) => `"${column}"`)}) values`
      db.prepare(`${into} (${columns.map(() => '?')})`).run(...Object.values(row))
      await client.query(`${into} (${columns.map((_column, index) => `$${index + 1}`)})`, Object.values(row))
    }
  }
  // The server indexes new texts when it is idle.
  for (const table of ['talk_texts', 'user_texts'])
    db.exec(`insert into ${table}_index (rowid, text) select seq, text || '  ' from ${table};
      delete from ${table}_pending`)
  db.exec('commit')
  await client.query('commit')
  db.close()
  await client.end()
  const stores = {
    sqlite: await openSqliteStore({
      path,
      writerModule: new URL('./statement-writer.ts', import.meta.url),
      migrate: async () => {},
    }),
    postgres: await openPostgresStore({ url, connections: 4, operations, refusals }),
  }
  return {
    ...stores,
    schema,
    columns: Object.fromEntries(
      [...schema].map(([table, columns]) => [table, columns.map(({ name }) => name)]),
    ),
    async [Symbol.asyncDispose]() {
      await Promise.all([stores.sqlite.close(), stores.postgres.close()])
      await sqlite[Symbol.asyncDispose]()
      await postgres[Symbol.asyncDispose]()
    },
  }
}
