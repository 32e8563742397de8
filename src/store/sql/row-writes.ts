// Writes of whole rows, made from the table definitions.
import type { Kysely } from 'kysely'
import { type Column, type Columns, type Stored, snakeCase, text, type ValuesOf } from './columns.ts'
import { defineWrite, type Write } from './statements.ts'
import type { Table } from './table.ts'
import type { Tools } from './tools.ts'

type Identified = Columns & { id: Column<string> }

/** Insert, replace by id, and delete by id, of one table. */
export function rowWrites<C extends Identified, D extends Record<string, (row: ValuesOf<C>) => string>>({
  name,
  columns,
  derived,
}: Table<string, C, D>) {
  const derivedEntries = Object.entries(derived)
  const written: Identified = { ...columns }
  for (const [column] of derivedEntries) written[column] = text()

  const insert = defineWrite(`${name}.insert`, written, (tools, p) =>
    unchecked(tools).insertInto(name).values(byColumn(p)),
  )
  const replace = defineWrite(`${name}.replace`, written, (tools, { id, ...changing }) =>
    unchecked(tools).updateTable(name).set(byColumn(changing)).where('id', '=', id),
  )
  const remove = defineWrite(`${name}.delete`, { id: text() }, (tools, p) =>
    unchecked(tools).deleteFrom(name).where('id', '=', p.id),
  )
  const valuesOf = (row: ValuesOf<C>) => {
    const values: ValuesOf<Identified> = { ...row }
    for (const [column, derive] of derivedEntries) values[column] = derive(row)
    return values
  }
  return {
    insert: (row: ValuesOf<C>): Write => insert(valuesOf(row)),
    replace: (row: ValuesOf<C>): Write => replace(valuesOf(row)),
    remove: ({ id }: { id: string }): Write => remove({ id }),
  }
}

const byColumn = <T>(byProperty: Record<string, T>): Record<string, T> =>
  Object.fromEntries(Object.entries(byProperty).map(([property, value]) => [snakeCase(property), value]))

// kysely cannot check the columns of a table that is a parameter. They come from the definition of the table, which
// `Database` is made from, too.
const unchecked = ({ db }: Tools) => db as unknown as Kysely<Record<string, Record<string, Stored>>>
