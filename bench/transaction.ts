// The SQL of one change, recorded from the program in order to run it without the program.

import {
  decideContext,
  type Operation,
  type WriteContext,
  writesOf,
} from '../src/kernel/store/changes/operation.ts'
import type { Stored } from '../src/kernel/store/sql/columns.ts'
import type { Dialect, Query, Write } from '../src/kernel/store/sql/statements.ts'
import type { Reader } from '../src/kernel/store/store.ts'

export type RecordedStatement = {
  name: string
  sql: string
  values: Stored[]
  /** The name of the parameter at each place. */
  places: Stored[]
}
export type Recorded = { reads: RecordedStatement[]; writes: RecordedStatement[] }

/** The reads and writes of `operation` in order, without BEGIN and COMMIT. Nothing is written. */
export async function recordTransaction<State, Input, Answer>(
  reader: Reader,
  dialect: Dialect,
  operation: Operation<State, Input, Answer>,
  ctx: WriteContext,
  input: Input,
): Promise<Recorded> {
  const deciding = decideContext({ ...ctx, isAfterConflict: false })
  const loads = Object.entries<Query<unknown>>(operation.load(deciding, input))
  const queries = loads.map(([, query]) => query)
  const states = await Promise.all(loads.map(async ([name, query]) => [name, await reader.read(query)]))
  const decision = operation.decide(Object.fromEntries(states) as State, deciding, input)
  const writes = writesOf(decision, deciding)
  return {
    reads: queries.map((query) => recorded(dialect, query)),
    writes: writes.map(({ narrow, ...write }) =>
      recorded(dialect, { ...write, statement: (dialect === 'sqlite' && narrow) || write.statement }),
    ),
  }
}

function recorded(dialect: Dialect, { statement, values }: Query<unknown> | Write): RecordedStatement {
  const { name, sql, bind } = statement.for(dialect)
  const ownNames = Object.fromEntries(Object.keys(values).map((parameter) => [parameter, parameter]))
  return { name, sql, values: bind(values), places: bind(ownNames) }
}

/** The value of a parameter of a statement, or undefined if the transaction has none. */
export function valueIn(
  { reads, writes }: Recorded,
  statement: string,
  parameter: string,
): Stored | undefined {
  const found = [...reads, ...writes].find(({ name }) => name === statement)
  return found?.values[found.places.indexOf(parameter)]
}
