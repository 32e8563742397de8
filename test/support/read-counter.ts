// Counts what a query reads, in units that do not depend on the machine: rows or pages on PostgreSQL, and steps of its virtual
// machine on SQLite. Only pages include the entries of an index that a condition removes.
import { DatabaseSync, type StatementSync } from 'node:sqlite'
import pg from 'pg'
import type { StoreLocation } from '../../src/kernel/store/migrations/migrate.ts'
import type { Query } from '../../src/kernel/store/sql/statements.ts'

export type ReadCounter = { count(query: Query<unknown>): Promise<number> } & AsyncDisposable

type PostgresUnit = 'rows' | 'pages'

export const openReadCounter = (
  location: StoreLocation,
  unit: PostgresUnit = 'rows',
): Promise<ReadCounter> =>
  location.dialect === 'sqlite' ? openSteps(location.path) : openPlans(location.url, unit)

async function openSteps(path: string): Promise<ReadCounter> {
  const db = new DatabaseSync(path, { readOnly: true })
  return {
    async count({ statement, values }) {
      const { sql, bind } = statement.for('sqlite')
      const prepared = db.prepare(sql) as StatementSync & { stat(counter: 'vmStep'): number }
      prepared.all(...bind(values))
      return prepared.stat('vmStep')
    },
    [Symbol.asyncDispose]: async () => db.close(),
  }
}

async function openPlans(url: string, unit: PostgresUnit): Promise<ReadCounter> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  // Like the connections of the store.
  await client.query('set jit = off')
  return {
    async count({ statement, values }) {
      const { sql, bind } = statement.for('postgres')
      const explain = `explain (analyze, buffers, timing off, format json) ${sql}`
      const { rows } = await client.query(explain, bind(values))
      const { Plan: plan } = rows[0]['QUERY PLAN'][0]
      return unit === 'rows' ? rowsRead(plan) : plan['Shared Hit Blocks'] + plan['Shared Read Blocks']
    },
    [Symbol.asyncDispose]: () => client.end(),
  }
}

type PlanNode = {
  'Relation Name'?: string
  'Actual Rows': number
  'Actual Loops': number
  Plans?: PlanNode[]
} & Record<`Rows Removed by ${'Filter' | 'Index Recheck'}`, number | undefined>

/** The rows of tables that a plan has read, with those that a condition removes. */
const rowsRead = (node: PlanNode): number =>
  (node['Relation Name'] === undefined
    ? 0
    : (node['Actual Rows'] +
        (node['Rows Removed by Filter'] ?? 0) +
        (node['Rows Removed by Index Recheck'] ?? 0)) *
      node['Actual Loops']) + (node.Plans ?? []).map(rowsRead).reduce((sum, rows) => sum + rows, 0)
