// Hostile clients for minutes: the server stays up, serves others, and gives its memory back.
import { readFileSync } from 'node:fs'
import { Agent } from 'node:https'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { createClient } from '../support/api.ts'
import { measureBeside, quantile, residentMegabytes } from '../support/beside.ts'
import { talk } from '../support/bodies.ts'
import { runHostileClients } from '../support/hostile-clients.ts'
import { createKey, createTestInstallation, disableRateLimit, startServer } from '../support/process.ts'
import { expectWithin, sized } from '../support/sizes.ts'
import { waitUntil } from '../support/until.ts'

const SECONDS = sized({ small: 3, full: 60 * Number(process.env.LECTERN_SOAK_MINUTES ?? 3) })
const MAX_GROWTH_MB = 100
const MAX_IDLE_MS = 60_000

test(`after ${SECONDS} seconds of hostile requests, the memory is within ${MAX_GROWTH_MB} MB of the start`, {
  timeout: 2 * SECONDS * 1_000 + 120_000,
}, async ({ task }) => {
  await using installation = await createTestInstallation('sqlite')
  await disableRateLimit(installation)
  const [hostile, own] = [await createKey(installation), await createKey(installation)]
  await using server = await startServer(installation)
  const ca = readFileSync(join(installation.folder, 'tls/cert.pem'))
  const agent = new Agent({ keepAlive: true })
  const client = createClient({ port: server.port, ca, key: own, agent })
  const path = '/api/external/v1/talks/ext:own'
  const send = (index: number) =>
    index % 2 === 0 ? client('PUT', path, { body: talk({ title: `${index}` }) }) : client('GET', path)
  for (let index = 0; index < 500; index++) await send(index)
  for (const page of ['/', '/agenda', '/sign-in', '/schedule.json']) await server.sendTo('GET', page)

  const startMb = residentMegabytes(server.pid)
  const running = runHostileClients({ port: server.port, key: hostile, seconds: SECONDS })
  const { result, waits } = await measureBeside(running, { everyMs: 50, send })
  const loadedMb = residentMegabytes(server.pid)
  const endedMs = performance.now()
  const idleMb = await waitUntil(
    () => delay(500).then(() => residentMegabytes(server.pid)),
    (megabytes) => megabytes - startMb <= MAX_GROWTH_MB || performance.now() - endedMs > MAX_IDLE_MS,
    MAX_IDLE_MS + 10_000,
  )
  const idleSeconds = Math.round((performance.now() - endedMs) / 1000)
  expect((await server.sendTo('GET', '/ready')).status).toBe(200)
  agent.destroy()

  task.meta.fault = {
    fault: `Hostile requests of every kind for ${SECONDS / 60} minutes`,
    rounds: `${result.requests} hostile requests, ${waits.length} of others`,
    measured: `${idleMb - startMb} MB more after ${idleSeconds} idle seconds (${startMb} MB before, ${loadedMb} MB at the end); p99 of others ${quantile(waits, 0.99)} ms`,
  }
  process.stdout.write(`${task.meta.fault.measured}, ${JSON.stringify(result)}\n`)
  const failed = Object.keys(result.statuses).filter((status) => status >= '500' && status !== '503')
  expect(failed).toEqual([])
  const usual = sized({ small: ['422'], full: ['200', '400', '401', '404', '422', '429'] })
  expect(Object.keys(result.statuses)).toEqual(expect.arrayContaining(usual))
  expectWithin(idleMb - startMb, MAX_GROWTH_MB)
})
