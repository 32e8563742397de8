// Writes of whole rows, made from the table definitions.
import type { Kysely } from 'kysely'
import { type Column, type Columns, type Stored, snakeCase, text, type ValuesOf } from './columns.ts'
import { defineWrite, type ParametersOf, type Statement, type Write } from './statements.ts'
import { jsonRows, type Table } from './table.ts'
import type { Tools } from './tools.ts'

type Identified = Columns & { id: Column<string> }

/** The statements of this many sets of changed columns are kept. Few sets are common. */
const MAX_NARROW = 100

/** Insert, replace and update by id, and delete by id, of one table. */
export function rowWrites<C extends Identified, D extends Record<string, (row: ValuesOf<C>) => string>>({
  name,
  columns,
  derived,
}: Table<string, C, D>) {
  const properties = Object.keys(columns).map((property) => [property, snakeCase(property)] as const)
  const derivedEntries = Object.entries(derived)
  // The parameters have the names of their columns, like the objects of `rowsOf`.
  const allColumns: Identified = { id: text() }
  for (const [property, codec] of Object.entries(columns)) allColumns[snakeCase(property)] = codec
  for (const [column] of derivedEntries) allColumns[column] = text()
  const columnNames = Object.keys(allColumns)
  const changing = columnNames.filter((column) => column !== 'id')
  const rows = { name, columnNames }

  const insert = defineWrite(
    `${name}.insert`,
    allColumns,
    (tools, p) => unchecked(tools).insertInto(name).values(p),
    (tools, all) =>
      unchecked(tools)
        .insertInto(name)
        .columns(columnNames)
        .expression(unchecked(tools).selectFrom(tools.rowsOf(rows, all).as('given')).select(columnNames)),
  )
  const replace = defineWrite(
    `${name}.replace`,
    allColumns,
    (tools, { id, ...others }) => unchecked(tools).updateTable(name).set(others).where('id', '=', id),
    (tools, all) =>
      unchecked(tools)
        .updateTable(name)
        .from(tools.rowsOf(rows, all).as('given'))
        .set(({ ref }) => Object.fromEntries(changing.map((column) => [column, ref(`given.${column}`)])))
        .whereRef(`${name}.id`, '=', 'given.id'),
  )
  const remove = defineWrite(`${name}.delete`, { id: text() }, (tools, p) =>
    unchecked(tools).deleteFrom(name).where('id', '=', p.id),
  )
  const valuesOf = (row: ValuesOf<C>) => {
    const values: Record<string, unknown> = {}
    for (const [property, column] of properties) values[column] = row[property]
    for (const [column, derive] of derivedEntries) values[column] = derive(row)
    // Every column was just assigned.
    return values as ValuesOf<Identified>
  }
  // By the bits of their columns, as a sum: a number has 53, which is more than any table has columns.
  const narrow = new Map<number, Statement>()
  const bits = properties.map(([property], place) => [property, 2 ** place] as const)
  /** The statement that writes only the columns that differ from `before`, and the derived ones. */
  const narrowOf = (row: ValuesOf<C>, before: ValuesOf<C>, values: ValuesOf<Identified>) => {
    let set = 0
    for (const [property, bit] of bits) if (row[property] !== before[property]) set += bit
    const known = narrow.get(set)
    if (known || set === 0 || narrow.size === MAX_NARROW) return known
    const changed = properties.filter(([property]) => row[property] !== before[property])
    const written = [...changed.map(([, column]) => column), ...derivedEntries.map(([column]) => column)]
    const { statement } = defineWrite(`${name}.replace.${set}`, allColumns, (tools, { id, ...others }) =>
      unchecked(tools)
        .updateTable(name)
        .set(Object.fromEntries(written.map((column) => [column, others[column]])))
        .where('id', '=', id),
    )(values)
    narrow.set(set, statement)
    return statement
  }
  return {
    insert: (row: ValuesOf<C>): Write => insert(valuesOf(row)),
    replace: (row: ValuesOf<C>): Write => replace(valuesOf(row)),
    /**
     * Like `replace`, for a row that is known as it is stored. SQLite then writes only the columns that differ: it rewrites
     * the entries of each index with a column that is written, even if the value is the same, which takes half of the time
     * of a usual update. PostgreSQL compares the values itself.
     */
    update: (row: ValuesOf<C>, before: ValuesOf<C>): Write => {
      const values = valuesOf(row)
      return { ...replace(values), narrow: narrowOf(row, before, values) }
    },
    remove: ({ id }: { id: string }): Write => remove({ id }),
  }
}

/** Defines the insert of a row. */
export function defineInsert<C extends Columns>({
  name,
  columns,
}: Table<string, C>): (row: ValuesOf<C>) => Write {
  return defineWrite<Columns>(`${name}.insert`, columns, (tools, p) => insertRow(tools, name, p))
}

/** Defines the insert of a row that writes nothing if a unique constraint already has its values. */
export function defineInsertOnce<C extends Columns>({
  name,
  columns,
}: Table<string, C>): (row: ValuesOf<C>) => Write {
  return defineWrite<Columns>(`${name}.insert_once`, columns, (tools, p) =>
    insertRow(tools, name, p).onConflict((conflict) => conflict.doNothing()),
  )
}

/** Defines the insert of a row that replaces the one with the same key, which is of the same platform. */
export function defineUpsert<C extends Columns>(
  { name, columns }: Table<string, C>,
  ...key: (keyof C & string)[]
): (row: ValuesOf<C>) => Write {
  const kept: readonly string[] = [...key, 'platformId']
  const changing = Object.keys(columns)
    .filter((property) => !kept.includes(property))
    .map(snakeCase)
  return defineWrite<Columns>(`${name}.put`, columns, (tools, p) =>
    insertRow(tools, name, p).onConflict((conflict) =>
      conflict
        .columns(key.map(snakeCase))
        .doUpdateSet(({ ref }) =>
          Object.fromEntries(changing.map((column) => [column, ref(`excluded.${column}`)])),
        ),
    ),
  )
}

/** Defines the insert of several rows in one statement. */
export function defineInsertAll<C extends Columns>(
  table: Table<string, C>,
): (values: { rows: readonly ValuesOf<C>[] }) => Write {
  const { name, columnNames } = table
  return defineWrite(`${name}.insert_all`, { rows: jsonRows(table) }, (tools, { rows }) =>
    unchecked(tools)
      .insertInto(name)
      .columns(columnNames)
      .expression(unchecked(tools).selectFrom(tools.rowsOf(table, rows).as('new')).select(columnNames)),
  )
}

const insertRow = (tools: Tools, name: string, p: ParametersOf<Columns>) =>
  unchecked(tools)
    .insertInto(name)
    .values(Object.fromEntries(Object.entries(p).map(([property, value]) => [snakeCase(property), value])))

// kysely cannot check the columns of a table that is a parameter. They come from the definition of the table, which
// `Database` is made from, too.
const unchecked = ({ db }: Tools) => db as unknown as Kysely<Record<string, Record<string, Stored>>>
