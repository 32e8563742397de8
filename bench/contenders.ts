// All contenders of the benchmark, started and ready.
import { copyFileSync, readFileSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import pg from 'pg'
import { createTestStore, POSTGRES_URL, type StoreKind } from '../test/support/stores.ts'
import type { BareArgon2 } from './bare-argon2.ts'
import type { BareHttps } from './bare-https.ts'
import type { BareSqlite } from './bare-sqlite.ts'
import { startChild } from './child.ts'
import type { Load, Measured, Template } from './load.ts'
import { CLIENTS, hasPgbench, preparePgbench } from './pgbench.ts'
import { fill, type Programme } from './programme.ts'
import { sendOne } from './send-one.ts'
import { type Server, startServer } from './server.ts'

const CONNECTIONS = 64
/** Connections that create users while others read. */
const CONNECTIONS_FOR_USERS = 16
/** Connections that read in the meantime. */
const CONNECTIONS_BESIDE = 4
/** Number of starts that are measured. */
const STARTS = 5
const IDLE_MS = 5_000

/** Only requests have latencies. */
export type Figure = Pick<Measured, 'perSecond'> & Partial<Measured>
export type Contender = { name: string; unit: string; measure(seconds: number): Promise<Figure> }
export type Started = { contenders: Contender[]; absent: string[] }
/** Medians of starts and memory of a server on a filled SQLite store. */
export type Footprint = { startMs: number; idleMb: number; afterLoadMb: number }

export const names = {
  putSqlite: 'PUT /talks/:id on SQLite',
  onePerCommit: 'bare SQLite, 1 per commit',
  manyPerCommit: 'bare SQLite, 32 per commit',
  putPostgres: 'PUT /talks/:id on PostgreSQL',
  pgbench: `pgbench, ${CLIENTS} clients`,
  httpsSaved: 'node:https with the same body',
  users: 'POST /users on SQLite',
  usersPostgres: 'POST /users on PostgreSQL',
  beside: 'GET /talks/:id while users are created',
  hashes: 'bare argon2id, on all cores',
  list: 'GET /talks?limit=50 on SQLite',
  listPostgres: 'GET /talks?limit=50 on PostgreSQL',
  listAfterWrites: 'GET /talks?limit=50 while talks change',
  httpsList: 'node:https with the same response',
}

/** Starts every contender that this machine can run. `stack` stops them. */
export async function startContenders(
  stack: AsyncDisposableStack,
): Promise<Started & { footprint(): Footprint }> {
  const startMs = await measureStarts()
  const send = loader(stack)
  const sendBeside = loader(stack)
  const sqlite = await startOurs(stack, 'sqlite')
  await delay(IDLE_MS)
  const idleMb = sqlite.server.memoryMb()
  const { contenders, absent } = await onPostgres(stack, send)
  return {
    contenders: [
      send(names.putSqlite, sqlite, sqlite.programme.updates),
      ...(await bareSqlite(stack, sqlite)),
      ...contenders,
      ...(await bareHttps(stack, send, sqlite)),
      send(names.list, sqlite, sqlite.programme.list),
      beside(
        send(names.listAfterWrites, sqlite, sqlite.programme.list),
        sendBeside('', sqlite, sqlite.programme.updates, 1),
      ),
      send(names.users, sqlite, sqlite.programme.creations),
      beside(
        send(names.beside, sqlite, sqlite.programme.reads, CONNECTIONS_BESIDE),
        sendBeside('', sqlite, sqlite.programme.creations, CONNECTIONS_FOR_USERS),
      ),
      bareArgon2(stack),
    ],
    absent,
    footprint: () => ({ startMs, idleMb, afterLoadMb: sqlite.server.memoryMb() }),
  }
}

/** Starts a server on a filled store repeatedly. Returns the median. */
async function measureStarts(): Promise<number> {
  await using testStore = await createTestStore('sqlite', { isDurable: true })
  await fill(testStore)
  const startsMs: number[] = []
  for (let start = 0; start <= STARTS; start += 1) {
    await using server = await startServer(testStore)
    // The first start creates the certificate.
    if (start > 0) startsMs.push(server.startMs)
  }
  return startsMs.sort((a, b) => a - b)[Math.floor(STARTS / 2)] ?? Number.NaN
}

/** Measures one contender while the other is running. */
const beside = (measured: Contender, other: Contender): Contender => ({
  ...measured,
  measure: async (seconds) => {
    const [figure] = await Promise.all([measured.measure(seconds), other.measure(seconds)])
    return figure
  },
})

type Place = { port: number; ca?: string; programme: Pick<Programme, 'key'> }
type Ours = Place & { ca: string; programme: Programme; server: Server; bareCopy: string }
type Send = (name: string, place: Place, templates: Template[], connections?: number) => Contender

/** Sends all requests from one child process, over TLS if the target has a certificate. */
export function loader(stack: AsyncDisposableStack): Send {
  const child = stack.use(startChild('load'))
  return (name, { port, ca, programme: { key } }, templates, connections = CONNECTIONS) => ({
    name,
    unit: 'requests',
    measure: (seconds) =>
      child.ask<Measured>({
        port,
        ...(ca === undefined ? {} : { ca }),
        key,
        templates,
        connections,
        seconds,
      } satisfies Load),
  })
}

export async function startOurs(stack: AsyncDisposableStack, kind: StoreKind): Promise<Ours> {
  const testStore = stack.use(await createTestStore(kind, { isDurable: true }))
  const programme = await fill(testStore)
  const bareCopy = join(testStore.folder, 'bare.db')
  if (testStore.location.dialect === 'sqlite') copyFileSync(testStore.location.path, bareCopy)
  const server = stack.use(await startServer(testStore))
  return { server, port: server.port, ca: readFileSync(server.certPath, 'utf8'), programme, bareCopy }
}

async function bareSqlite(stack: AsyncDisposableStack, { bareCopy, programme }: Ours): Promise<Contender[]> {
  const child = stack.use(startChild('bare-sqlite'))
  await child.ask({ path: bareCopy, transactions: programme.transactions } satisfies BareSqlite)
  const contender = (name: string, perCommit: number): Contender => ({
    name,
    unit: 'transactions',
    measure: async (seconds) => ({
      perSecond: await child.ask<number>({ perCommit, seconds } satisfies BareSqlite),
    }),
  })
  return [contender(names.onePerCommit, 1), contender(names.manyPerCommit, 32)]
}

async function onPostgres(stack: AsyncDisposableStack, send: Send): Promise<Started> {
  const problem = await connectProblem()
  if (problem !== undefined) {
    return {
      contenders: [],
      absent: [`PostgreSQL is not available (${problem}). TEST_POSTGRES_URL sets its URL.`],
    }
  }
  const ours = await startOurs(stack, 'postgres')
  const contenders = [
    send(names.putPostgres, ours, ours.programme.updates),
    send(names.listPostgres, ours, ours.programme.list),
    send(names.usersPostgres, ours, ours.programme.creations),
  ]
  if (!hasPgbench()) return { contenders, absent: ['pgbench is not on the path.'] }
  const testStore = stack.use(await createTestStore('postgres', { isDurable: true }))
  const { transactions } = await fill(testStore)
  const run = await preparePgbench(testStore, transactions)
  const measure = async (seconds: number) => ({ perSecond: await run(seconds) })
  return { contenders: [...contenders, { name: names.pgbench, unit: 'transactions', measure }], absent: [] }
}

async function connectProblem(): Promise<string | undefined> {
  const client = new pg.Client({ connectionString: POSTGRES_URL, connectionTimeoutMillis: 2_000 })
  try {
    await client.connect()
    await client.end()
    return undefined
  } catch (error) {
    return error instanceof Error ? error.message : String(error)
  }
}

async function bareHttps(stack: AsyncDisposableStack, send: Send, ours: Ours): Promise<Contender[]> {
  const { server, programme } = ours
  const contender = async (name: string, templates: Template[]) => {
    const body = await sendOne(ours, templates)
    const { certPath, keyPath } = server
    const child = stack.use(startChild('bare-https'))
    const port = await child.ask<number>({ certPath, keyPath, body } satisfies BareHttps)
    return send(name, { ...ours, port }, templates)
  }
  return [
    await contender(names.httpsSaved, programme.updates),
    await contender(names.httpsList, programme.list),
  ]
}

function bareArgon2(stack: AsyncDisposableStack): Contender {
  const child = stack.use(startChild('bare-argon2'))
  const concurrency = availableParallelism()
  return {
    name: names.hashes,
    unit: 'hashes',
    measure: async (seconds) => ({
      perSecond: await child.ask<number>({ concurrency, seconds } satisfies BareArgon2),
    }),
  }
}
