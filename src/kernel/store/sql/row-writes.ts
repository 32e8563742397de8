// Writes of whole rows, built from the table definitions.
import type { Kysely } from 'kysely'
import { type Column, type Columns, type Stored, snakeCase, text, type ValuesOf } from './columns.ts'
import { defineWrite, type ParametersOf, type Statement, type Write } from './statements.ts'
import { jsonRows, type Table } from './table.ts'
import type { Tools } from './tools.ts'

type Identified = Columns & { id: Column<string> }

/** Number of cached statements per table, one per set of changed columns. Few sets are common. */
const MAX_NARROW = 100

/** Insert, replace and update by id, and delete by id for one table. */
export function rowWrites<C extends Identified, D extends Record<string, (row: ValuesOf<C>) => string>>({
  name,
  columns,
  derived,
}: Table<string, C, D>) {
  const properties = Object.keys(columns).map((property) => [property, snakeCase(property)] as const)
  const derivedEntries = Object.entries(derived)
  // The parameters have the names of their columns, like the objects in `rowsOf`.
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
  // Keyed by the sum of the bits of the columns. A number has 53 bits, which is more than any table has columns.
  const narrow = new Map<number, Statement>()
  const bits = properties.map(([property], place) => [property, 2 ** place] as const)
  /** The statement that writes only derived columns and columns that differ from `before`. */
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
     * Like `replace`, for a row whose stored values are known. SQLite then writes only the columns that differ: it
     * rewrites the entries of each index on a written column even if the value is the same, which takes half the time
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

/** Defines the insert of a row that replaces the row of the same platform with the same key. */
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

// kysely cannot check the columns of a table that is a parameter. They come from the definition of the table, from
// which `Database` is derived as well.
const unchecked = ({ db }: Tools) => db as unknown as Kysely<Record<string, Record<string, Stored>>>
