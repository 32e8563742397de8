// `npm run bench -- nodes`: the cost of requests and deliveries with one, two, and three nodes on one PostgreSQL and
// one Redis. The nodes share the cores of this machine, so their speed means nothing. The CPU time per request and per
// delivery does: the model of docs/scaling.md assumes that it does not depend on the number of nodes.
import { spawn } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { setTimeout as delay } from 'node:timers/promises'
import { fileURLToPath, pathToFileURL } from 'node:url'
import type { ViewersLine, Viewing } from '../test/support/live-viewers.ts'
import { createTestStore, REDIS_URL, type TestStore } from '../test/support/stores.ts'
import { startChild } from './child.ts'
import { cpuOfDatabase, cpuOfProcess, cpuOfRedis } from './cpu-time.ts'
import type { Load, Measured, Template } from './load.ts'
import { fill, type Programme, templateOf } from './programme.ts'
import { table } from './report.ts'
import { sendOne } from './send-one.ts'
import { type Server, startServer } from './server.ts'

const COUNTS = [1, 2, 3]
const CONNECTIONS = 48
const VIEWERS = 1_500
const MESSAGES_PER_SECOND = 10

/** Microseconds of CPU time per request or delivery. */
export type NodeCosts = {
  nodes: number
  work: string
  done: number
  node: number
  database: number
  redis: number
}

type Cluster = { testStore: TestStore; programme: Programme; servers: Server[] }

/** Measures each number of nodes, for this many seconds per kind of work. */
export async function measureNodes(seconds: number): Promise<NodeCosts[]> {
  const costs: NodeCosts[] = []
  for (const count of COUNTS) {
    process.stderr.write(`${count} of ${COUNTS.length} nodes …\n`)
    costs.push(...(await measureCluster(count, seconds)))
  }
  return costs
}

/** The costs as a table. */
export const textOfNodes = (costs: readonly NodeCosts[]): string =>
  table(
    ['work', 'nodes', 'done', 'nodes, µs each', 'PostgreSQL, µs each', 'Redis, µs each'],
    costs
      .toSorted((a, b) => a.work.localeCompare(b.work) || a.nodes - b.nodes)
      .map(({ work, nodes, done, node, database, redis }) => [
        work,
        ...[nodes, done, node, database, redis].map(String),
      ]),
  )

async function measureCluster(count: number, seconds: number): Promise<NodeCosts[]> {
  await using stack = new AsyncDisposableStack()
  const testStore = stack.use(await createTestStore('postgres', { isDurable: true }))
  const programme = await fill(testStore)
  const settings = {
    LECTERN_REDIS_URL: REDIS_URL,
    LECTERN_FILES_URL: pathToFileURL(join(testStore.folder, 'files')).href,
  }
  const servers: Server[] = []
  // Started one after another, because the first one migrates the store.
  for (let node = 0; node < count; node += 1) servers.push(stack.use(await startServer(testStore, settings)))
  const cluster = { testStore, programme, servers }
  const send = (templates: Template[]) => sendToAll(cluster, templates, seconds)
  await send(programme.updates)
  const audience = await openAudience(cluster)
  return [
    await costsOf(cluster, 'a chat message to one viewer', () => audience.read(seconds)),
    await costsOf(cluster, 'PUT /talks/:id', () => send(programme.updates)),
    await costsOf(cluster, 'GET /talks?limit=50', () => send(programme.list)),
  ]
}

/** The same work on all nodes at once. Returns the number of requests. */
async function sendToAll(
  { programme, servers }: Cluster,
  templates: Template[],
  seconds: number,
): Promise<number> {
  const done = servers.map(async ({ port, certPath }) => {
    await using child = startChild('load')
    const load: Load = {
      port,
      ca: readFileSync(certPath, 'utf8'),
      key: programme.key,
      templates,
      connections: CONNECTIONS / servers.length,
      seconds,
    }
    const { perSecond } = await child.ask<Measured>(load)
    return perSecond * seconds
  })
  return (await Promise.all(done)).reduce((sum, one) => sum + one, 0)
}

async function costsOf(
  { testStore: { location }, servers }: Cluster,
  work: string,
  run: () => Promise<number>,
): Promise<NodeCosts> {
  const url = location.dialect === 'postgres' ? location.url : ''
  const read = async () => ({
    node: servers.reduce((sum, { pid }) => sum + cpuOfProcess(pid), 0),
    database: await cpuOfDatabase(url),
    redis: await cpuOfRedis(REDIS_URL),
  })
  const before = await read()
  const done = await run()
  const after = await read()
  const each = (part: keyof typeof before) => Number(((after[part] - before[part]) / done).toPrecision(3))
  return {
    nodes: servers.length,
    work,
    done: Math.round(done),
    node: each('node'),
    database: each('database'),
    redis: each('redis'),
  }
}

/** Connects viewers of one talk, spread over the nodes. `read` sends messages and returns the number of deliveries. */
async function openAudience({ testStore, programme: { key, reads }, servers }: Cluster) {
  const talkId = reads[0]?.path.split('/').at(-1) ?? ''
  const audiences = servers.map(({ port }, node) => {
    // Visitors without an account, because none of their cookies come from the server.
    const cookies = join(testStore.folder, `cookies-${node}`)
    writeFileSync(cookies, 'visitor=1\n'.repeat(VIEWERS / servers.length))
    return startViewers({ port, talkId, cookies })
  })
  await Promise.all(audiences.map(({ next }) => next()))
  return {
    async read(seconds: number): Promise<number> {
      const messages = seconds * MESSAGES_PER_SECOND
      for (let number = 1; number <= messages; number += 1) {
        const [server] = servers.slice(number % servers.length)
        if (!server) throw new RangeError('There are no nodes.')
        const { port, certPath } = server
        const target = { port, ca: readFileSync(certPath, 'utf8'), programme: { key } }
        // Viewers count the messages by these numbers.
        const body = { label: `Viewer ${number % 100}`, text: `m${number}` }
        await sendOne(target, [templateOf('POST', `/api/external/v1/talks/${talkId}/messages`, body)])
        await delay(1_000 / MESSAGES_PER_SECOND)
      }
      await delay(1_000)
      const reports = await Promise.all(audiences.map(({ end }) => end(messages)))
      if (reports.some((report) => report.event !== 'watched' || report.wrongViewers > 0))
        throw new Error(`Messages were lost or repeated: ${JSON.stringify(reports)}`)
      return messages * VIEWERS
    },
  }
}

function startViewers(viewing: Viewing) {
  const script = fileURLToPath(new URL('../test/support/live-viewers.ts', import.meta.url))
  const child = spawn(process.execPath, [script, JSON.stringify(viewing)], {
    stdio: ['pipe', 'pipe', 'inherit'],
  })
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]()
  const next = async () => JSON.parse((await lines.next()).value ?? '{}') as ViewersLine
  return {
    /** The next report of the viewers. The first one says that all of them are connected. */
    next,
    end: (messages: number) => {
      child.stdin.write(`end ${messages}\n`)
      return next()
    },
  }
}
