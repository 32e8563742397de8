// pgbench with the same SQL: the transaction as a script with the same number of round trips, on its own database.
import { execFile, spawnSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import pg from 'pg'
import type { Stored } from '../src/kernel/store/sql/columns.ts'
import type { TestStore } from '../test/support/stores.ts'
import { type Recorded, type RecordedStatement, valueIn } from './transaction.ts'

export const CLIENTS = 16
const TALKS = 200
// pgbench counts in 64-bit integers. Large ones are closer in length to the UUIDs that they replace.
const FIRST_TALK = '1000000000000000000'

export const hasPgbench = (): boolean => spawnSync('pgbench', ['--version']).status === 0

/** Prepares a filled store. Returns a function that measures transactions per second. */
export async function preparePgbench(testStore: TestStore, transactions: readonly Recorded[]) {
  const [model] = transactions
  if (testStore.location.dialect !== 'postgres' || !model)
    throw new Error('pgbench needs a filled PostgreSQL.')
  const { url } = testStore.location
  await addTables(url, transactions.slice(0, CLIENTS))
  const path = join(testStore.folder, 'update.pgbench')
  const { script, constants } = scriptOf(model)
  writeFileSync(path, script)
  const fixed = ['-n', '-M', 'prepared', '-c', `${CLIENTS}`, '-j', '2', '-f', path]
  return async (seconds: number): Promise<number> => {
    const now = Date.now()
    const variables = { ...constants, now, eventStart: `${now}000000`, count: 0, isReady: 0 }
    const definitions = Object.entries(variables).map(([name, value]) => `-D${name}=${value}`)
    const run = [...fixed, '-T', `${Math.ceil(seconds)}`, ...definitions, url]
    const { stdout } = await promisify(execFile)('pgbench', run)
    return Number(/^tps = ([\d.]+)/m.exec(stdout)?.[1])
  }
}

/** Adds talks with numeric ids, because pgbench draws only numbers, and the people that each client names. */
async function addTables(url: string, ofClients: readonly Recorded[]): Promise<void> {
  const db = new pg.Client({ connectionString: url })
  await db.connect()
  try {
    await db.query('create table bench_clients (client bigint primary key, emails text)')
    for (const [client, transaction] of ofClients.entries()) {
      const { emails } = varying(transaction)
      await db.query('insert into bench_clients values ($1, $2)', [client, emails])
    }
    await db.query(COPY_TALKS)
    await db.query(COPY_PEOPLE)
  } finally {
    await db.end()
  }
}

const NUMBERS = `generate_series(${FIRST_TALK}, ${FIRST_TALK} + ${TALKS - 1}) as number`
const COPY_TALKS = `insert into talks select (copied.talk).* from (
  select jsonb_populate_record(talks, jsonb_build_object('id', number::text)) as talk
  from talks, ${NUMBERS} where id = (select min(id) from talks)) as copied`
const COPY_PEOPLE = `insert into talk_people (talk_id, kind, position, user_id)
  select number::text, kind, position, user_id
  from talk_people, ${NUMBERS} where talk_id = (select min(talk_id) from talk_people where length(talk_id) = 36)`

/** The values that differ between transactions, by pgbench variable. */
const varying = (transaction: Recorded) => ({
  talk: valueIn(transaction, 'events.insert', 'object_id'),
  event: valueIn(transaction, 'events.insert', 'id'),
  now: valueIn(transaction, 'events.insert', 'at'),
  emails: valueIn(transaction, 'users.attachable', 'emailKeys'),
})

/** All other values are constants. They are variables, too, so that they are sent as parameters as in Lectern. */
function scriptOf(model: Recorded) {
  const variables = new Map<Stored | undefined, string>(
    Object.entries(varying(model)).map(([name, value]) => [value, name]),
  )
  const constants: Record<string, Stored> = {}
  const variableOf = (value: Stored): string => {
    // pgbench variables cannot hold these two values.
    if (value === null || value === '') return value === null ? 'null' : "''"
    let name = variables.get(value)
    if (name === undefined) {
      name = `constant${variables.size}`
      variables.set(value, name)
      constants[name] = value
    }
    return `:${name}`
  }
  const line = ({ sql, values }: RecordedStatement) =>
    `${sql.replace(/\$(\d+)/g, (_place, number) => variableOf(values[Number(number) - 1] ?? null))};`
  const script = [
    '\\if :isReady = 0',
    'select emails from bench_clients where client = :client_id \\gset',
    '\\set isReady 1',
    '\\endif',
    '\\set count :count + 1',
    '\\set now :now + 1',
    '\\set event :eventStart + :client_id * 10000000 + :count',
    `\\set talk ${FIRST_TALK} + random(0, ${TALKS - 1})`,
    ...['\\startpipeline', 'begin;', ...model.reads.map(line), '\\endpipeline'],
    ...['\\startpipeline', ...model.writes.map(line), 'commit;', '\\endpipeline'],
  ]
  return { script: `${script.join('\n')}\n`, constants }
}
