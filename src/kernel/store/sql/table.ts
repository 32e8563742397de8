// A table as the program uses it: its columns, and the conversion between rows and stored values.
import {
  type Column,
  type ColumnName,
  type Columns,
  type JsonText,
  json,
  type StoredColumns,
  type StoredRow,
  snakeCase,
  type ValuesOf,
} from './columns.ts'

/** Columns that are computed on every write and never read back, such as a search key. */
type Derived<C> = Record<string, (row: ValuesOf<C>) => string>
type NoneDerived = Record<never, never>

export type Table<Name extends string, C, D = NoneDerived> = {
  name: Name
  columns: C
  derived: D
  columnNames: readonly ColumnName<C>[]
  /** The column names qualified with the table name, for joins. */
  qualifiedNames: readonly `${Name}.${ColumnName<C>}`[]
  encode(row: ValuesOf<C>): StoredColumns<C>
  decode(stored: StoredColumns<C>): ValuesOf<C>
}
export type RowOf<T extends { columns: unknown }> = ValuesOf<T['columns']>

/** Defines a table by its columns. Properties are in camelCase, stored columns in snake_case. */
export function defineTable<const Name extends string, C extends Columns>(
  name: Name,
  columns: C,
): Table<Name, C>
export function defineTable<const Name extends string, C extends Columns, D extends Derived<C>>(
  name: Name,
  columns: C,
  derived: D,
): Table<Name, C, D>
export function defineTable(
  name: string,
  columns: Columns,
  derived: Derived<Columns> = {},
): Table<string, Columns, Derived<Columns>> {
  const columnNames = Object.keys(columns).map(snakeCase)
  return {
    name,
    columns,
    derived,
    columnNames,
    qualifiedNames: columnNames.map((column) => `${name}.${column}` as const),
    encode: encoderOf(columns),
    decode: decoderOf(columns),
  }
}

/** Some columns of a table, for statements that need no more. Without `derived`, it cannot write whole rows. */
export type ColumnSelection<Name extends string, C> = Omit<Table<Name, C>, 'derived'>

export function selectColumns<const Name extends string, C extends Columns, K extends keyof C>(
  { name, columns }: Pick<Table<Name, C>, 'name' | 'columns'>,
  properties: readonly K[],
): ColumnSelection<Name, Pick<C, K>> {
  const selected: Partial<Pick<C, K>> = {}
  for (const property of properties) selected[property] = columns[property]
  // Every property of the type was just assigned.
  return defineTable(name, selected as Pick<C, K>)
}

function encoderOf(columns: Columns) {
  const entries = Object.entries(columns).map(
    ([property, codec]) => [property, snakeCase(property), codec] as const,
  )
  return (row: Record<string, unknown>) => {
    const stored: StoredRow = {}
    for (const [property, column, codec] of entries) stored[column] = codec.toStored(row[property])
    return stored
  }
}

/** Reads all columns from a stored row; `prefix` precedes each column name. */
function decoderOf<C extends Columns>(columns: C, prefix = '') {
  const entries = Object.entries(columns).map(
    ([property, codec]) => [property, prefix + snakeCase(property), codec] as const,
  )
  return (stored: StoredRow) => {
    const row: Record<string, unknown> = {}
    for (const [property, column, codec] of entries) row[property] = codec.fromStored(stored[column] ?? null)
    // Each property was read by its own column, in the order of the definition.
    return row as ValuesOf<C>
  }
}

type Prefixed<C, P extends string> = {
  [K in keyof StoredColumns<C> & string as `${P}${K}`]: StoredColumns<C>[K]
}

type PrefixedName<Name extends string, C, P extends string> = {
  [K in ColumnName<C>]: `${Name}.${K} as ${P}${K}`
}[ColumnName<C>]

/** All columns of a table under prefixed names, for a join of tables that share column names. */
export function prefixColumns<const Name extends string, C extends Columns, const P extends string>(
  { name, columns, columnNames }: ColumnSelection<Name, C>,
  prefix: P,
) {
  // TypeScript cannot relate template literals of parameters. Each column gets its own name after the prefix.
  return {
    columns: columnNames.map((column) => `${name}.${column} as ${prefix}${column}`) as PrefixedName<
      Name,
      C,
      P
    >[],
    decode: decoderOf(columns, prefix) as (stored: Prefixed<C, P>) => ValuesOf<C>,
  }
}

/** Rows of a table as one parameter: a JSON array of objects with the stored columns. */
export function jsonRows<C extends Columns>({
  encode,
  decode,
}: Pick<Table<string, C>, 'encode' | 'decode'>): Column<
  readonly ValuesOf<C>[],
  JsonText<readonly StoredColumns<C>[]>
> {
  const { toStored, fromStored } = json<readonly StoredColumns<C>[]>()
  return {
    toStored: (rows) => toStored(rows.map(encode)),
    fromStored: (stored) => fromStored(stored).map(decode),
  }
}
