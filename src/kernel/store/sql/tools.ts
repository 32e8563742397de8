// Tools to build statements with: the database, and SQL that differs between the stores.
import { type Expression, type Kysely, type RawBuilder, type SqlBool, sql } from 'kysely'
import type { Columns, JsonText, StoredColumns } from './columns.ts'
import { type Database, type Dialect, databases } from './database.ts'
import type { Table } from './table.ts'

type Texts = Expression<JsonText<readonly string[]>>
type Lockable<Q> = { forNoKeyUpdate(): Q; forShare(): Q }

export type Tools = {
  db: Kysely<Database>
  dialect: Dialect
  /** For `$call`: locks the rows of a query until the end of the transaction. */
  lockRows<Q extends Lockable<Q>>(query: Q): Q
  /** Locks rows with a shared lock, which any number of transactions can hold at once. */
  shareRows<Q extends Lockable<Q>>(query: Q): Q
  isAmong(value: Expression<string | null>, texts: Texts): RawBuilder<boolean>
  /** Whether a JSON array contains a text. */
  hasText(texts: Texts, text: Expression<string>): RawBuilder<boolean>
  /** The elements of a JSON array as rows. */
  elementsOf(texts: Texts): RawBuilder<{ position: number; value: string }>
  /** The elements of a column with a JSON array, for `innerJoin`. */
  textsIn(texts: Texts): RawBuilder<{ value: string }>
  /**
   * The row of a table with the id in `column`, for `innerJoin`. It is found through the id index for each row, however
   * many rows the planner expects: it does not know about growth since the last ANALYZE.
   */
  rowWithId<C extends Columns>(
    table: Pick<Table<string, C>, 'name' | 'columns'>,
    column: string,
  ): RawBuilder<StoredColumns<C>>
  /** The rows of a table with the ids that a subquery returns. Each is found through the id index. */
  rowsWithIds<Name extends keyof Database>(table: Name, ids: RawBuilder<string>): RawBuilder<Database[Name]>
  /** The objects of a JSON array as rows with the columns of a table. */
  rowsOf<C extends Columns>(
    table: Pick<Table<string, C>, 'name' | 'columnNames'>,
    rows: Expression<JsonText<readonly StoredColumns<C>[]>>,
  ): RawBuilder<StoredColumns<C>>
}

// SQLite has one writer, so a transaction needs no locks there.
const sqlite: Tools = {
  db: databases.sqlite,
  dialect: 'sqlite',
  lockRows: (query) => query,
  shareRows: (query) => query,
  isAmong: (value, texts) => sql`${value} in (select value from json_each(${texts}))`,
  hasText: (texts, text) => sql`exists (select 1 from json_each(${texts}) where value = ${text})`,
  elementsOf: (texts) => sql`(select key as position, value from json_each(${texts}))`,
  textsIn: (texts) => sql`json_each(${texts})`,
  rowWithId: ({ name }) => sql`${sql.table(name)}`,
  // A cross join reads its tables in this order (sqlite.org/optoverview.html, section 7.3). The limit keeps it a
  // subquery of its own, so that no other condition suggests another index.
  rowsWithIds: (name, ids) => {
    const table = sql.table(name)
    return sql`(select ${table}.* from (select distinct object_id from (${ids})) as few
      cross join ${table} where ${table}.id = few.object_id limit -1)`
  },
  rowsOf: ({ columnNames }, rows) => {
    const columns = columnNames.map(
      (column) => sql`value ->> ${sql.lit(`$.${column}`)} as ${sql.ref(column)}`,
    )
    return sql`(select ${sql.join(columns)} from json_each(${rows}))`
  },
}

const postgres: Tools = {
  db: databases.postgres,
  dialect: 'postgres',
  // An id never changes. The stronger lock would also wait for rows that refer to this one, in whatever order they are
  // written, and so deadlock.
  lockRows: (query) => query.forNoKeyUpdate(),
  shareRows: (query) => query.forShare(),
  isAmong: (value, texts) =>
    sql`${value} = any(array(select json_array_elements_text(${texts}::text::json)))`,
  hasText: (texts, text) => sql`jsonb_exists(${texts}::jsonb, ${text}::text)`,
  elementsOf: (texts) => sql`
    (select position - 1 as position, value
     from json_array_elements_text(${texts}::text::json) with ordinality as listed(value, position))`,
  textsIn: (texts) => sql`jsonb_array_elements_text(${texts}::jsonb)`,
  rowWithId: ({ name }, column) =>
    sql`lateral (select * from ${sql.table(name)} where id = ${sql.ref(column)} limit 1)`,
  rowsWithIds: (name, ids) => {
    const table = sql.table(name)
    return sql`(select ${table}.* from (select distinct object_id from (${ids}) as ids offset 0) as few,
      lateral (select * from ${table} where id = few.object_id limit 1) as ${table})`
  },
  rowsOf: ({ name }, rows) => sql`json_populate_recordset(null::${sql.table(name)}, ${rows}::text::json)`,
}

const tools: Record<Dialect, Tools> = { sqlite, postgres }
export const toolsOf = (dialect: Dialect): Tools => tools[dialect]

/** A condition that every row meets if the value is null. */
export const isNullOr = (
  value: Expression<string | null>,
  condition: Expression<SqlBool>,
): RawBuilder<SqlBool> => sql`(cast(${value} as text) is null or ${condition})`
