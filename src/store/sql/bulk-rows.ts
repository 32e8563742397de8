// Many rows in one statement: a JSON array of them, given as one parameter.
import { type RawBuilder, sql } from 'kysely'
import type { Table } from './columns.ts'
import { type Dialect, parameter } from './statements.ts'

/** The rows of a JSON array of objects, given as one parameter, with the columns of the table. */
export function given(
  dialect: Dialect,
  { name, columnNames }: Table<object>,
  values: string,
): RawBuilder<never> {
  if (dialect === 'postgres') {
    return sql`json_populate_recordset(null::${sql.table(name)}, ${parameter(values)}::text::json)`
  }
  const columns = columnNames.map((column) => sql`value ->> ${sql.lit(`$.${column}`)} as ${sql.ref(column)}`)
  return sql`(select ${sql.join(columns)} from json_each(${parameter(values)}))`
}

/** Rows for `given`. */
export const asJson = <Row>(
  table: { columnNames: readonly string[]; encode(row: Row): unknown[] },
  rows: readonly Row[],
) =>
  JSON.stringify(
    rows.map((row) => {
      const values = table.encode(row)
      return Object.fromEntries(table.columnNames.map((column, index) => [column, values[index]]))
    }),
  )
