// kill -9 of the delivering process, repeatedly: every event is delivered, always with the same id.
import { fork } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { Webhook } from 'standardwebhooks'
import { expect, inject, test } from 'vitest'
import { openInstallation } from '../../src/app/context.ts'
import { readConfig } from '../../src/config.ts'
import { ensurePlatform } from '../../src/features/platforms/platforms.ts'
import { createWebhook } from '../../src/features/webhooks/webhooks.ts'
import { systemCaller } from '../../src/kernel/changes/services.ts'
import type { StoreLocation } from '../../src/kernel/store/migrations/migrate.ts'
import { type Endpoint, startEndpoint } from '../support/endpoint.ts'
import { queryStore } from '../support/process.ts'
import { sized } from '../support/sizes.ts'
import { createTestStore } from '../support/stores.ts'

const kind = inject('store')
const KILLS = sized({ quick: 2, small: 5, full: 50 })
const EVENTS = 200 * KILLS

type Counts = { changed: number; errors: string[] }

/** Starts the delivering process, which also makes changes. */
function startWorker(env: Record<string, string>, changes: number, counts: Counts) {
  const args = [String(changes), String(counts.changed)]
  const child = fork(new URL('./webhook-worker.ts', import.meta.url), args, { env })
  const { promise: hasChangedAll, resolve } = Promise.withResolvers<void>()
  child.on('message', (message: { changed?: true; error?: string; done?: true }) => {
    if (message.changed) counts.changed += 1
    if (message.error) counts.errors.push(message.error)
    if (message.done) resolve()
  })
  const exited = once(child, 'exit')
  return {
    hasChangedAll,
    end: async () => {
      await hasChangedAll
      child.disconnect()
      expect(await exited).toEqual([0, null])
    },
    kill: async () => {
      child.kill('SIGKILL')
      expect(await exited).toEqual([null, 'SIGKILL'])
    },
  }
}

const eventsIn = async (location: StoreLocation) =>
  (await queryStore(location, "select id from events where object_kind = 'sponsor'")).map(({ id }) =>
    String(id),
  )

test(`${EVENTS} events are delivered in order for each object, although the process is killed ${KILLS} times`, {
  timeout: 600_000,
}, async () => {
  await using testStore = await createTestStore(kind)
  await using endpoint = await startEndpoint()
  const env = {
    LECTERN_DATA_DIR: testStore.folder,
    ...(testStore.location.dialect === 'postgres' ? { LECTERN_DATABASE_URL: testStore.location.url } : {}),
    LECTERN_WEBHOOK_ADDRESSES: '127.0.0.1',
    NODE_COMPILE_CACHE: join(testStore.folder, 'compiled'),
  }
  const secret = await prepare(env, endpoint.url)
  const counts: Counts = { changed: 0, errors: [] }
  // The first process exits normally, so that its compile cache is saved for the others.
  await startWorker(env, 0, counts).end()
  for (let round = 0; round < KILLS; round += 1) {
    const worker = startWorker(env, EVENTS / KILLS, counts)
    // Kills early and late: sometimes during the first delivery, sometimes near the end of the round.
    await endpoint.waitForCount(endpoint.received.length + 1 + ((round * 67) % 190))
    await worker.kill()
  }
  const last = startWorker(env, Math.max(0, EVENTS - counts.changed), counts)
  await last.hasChangedAll
  await expectAll(endpoint, testStore.location)
  await last.kill()
  expect(counts.errors).toEqual([])
  expectOrder(endpoint)
  const receiver = new Webhook(secret)
  for (const { body, headers } of endpoint.received)
    expect(receiver.verify(body, headers as Record<string, string>)).toBeDefined()
})

/** Creates a webhook to the endpoint and returns its secret. */
async function prepare(env: Record<string, string>, url: string): Promise<string> {
  const { config, secrets } = readConfig(env)
  await using services = await openInstallation(config, secrets)
  const caller = systemCaller(await ensurePlatform(services, { slug: 'default', name: 'Lectern' }))
  return (await createWebhook(services, caller, { url })).secret
}

/** Every event in the store was delivered, always with the same unique id. */
async function expectAll(endpoint: Endpoint, location: StoreLocation): Promise<void> {
  const events = await eventsIn(location)
  expect(events.length).toBeGreaterThanOrEqual(EVENTS)
  const received = () => new Set(endpoint.received.map(({ payload }) => payload.data.eventId))
  for (let wanted = events.length; received().size < events.length; wanted += 1)
    await endpoint.waitForCount(wanted)
  expect([...received()].sort()).toEqual(events.sort())
  const idsOf = Map.groupBy(endpoint.received, ({ payload }) => payload.data.eventId)
  const ids = [...idsOf.values()].map((all) => new Set(all.map(({ id }) => id)))
  expect(ids.filter(({ size }) => size !== 1)).toEqual([])
  expect(new Set(ids.map(([id]) => id)).size).toBe(events.length)
}

/** Versions arrive in order. A delivery in progress during a kill may arrive twice. */
function expectOrder({ received }: Endpoint): void {
  const last = new Map<string, number>()
  const wrong = received.filter(({ payload: { data } }) => {
    const before = last.get(data.id) ?? 0
    last.set(data.id, data.version)
    return data.version !== before && data.version !== before + 1
  })
  expect(wrong).toEqual([])
}
