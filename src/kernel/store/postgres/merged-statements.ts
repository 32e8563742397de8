// Sends the same query or write of several changes as one statement with several sets of values.
import type pg from 'pg'
import type { StoredRow } from '../sql/columns.ts'
import type { Query, Write } from '../sql/statements.ts'
import { bound } from './pipeline.ts'

/** A statement to send, and the receiver of its rows. */
type Merged = { statement: pg.QueryConfig; receive(rows: StoredRow[]): void }

/** A row of a query with several sets of values, with the place of its values. */
type Placed = StoredRow & { given_place: number }

/** Whether the query locks the rows that it returns. */
export const isLocking = ({ statement }: Query<unknown>): boolean =>
  / for (no key update|share)$/.test(statement.for('postgres').sql)

/**
 * Merges the queries of several changes. Skips rows that other transactions have locked, because a transaction that
 * waits for several locks could be part of a deadlock. `receive` gets the rows of each query by the place of its change
 * and its own place.
 */
export function mergeQueries(
  queriesOfAll: readonly (readonly Query<unknown>[])[],
  receive: (change: number, place: number, rows: StoredRow[]) => void,
): Merged[] {
  const uses = queriesOfAll.flatMap((queries, change) =>
    queries.map((query, place) => ({ name: query.statement.name, query, change, place })),
  )
  return [...Map.groupBy(uses, ({ name }) => name).values()].flatMap((same) => {
    const given = same.map(({ query }) => freeRowsOnly(query))
    const [first] = given
    if (!first || given.length === 1 || !given.every(hasOnlyTexts)) {
      return same.map(({ query, change, place }) => ({
        statement: freeRowsOnly(query),
        receive: (rows: StoredRow[]) => receive(change, place, rows),
      }))
    }
    return {
      statement: forEach(first, given),
      receive: (rows: StoredRow[]) => {
        // The query adds this column.
        const byPlace = Map.groupBy(rows as Placed[], ({ given_place }) => given_place)
        for (const [index, { change, place }] of same.entries()) {
          receive(change, place, byPlace.get(index) ?? [])
        }
      },
    }
  })
}

function freeRowsOnly(query: Query<unknown>): pg.QueryConfig {
  const config = bound(query)
  return isLocking(query)
    ? { ...config, name: `${config.name}.free`, text: `${config.text} skip locked` }
    : config
}

const hasOnlyTexts = ({ values = [] }: pg.QueryConfig): boolean =>
  values.every((value) => typeof value === 'string')

/** Runs the query once per set of values. `offset 0` keeps the planner from joining all rows of a table instead. */
function forEach(
  { name, text, values = [] }: pg.QueryConfig,
  given: readonly pg.QueryConfig[],
): pg.QueryConfig {
  const columns = values.map((_value, index) => `, v${index + 1} text`).join('')
  const sets = given.map(({ values = [] }, place) => ({
    place,
    ...Object.fromEntries(values.map((value, index) => [`v${index + 1}`, value])),
  }))
  return {
    name: `${name}.many`,
    text: `select given.place as given_place, found.*
      from json_to_recordset($1::text::json) as given(place int${columns}),
      lateral (select * from (${text.replace(/\$(\d+)/g, 'given.v$1')}) as one offset 0) as found`,
    values: [JSON.stringify(sets)],
  }
}

/**
 * Merges the writes of several changes. The writes of each change stay in order. The same write of several changes is
 * sent as one if it accepts several sets of values.
 */
export function mergeWrites(writesOfAll: readonly (readonly Write[])[]): pg.QueryConfig[] {
  const merged: pg.QueryConfig[] = []
  let rest = writesOfAll.filter((writes) => writes.length > 0)
  for (let first = rest[0]?.[0]; first; first = rest[0]?.[0]) {
    const { statement } = first
    const isSame = ([write]: readonly Write[]) => write?.statement === statement
    const same = rest.filter(isSame).flatMap(([write]) => write ?? [])
    rest = rest
      .map((writes) => (isSame(writes) ? writes.slice(1) : writes))
      .filter(({ length }) => length > 0)
    merged.push(...asFewAsPossible(statement.many, same))
  }
  return merged
}

const asFewAsPossible = (many: Write['statement']['many'], writes: readonly Write[]): pg.QueryConfig[] =>
  many && writes.length > 1
    ? [bound({ statement: many, values: { all: JSON.stringify(writes.map(({ values }) => values)) } })]
    : writes.map(bound)
