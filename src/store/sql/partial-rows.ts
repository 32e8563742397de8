// Some columns of a table, for pages that need no more.
import type { RowOf, StoredRow, Table } from './columns.ts'
import { snakeCase } from './columns.ts'

export type Part<Row> = {
  /** The columns as they are kept, behind the name of their table. */
  columns: readonly string[]
  decode(stored: StoredRow): Row
}

/** The named columns of a table. */
export function partOf<C extends object, K extends keyof C & string>(
  table: Table<C>,
  keys: readonly K[],
): Part<Pick<RowOf<{ columns: C }>, K>> {
  const columns = table.columns as Record<string, { fromStored(stored: StoredRow[string]): unknown }>
  const read = keys.map((key) => [key, snakeCase(key), columns[key]] as const)
  return {
    columns: read.map(([, name]) => `${table.name}.${name}`),
    decode: (stored) => {
      const row: Record<string, unknown> = {}
      for (const [key, name, column] of read) row[key] = column?.fromStored(stored[name] ?? null)
      return row as Pick<RowOf<{ columns: C }>, K>
    },
  }
}
