// Filters of lists: conditions that are compiled into the statement of the list.
import {
  type AliasedRawBuilder,
  type Expression,
  type ExpressionBuilder,
  expressionBuilder,
  type RawBuilder,
  type SqlBool,
  sql,
} from 'kysely'
import type { ObjectName } from '../changes/objects.ts'
import { type Column, type Columns, type Stored, snakeCase, textList, type ValuesOf } from './columns.ts'
import type { Database } from './database.ts'
import {
  defineQuery,
  MAX_NAME_LENGTH,
  Parameter,
  type ParametersOf,
  type Query,
  type Selecting,
  type Values,
} from './statements.ts'
import type { Table } from './table.ts'
import type { Tools } from './tools.ts'

export type TableName = keyof Database

/** A condition on the rows of a table. Filters of a table with the same name differ only in their values. */
export type Filter<Name extends TableName> = {
  table: Name
  name: string
  values: Values
  where(tools: Tools): Expression<SqlBool>
  /** SQL for the ids of the rows, if there are few. Then only these rows are read, whatever the planner expects. */
  ids?(tools: Tools): RawBuilder<string>
  /** SQL for the rows, if an index has them in the order of the list. It replaces the condition. */
  rows?(tools: Tools): RawBuilder<Database[Name]>
}

/** The rows that filters apply to, for `selectFrom`. */
type FilteredRows<Name extends TableName> = AliasedRawBuilder<Database[Name], Name>

type FilterTools<Name extends TableName> = Tools & {
  eb: ExpressionBuilder<Database, Name>
  /** The platform of the list. Statements of lists on a platform have it as a parameter. */
  platformId: Expression<string>
}

/** Defines a filter with one value. */
export function defineFilter<const Name extends TableName, T, S extends Stored>(
  table: Name,
  name: string,
  { toStored }: Column<T, S>,
  condition: (tools: FilterTools<Name>, value: Expression<S>) => Expression<SqlBool>,
): (value: T) => Filter<Name> {
  const parameter = parameterOf(name)
  const eb = expressionBuilder<Database, Name>()
  const platformId = new Parameter<string>('platformId')
  const where = (tools: Tools) => condition({ ...tools, eb, platformId }, new Parameter<S>(parameter))
  return (value) => ({ table, name, values: { [parameter]: toStored(value) }, where })
}

/** A filter that compares a column with a value. */
const comparison =
  (operator: '=' | '>=', suffix: string) =>
  <Name extends TableName, C extends { [P in keyof C]: Column<unknown> }, K extends keyof C & string>(
    { name: table, columns }: Pick<Table<Name, C>, 'name' | 'columns'>,
    property: K,
    value: ValuesOf<C>[K],
  ): Filter<Name> => {
    const name = property + suffix
    const parameter = parameterOf(name)
    const place = new Parameter(parameter)
    return {
      table,
      name,
      values: { [parameter]: columns[property].toStored(value) },
      where: () => sql`${sql.ref(`${table}.${snakeCase(property)}`)} ${sql.raw(operator)} ${place}`,
    }
  }
export const equals = comparison('=', '')
export const isAtLeast = comparison('>=', 'From')

/** Rows with these ids. */
export const isAmongIds = <const Name extends ObjectName>(table: Name) =>
  defineFilter(table, 'ids', textList(), ({ isAmong }, ids) => isAmong(sql.ref<string>(`${table}.id`), ids))

const parameterOf = (filter: string) => `filter:${filter}`

/** Like `defineQuery`, for rows of a table that match filters. There is one statement per combination of filters. */
export function defineFilteredQuery<Name extends TableName, P extends Columns, Row, T>(
  table: Name,
  name: string,
  parameters: P,
  build: (
    tools: Tools,
    p: ParametersOf<P>,
    isMatch: Expression<SqlBool>,
    rows: FilteredRows<Name>,
  ) => Selecting<Row>,
  decode: (rows: NoInfer<Row>[]) => T,
) {
  const known = new Map<string, (values: ValuesOf<P>) => Query<T>>()
  return (values: ValuesOf<P>, filters: readonly Filter<Name>[]): Query<T> => {
    const key = [table, name, ...filters.map((filter) => filter.name)].join('.')
    const query =
      known.get(key) ??
      defineQuery<P, Row, T>(
        key.length > MAX_NAME_LENGTH ? `${table}.${name}.${known.size}` : key,
        parameters,
        (tools, p) => {
          const source = filters.find(({ ids }) => ids) ?? filters.find(({ rows }) => rows)
          const others = filters.filter((filter) => filter !== source || filter.ids)
          return build(tools, p, allOf(tools, others), rowsOf(tools, table, source))
        },
        decode,
      )
    known.set(key, query)
    const { values: own, ...rest } = query(values)
    return { ...rest, values: Object.assign(own, ...filters.map((filter) => filter.values)) }
  }
}

const rowsOf = <Name extends TableName>(
  tools: Tools,
  table: Name,
  source: Filter<Name> | undefined,
): FilteredRows<Name> => {
  if (source?.ids) return tools.rowsWithIds<Name>(table, source.ids(tools)).as(table)
  return (source?.rows?.(tools) ?? sql<Database[Name]>`${sql.table(table)}`).as(table)
}

const allOf = (tools: Tools, filters: readonly Filter<TableName>[]) =>
  expressionBuilder<Database>().and(filters.map((filter) => filter.where(tools)))
