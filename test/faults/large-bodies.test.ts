// Large hostile bodies of one client, while others are served.
import { readFileSync } from 'node:fs'
import { Agent } from 'node:https'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createClient } from '../support/api.ts'
import { measureBeside, quantile, watchMemory } from '../support/beside.ts'
import { sponsor } from '../support/bodies.ts'
import {
  createKey,
  createTestInstallation,
  disableRateLimit,
  type ServerProcess,
  startServer,
} from '../support/process.ts'
import { expectWithin, sized } from '../support/sizes.ts'
import { prepareUploads, type Uploads } from '../support/uploads.ts'

/** Beyond the time without the attack. The small size runs beside other tests. */
const MAX_P99_MS = sized({ small: 500, full: 100 })
const MAX_GROWTH_MB = 300
const MIB = 1024 * 1024
const LARGE = { method: 'PUT', path: '/programme', count: sized({ small: 3, full: 10 }) }
const bytes = sized({ small: 4 * MIB, full: 31 * MIB })
const SMALL = { method: 'PUT', path: '/talks/ext:t', count: sized({ small: 20, full: 88 }) }
type Attack = Pick<Uploads, 'method' | 'path' | 'body' | 'bytes' | 'count'>
const attacks: [string, Attack][] = [
  ['programmes with millions of unknown members', { ...LARGE, body: 'unknownMembers', bytes }],
  ['programmes with millions of empty items', { ...LARGE, body: 'emptyItems', bytes }],
  ['programmes whose items have no names in common', { ...LARGE, body: 'differentItems', bytes }],
  ['programmes with 20,000 invalid items', { ...LARGE, body: 'invalidItems', bytes }],
  ['talks with unknown attributes', { ...SMALL, body: 'unknownAttributes', bytes: 242_000 }],
]

describe('other requests', () => {
  const opened = new AsyncDisposableStack()
  let scene: Scene
  beforeAll(async () => {
    scene = await startScene(opened)
  })
  afterAll(() => opened.disposeAsync())

  test.for(attacks)(
    `wait less than ${MAX_P99_MS} ms beside large %s`,
    { timeout: 300_000 },
    async ([name, attack], { task }) => {
      const { server, send, target } = scene
      const prepared = await prepareUploads({ ...target, ...attack })
      const before = await measureBeside(delay(1_000), { everyMs: 20, send })
      const memory = watchMemory(server.pid)
      const { result, waits } = await measureBeside(prepared.send(), { everyMs: 20, send })

      const growth = memory.growthMegabytes()
      const [usual, p99] = [quantile(before.waits, 0.99), quantile(waits, 0.99)]
      const byStatus = Object.entries(Object.groupBy(result, ({ status }) => status))
      const statuses = byStatus.map(([status, all = []]) => `${all.length} with ${status}`).join(', ')
      task.meta.fault = {
        fault: `${attack.count} ${name}, of ${Math.round(attack.bytes / 1000)} kB each, at once`,
        rounds: `${waits.length} requests of others`,
        measured: `p99 of others ${p99} ms (${usual} ms before), slowest ${quantile(waits, 1)} ms; ${growth} MB; ${statuses}`,
      }
      for (const { status, retryAfter } of result) {
        expect([200, 422, 503]).toContain(status)
        if (status === 503) expect(Number(retryAfter)).toBeGreaterThan(0)
      }
      expectWithin(growth, MAX_GROWTH_MB)
      expectWithin(p99, MAX_P99_MS + usual)
    },
  )
})

type Scene = {
  server: ServerProcess
  /** A request of another key. */
  send(index: number): Promise<{ status: number }>
  /** Where a hostile key sends its bodies. */
  target: Pick<Uploads, 'url' | 'ca' | 'key'>
}

async function startScene(opened: AsyncDisposableStack): Promise<Scene> {
  const installation = opened.use(await createTestInstallation('sqlite'))
  await disableRateLimit(installation)
  const [hostile, own] = [await createKey(installation), await createKey(installation)]
  const server = opened.use(await startServer(installation))
  const ca = join(installation.folder, 'tls/cert.pem')
  const agent = new Agent({ keepAlive: true })
  opened.defer(() => agent.destroy())
  const client = createClient({ port: server.port, ca: readFileSync(ca), key: own, agent })
  const path = '/api/external/v1/sponsors/ext:beside'
  const send = (index: number) =>
    index % 2 === 0 ? client('PUT', path, { body: sponsor({ name: `${index}` }) }) : client('GET', path)
  for (let index = 0; index < 100; index++) await send(index)
  return { server, send, target: { url: server.url, ca, key: hostile } }
}
