// Sends several statements at once on one connection.
import type pg from 'pg'
import type { StoredRow } from '../sql/columns.ts'
import type { Statement, Values } from '../sql/statements.ts'

/** A statement for its connection, which prepares it once by its name. */
export const bound = ({ statement, values }: { statement: Statement; values: Values }): pg.QueryConfig => {
  const compiled = statement.for('postgres')
  return { name: compiled.name, text: compiled.sql, values: compiled.bind(values) }
}

/**
 * Sends all statements, and returns the rows of each. Waits for the whole pipeline before it throws the first error,
 * because a connection with pending results cannot be reused.
 */
export async function runPipeline(
  client: pg.PoolClient,
  statements: readonly (pg.QueryConfig | string)[],
): Promise<StoredRow[][]> {
  // The type hides that a client of the pool is a whole client. One write to the socket costs much less than many.
  const { stream } = (client as pg.PoolClient & Pick<pg.Client, 'connection'>).connection
  stream.cork()
  const pending = statements.map((statement) => client.query<StoredRow>(statement))
  stream.uncork()
  const results = await Promise.allSettled(pending)
  return results.map((result) => {
    if (result.status === 'rejected') throw result.reason
    return result.value.rows
  })
}
