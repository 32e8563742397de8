// The places that refer to files. Each feature says where its own are.
import { type Expression, type RawBuilder, type SqlBool, sql } from 'kysely'
import { operationHooks } from '../../kernel/changes/features.ts'
import type { Database } from '../../kernel/store/sql/database.ts'

/** SQL for the rows that refer to the row of `files`. */
export type FileReference = RawBuilder<unknown>

declare module '../../kernel/changes/features.ts' {
  interface FeatureOperations {
    /** Where its tables refer to files, which are kept as long as anything refers to them. */
    fileReferences?: readonly FileReference[]
  }
}

type ColumnOf<Name extends keyof Database> = keyof Database[Name] & string

/** A column with a URL, and an index of those that are paths of files. */
export function pathIn<Name extends keyof Database>(table: Name, column: ColumnOf<Name>): FileReference {
  const url = sql.ref(`${table}.${column}`)
  // Both stores use a partial index only if the query repeats the condition of the index word for word, with literals.
  return sql`select 1 from ${sql.table(table)}
    where ${url} = files.path and ${url} >= '/files/' and ${url} < '/files0'`
}

/** A column with an id. */
export const idIn = <Name extends keyof Database>(table: Name, column: ColumnOf<Name>): FileReference =>
  sql`select 1 from ${sql.table(table)} where ${sql.ref(`${table}.${column}`)} = files.id`

/** A column with a JSON array of ids, of a table that has few rows. */
export const idsIn = <Name extends keyof Database>(table: Name, column: ColumnOf<Name>): FileReference =>
  sql`select 1 from ${sql.table(table)}
    where ${sql.ref(`${table}.platform_id`)} = files.platform_id
      and ${sql.ref(`${table}.${column}`)} like '%"' || files.id || '"%'`

/** Whether nothing refers to the row of `files`. */
export const isUnused = (): Expression<SqlBool> =>
  sql`${sql.join(
    operationHooks
      .of('fileReferences')
      .flat()
      .map((reference) => sql`not exists (${reference})`),
    sql` and `,
  )}`
