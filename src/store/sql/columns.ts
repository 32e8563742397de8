// How values become columns: booleans, JSON and times are converted here and nowhere else.

export type Stored = string | number | null
export type StoredRow = Record<string, Stored>

/** One column: how a value of the program is kept in both stores. */
export type Column<T> = { toStored(value: T): Stored; fromStored(stored: Stored): T }

// The stores give back what was put in: `Stored` is narrowed by the column's own definition.
const column = <T>(toStored: (value: T) => Stored, fromStored: (stored: Stored) => unknown): Column<T> => ({
  toStored,
  fromStored: fromStored as (stored: Stored) => T,
})

const asIs = (value: Stored) => value

export const text = <T extends string = string>() => column<T>(asIs, asIs)
export const optionalText = <T extends string = string>() => column<T | null>(asIs, asIs)
export const integer = () => column<number>(asIs, asIs)
/** An instant as milliseconds since 1970-01-01T00:00:00Z. */
export const instant = integer
export const optionalInteger = () => column<number | null>(asIs, asIs)
export const optionalInstant = optionalInteger
export const boolean = () =>
  column<boolean>(
    (value) => (value ? 1 : 0),
    (stored) => stored === 1,
  )
export const json = <T>() =>
  column<T>(
    (value) => JSON.stringify(value),
    (stored) => JSON.parse(String(stored)),
  )

/** JSON objects whose members came over time: what an older row lacks has its default. */
export const jsonOver = <T extends object>(defaults: T) =>
  column<T>(
    (value) => JSON.stringify(value),
    (stored) => ({ ...defaults, ...JSON.parse(String(stored)) }),
  )

export type RowOf<T extends { columns: object }> = {
  [K in keyof T['columns']]: T['columns'][K] extends Column<infer V> ? V : never
}

export type Table<C extends object> = {
  name: string
  columns: C
  encode(row: RowOf<{ columns: C }>): Stored[]
  decode(stored: StoredRow): RowOf<{ columns: C }>
  columnNames: readonly string[]
  /** What is written beside the columns and never read back, such as a key to search by. */
  derived: Record<string, (row: RowOf<{ columns: C }>) => Stored>
}

export const snakeCase = (name: string) => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)

/** A table by its columns in camelCase; they are kept in snake_case. */
export function defineTable<C extends Record<string, { toStored: unknown; fromStored: unknown }>>(
  name: string,
  columns: C,
  derived: Table<C>['derived'] = {},
): Table<C> {
  type Row = RowOf<{ columns: C }>
  const entries = Object.entries(columns as unknown as Record<string, Column<unknown>>).map(
    ([key, codec]) => [key, snakeCase(key), codec] as const,
  )
  return {
    name,
    columns,
    derived,
    columnNames: entries.map(([, stored]) => stored),
    encode: (row) => entries.map(([key, , codec]) => codec.toStored((row as Record<string, unknown>)[key])),
    decode: (stored) => {
      const row: Record<string, unknown> = {}
      for (const [key, name, codec] of entries) row[key] = codec.fromStored(stored[name] ?? null)
      return row as Row
    },
  }
}
