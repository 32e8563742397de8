// Writes of whole rows, made from the table definitions.
import type { RowOf, Stored, Table } from './columns.ts'
import { type Database, parameter, Statement, type Values, type Write } from './statements.ts'

type Named = { id: string }

/** Insert, replace by id, and delete by id, of one table. */
export function rowWrites<C extends object>(table: Table<C> & { columns: object }) {
  type Row = RowOf<{ columns: C }>
  const name = table.name as keyof Database & 'talks'
  const derived = Object.entries(table.derived)
  const written = [...table.columnNames, ...derived.map(([column]) => column)]
  const places = Object.fromEntries(written.map((column) => [column, parameter(column)]))
  const { id: _id, ...changing } = places

  const insert = new Statement(`${table.name}.insert`, ({ db }) =>
    db.insertInto(name).values(places as never),
  )
  const replace = new Statement(`${table.name}.replace`, ({ db }) =>
    db
      .updateTable(name)
      .set(changing as never)
      .where('id', '=', parameter('id')),
  )
  const remove = new Statement(`${table.name}.delete`, ({ db }) =>
    db.deleteFrom(name).where('id', '=', parameter('id')),
  )
  const values = (row: Row): Values => {
    const stored = [...table.encode(row), ...derived.map(([, make]) => make(row))]
    return Object.fromEntries(written.map((column, index) => [column, stored[index] as Stored]))
  }
  return {
    insert: (row: Row): Write => ({ statement: insert, values: values(row) }),
    replace: (row: Row): Write => ({ statement: replace, values: values(row) }),
    remove: ({ id }: Named): Write => ({ statement: remove, values: { id } }),
  }
}
