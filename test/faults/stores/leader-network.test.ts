// The node that delivers to webhooks loses its network: another node takes over, and late results are rejected.
import type { ServerResponse } from 'node:http'
import { expect, inject, test } from 'vitest'
import { startApi, type TestApi } from '../../support/api.ts'
import { talk } from '../../support/bodies.ts'
import { respondWith } from '../../support/endpoint.ts'
import type { Tenant } from '../../support/scenarios.ts'
import { expectWithin, sized } from '../../support/sizes.ts'
import { createTestStore } from '../../support/stores.ts'
import { startTcpProxy } from '../../support/tcp-proxy.ts'
import { waitUntil } from '../../support/until.ts'
import { ALLOW_LOOPBACK, openWebhook, sendPrivileged, waitForDeliveries } from '../../support/webhooks.ts'

const ROUNDS = sized({ small: 1, full: 5 })
/** How many requests a node has in flight for one webhook; the other deliveries wait for them. */
const IN_FLIGHT = 8
const DELIVERIES = 10
const MAX_TAKEOVER_MS = 15_000

test.runIf(inject('store') === 'postgres')(
  `another node delivers within 15 seconds when the leader loses its network, in ${ROUNDS} rounds`,
  async ({ task }) => {
    const takeovers: number[] = []
    for (let round = 0; round < ROUNDS; round++) takeovers.push(await loseLeader())
    const slowest = Math.max(...takeovers)
    expectWithin(slowest, MAX_TAKEOVER_MS)
    task.meta.fault = {
      fault: 'the leader loses network or power',
      rounds: `${ROUNDS} takeovers`,
      measured: `takeover within ${(slowest / 1000).toFixed(1)} s; 0 results of the old leader accepted`,
    }
  },
)

const tenantOf = (api: TestApi): Tenant => ({ ...api.platform, send: api.send, api })

/** How often each delivery was received, the rarest first. */
const countIds = (received: readonly { id: string }[]) =>
  [...Map.groupBy(received, ({ id }) => id).values()].map(({ length }) => length).sort()

/** How long the takeover took, in milliseconds. */
async function loseLeader(): Promise<number> {
  await using store = await createTestStore('postgres')
  if (store.location.dialect !== 'postgres') throw new Error('The test store is not PostgreSQL.')
  await using network = await startTcpProxy(store.location.url)
  await using leader = await startApi({
    sharedStore: store,
    env: { LECTERN_DATABASE_URL: network.url, ...ALLOW_LOOPBACK },
  })
  await using webhook = await openWebhook(tenantOf(leader), { types: ['talk.*'] })
  const { endpoint } = webhook
  const held: ServerResponse[] = []
  endpoint.answer = (_received, response) => void held.push(response)
  const names = Array.from({ length: DELIVERIES }, (_, index) => `t${index}`)
  const operations = names.map((name) => ({ method: 'PUT', path: `/talks/ext:${name}`, body: talk() }))
  await leader.send('POST', '/batch', { body: { operations, atomic: true } })
  await endpoint.waitForCount(IN_FLIGHT)
  // Only now: nodes campaign as soon as there is a webhook, and either could win.
  await using other = await startApi({ sharedStore: store, env: ALLOW_LOOPBACK })

  network.stall()
  const lostAt = performance.now()
  endpoint.answer = respondWith(204)
  await endpoint.waitForCount(IN_FLIGHT + 1)
  const takeoverMs = performance.now() - lostAt
  await endpoint.waitForCount(IN_FLIGHT + DELIVERIES)
  const [delivered] = await waitForDeliveries(tenantOf(other), webhook, (all) =>
    all.every(({ state }) => state === 'delivered'),
  )

  // The requests that the old leader had in flight end. It starts no others, and its results come when the network is back.
  for (const response of held) response.writeHead(500).end()
  await network.cut()
  await network.restore()
  await waitUntil(
    async () => (await leader.send('GET', '/talks')).status,
    (status) => status === 200,
  )
  await leader.send('PUT', '/talks/ext:t0', { body: { track: 'A' } })
  await endpoint.waitForCount(IN_FLIGHT + DELIVERIES + 1)
  expect(countIds(endpoint.received)).toEqual([
    ...Array(DELIVERIES - IN_FLIGHT + 1).fill(1),
    ...Array(IN_FLIGHT).fill(2),
  ])
  await waitForDeliveries(tenantOf(other), webhook, (all) => all.every(({ state }) => state === 'delivered'))
  const details = await sendPrivileged(
    tenantOf(other),
    'GET',
    `/webhooks/${webhook.id}/deliveries/${delivered?.id}`,
  )
  expect(details).toMatchObject({ state: 'delivered', attempts: 1, log: [{ status: 204 }] })
  return takeoverMs
}
