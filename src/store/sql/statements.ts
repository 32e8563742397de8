// Statements: SQL built once with kysely for each dialect, named, and from then on only bound and run.
import {
  type Compilable,
  DummyDriver,
  Kysely,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
  type RawBuilder,
  SqliteAdapter,
  SqliteIntrospector,
  SqliteQueryCompiler,
  sql,
} from 'kysely'
import type { Column, Stored, StoredRow } from './columns.ts'
import type {
  apiKeys,
  events,
  oneTimeLinks,
  platforms,
  receipts,
  requestCounts,
  requestLog,
  sessions,
  sponsors,
  talks,
  users,
  webhookAttempts,
  webhookDeliveries,
  webhookRedeliveries,
  webhooks,
} from './tables.ts'

export type Dialect = 'sqlite' | 'postgres'

type SnakeCase<S extends string> = S extends `${infer Head}${infer Tail}`
  ? `${Head extends Lowercase<Head> ? '' : '_'}${Lowercase<Head>}${SnakeCase<Tail>}`
  : S
type Kept<T> = T extends string | null ? T : number
type StoredColumns<T extends { columns: object }> = {
  [K in keyof T['columns'] & string as SnakeCase<K>]: T['columns'][K] extends Column<infer V>
    ? Kept<V>
    : never
}

type Searched = { search_key: string }

/** The database as kysely sees it: what is kept, under the names it is kept under. */
export type Database = {
  installation: { id: number; secret: string }
  platforms: StoredColumns<typeof platforms>
  api_keys: StoredColumns<typeof apiKeys>
  users: StoredColumns<typeof users> & Searched
  talks: StoredColumns<typeof talks> & Searched
  sponsors: StoredColumns<typeof sponsors> & Searched
  sessions: StoredColumns<typeof sessions>
  one_time_links: StoredColumns<typeof oneTimeLinks>
  platform_hosts: { host: string; platform_id: string }
  events: StoredColumns<typeof events> & { seq: number }
  receipts: StoredColumns<typeof receipts>
  request_log: StoredColumns<typeof requestLog> & { seq: number }
  request_counts: StoredColumns<typeof requestCounts>
  talk_people: { talk_id: string; user_id: string; kind: 'speaker' | 'moderator'; position: number }
  sponsor_people: { sponsor_id: string; user_id: string; position: number }
  tags: { platform_id: string; name: string }
  webhooks: StoredColumns<typeof webhooks>
  webhook_deliveries: StoredColumns<typeof webhookDeliveries>
  webhook_redeliveries: StoredColumns<typeof webhookRedeliveries>
  webhook_attempts: StoredColumns<typeof webhookAttempts>
}

class Parameter {
  readonly name: string
  constructor(name: string) {
    this.name = name
  }
}

/** The place of a value that is given when the statement runs; takes any type, since the store checks it. */
export const parameter = (name: string): never => new Parameter(name) as never

export type Tools = {
  db: Kysely<Database>
  dialect: Dialect
  /** True where `column` is one of the texts of a JSON array, given as one parameter. */
  isAmong(column: string, name: string): RawBuilder<boolean>
  /** Whether the JSON array of texts in `column` has the text of the parameter. */
  hasText(column: string, name: string): RawBuilder<boolean>
  /** The elements of a JSON array given as one parameter, as rows (position, value). */
  elements(name: string): RawBuilder<{ position: number; value: string }>
}

const databases: Record<Dialect, Kysely<Database>> = {
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

const toolsOf = (dialect: Dialect): Tools => ({
  db: databases[dialect],
  dialect,
  isAmong: (column, name) =>
    dialect === 'sqlite'
      ? sql`${sql.ref(column)} in (select value from json_each(${parameter(name)}))`
      : sql`${sql.ref(column)} = any(array(select json_array_elements_text(${parameter(name)}::text::json)))`,
  hasText: (column, name) =>
    dialect === 'sqlite'
      ? sql`exists (select 1 from json_each(${sql.ref(column)}) where value = ${parameter(name)})`
      : sql`jsonb_exists(${sql.ref(column)}::jsonb, ${parameter(name)}::text)`,
  elements: (name) =>
    dialect === 'sqlite'
      ? sql`(select key as position, value from json_each(${parameter(name)}))`
      : sql`(select position - 1 as position, value from json_array_elements_text(${parameter(name)}::text::json) with ordinality as listed(value, position))`,
})

export type Compiled = { name: string; sql: string; bind(values: Values): Stored[] }
export type Values = Record<string, Stored>

/** A named statement; it is compiled at its first use in a dialect and kept. */
export class Statement {
  readonly name: string
  readonly #build: (tools: Tools) => Compilable
  readonly #compiled = new Map<Dialect, Compiled>()

  constructor(name: string, build: (tools: Tools) => Compilable) {
    this.name = name
    this.#build = build
  }

  for(dialect: Dialect): Compiled {
    let compiled = this.#compiled.get(dialect)
    if (!compiled) {
      compiled = this.#compile(dialect)
      this.#compiled.set(dialect, compiled)
    }
    return compiled
  }

  #compile(dialect: Dialect): Compiled {
    const { sql: text, parameters } = this.#build(toolsOf(dialect)).compile()
    const bind = (values: Values) =>
      parameters.map((given) => {
        if (!(given instanceof Parameter)) return given as Stored
        const value = values[given.name]
        if (value === undefined) throw new Error(`statement ${this.name} lacks its parameter ${given.name}`)
        return value
      })
    return { name: this.name, sql: text, bind }
  }
}

/** A question to the store: a statement, its values, and how its rows become the answer. */
export type Query<T> = { statement: Statement; values: Values; decode(rows: StoredRow[]): T }

/** A change to the store. */
export type Write = { statement: Statement; values: Values }

export const firstRow =
  <T>(decode: (row: StoredRow) => T) =>
  (rows: StoredRow[]): T | undefined =>
    rows[0] === undefined ? undefined : decode(rows[0])

export const allRows =
  <T>(decode: (row: StoredRow) => T) =>
  (rows: StoredRow[]): T[] =>
    rows.map(decode)
