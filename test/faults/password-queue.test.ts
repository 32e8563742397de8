// The password queue under bulk requests of one client, while others create accounts.
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { Agent, request as httpsRequest } from 'node:https'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { createClient } from '../support/api.ts'
import { measureBeside, quantile } from '../support/beside.ts'
import { attendee, person, talk } from '../support/bodies.ts'
import { createKey, createTestInstallation, disableRateLimit, startServer } from '../support/process.ts'
import { expectWithin, sized } from '../support/sizes.ts'

/** The small size runs beside other tests, so it also allows some multiple of the usual time. */
const { MAX_P99_MS, TIMES_USUAL } = sized({
  small: { MAX_P99_MS: 1_500, TIMES_USUAL: 5 },
  full: { MAX_P99_MS: 300, TIMES_USUAL: 0 },
})
const PEOPLE = sized({ small: 40, full: 2_000 })
const USERS = '/api/external/v1/users'

test(`POST /users of another key takes less than ${MAX_P99_MS} ms beside an import of ${PEOPLE} people and an abandoned batch`, {
  timeout: 600_000,
}, async ({ task }) => {
  await using installation = await createTestInstallation('sqlite')
  await disableRateLimit(installation)
  const [bulk, own] = [await createKey(installation), await createKey(installation)]
  await using server = await startServer(installation)
  const ca = readFileSync(join(installation.folder, 'tls/cert.pem'))
  const agent = new Agent({ keepAlive: true })
  const client = createClient({ port: server.port, ca, key: own, agent })
  const send = (index: number) => client('POST', USERS, { body: attendee(`single${index}`) })
  await send(-1)
  const before = await measureBeside(delay(2_000), { everyMs: 200, send: (index) => send(1_000_000 + index) })
  const usual = quantile(before.waits, 0.99)

  const { leave } = await sendBatch({ url: server.url, ca, key: bulk, body: { operations: crowdedTalks() } })
  // By the time of its answer, the batch waits for its passwords.
  await send(-2)
  leave()
  const people = Array.from({ length: PEOPLE }, (_, i) => ({ ...person(`p${i}`), externalId: `${i}` }))
  const startedMs = performance.now()
  const importing = server.client(bulk)('PUT', '/programme', { body: { source: 's', people } })
  const { result, waits } = await measureBeside(importing, { everyMs: 200, send })
  const seconds = (performance.now() - startedMs) / 1000
  agent.destroy()

  const p99 = quantile(waits, 0.99)
  task.meta.fault = {
    fault: `An import of ${PEOPLE} new people, and a batch of 5,000 whose client has left`,
    rounds: `${waits.length} POST /users of another key`,
    measured: `p99 ${p99} ms (${usual} ms before), median ${quantile(waits, 0.5)} ms, slowest ${quantile(waits, 1)} ms; the import took ${seconds.toFixed(1)} s`,
  }
  expect(result.body.accounts).toHaveLength(PEOPLE)
  expectWithin(p99, MAX_P99_MS + TIMES_USUAL * usual)
  // Nothing of the abandoned batch was executed.
  expect((await server.client(own)('GET', '/talks')).body.items).toEqual([])
})

/** 100 operations with 50 new speakers each. */
const crowdedTalks = () =>
  Array.from({ length: 100 }, (_, i) => ({
    method: 'PUT',
    path: `/talks/ext:t${i}`,
    body: talk({ speakers: Array.from({ length: 50 }, (_, j) => person(`t${i}-${j}`)) }),
  }))

/** Sends a batch that can be abandoned. */
async function sendBatch(batch: { url: string; ca: Buffer; key: string; body: object }) {
  const request = httpsRequest(`${batch.url}/api/external/v1/batch`, {
    method: 'POST',
    ca: batch.ca,
    agent: false,
    headers: { authorization: `Bearer ${batch.key}`, 'content-type': 'application/json' },
  })
  // There is no response.
  request.on('error', () => {})
  request.end(JSON.stringify(batch.body))
  await once(request, 'finish')
  return { leave: () => void request.destroy() }
}
