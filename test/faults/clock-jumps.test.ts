// The clock of the machine jumps by hours and days while the server is under load.
import { readFileSync } from 'node:fs'
import { Agent } from 'node:https'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { createClient, type Send } from '../support/api.ts'
import { sponsor, talk } from '../support/bodies.ts'
import { startEndpoint } from '../support/endpoint.ts'
import { canPreloadFaults, preloadFaults } from '../support/preload-faults.ts'
import {
  addAttendee,
  createKey,
  createTestInstallation,
  disableRateLimit,
  queryStore,
  runJson,
  startServer,
  type TestInstallation,
} from '../support/process.ts'
import { sized } from '../support/sizes.ts'
import { Visitor } from '../support/visitors.ts'
import { ALLOW_LOOPBACK } from '../support/webhooks.ts'

const [MINUTE_S, HOUR_S, DAY_S] = [60, 3_600, 86_400]
const JUMPS_S = [3 * HOUR_S, -5 * HOUR_S, 3 * DAY_S, -2 * DAY_S, 40 * DAY_S, -400 * DAY_S, 10 * MINUTE_S]
const ROUNDS = sized({ small: 3, full: 120 })
const JUMP_MS = 500
const WRITERS = 4
/** Of the writers together, so that the deliveries keep up. */
const WRITE_EVERY_MS = 5
const LIMIT = 100

test.runIf(canPreloadFaults())(
  `${ROUNDS} jumps of the clock under load lose no write, no idempotency record, no session, and no delivery`,
  { timeout: 300_000 },
  async ({ task }) => {
    await using installation = await createTestInstallation('sqlite')
    await disableRateLimit(installation)
    Object.assign(installation.env, ALLOW_LOOPBACK)
    const key = await createKey(installation, 'privileged')
    const limited = await createLimitedKey(installation)
    const { email, password } = await addAttendee(installation)
    await using clock = await preloadFaults(installation.folder)
    await using endpoint = await startEndpoint()
    await using server = await startServer(installation, { env: clock.env })
    const agent = new Agent({ keepAlive: true })
    const ca = readFileSync(join(installation.folder, 'tls/cert.pem'))
    const sendTo = createClient({ port: server.port, ca, key, agent })
    const send: Send = (method, path, sending) => sendTo(method, `/api/external/v1${path}`, sending)
    await send('POST', '/webhooks', { body: { url: endpoint.url, types: ['sponsor.*'] } })
    const visitor = new Visitor({ sendTo: server.sendTo, url: server.url })
    expect((await visitor.signIn(email, password)).status).toBe(303)
    const limit = await exhaust(send, limited)

    const written: Written = { acknowledged: [], events: 0 }
    const ending = new AbortController()
    const load = startLoad(send, written, ending.signal)
    for (let round = 0; round < ROUNDS; round++) {
      const request = { body: talk(), headers: { 'idempotency-key': `round-${round}` } }
      const jumpS = JUMPS_S[round % JUMPS_S.length] ?? 0
      // An idempotency record is kept for a day, so one that is written days in the past has expired at once.
      const isWrittenAhead = round % 2 === 0 && jumpS > -DAY_S
      const first = isWrittenAhead ? undefined : await send('POST', '/talks', request)
      clock.shiftClock(jumpS)
      const ahead = first ?? (await send('POST', '/talks', request))
      await delay(JUMP_MS)
      await limit.check()
      if (isWrittenAhead) await expectShifted(send, ahead.body.id)
      clock.shiftClock(0)
      const repeated = await send('POST', '/talks', request)
      expect([repeated.status, repeated.text]).toEqual([201, ahead.text])
      expect(repeated.headers['idempotent-replayed']).toBe('true')
      expect((await visitor.get('/account')).status).toBe(200)
      await limit.check()
      await delay(JUMP_MS)
    }
    ending.abort()
    await load
    await limit.end()
    await endpoint.waitForCount(written.events, 30_000)
    agent.destroy()
    expect(await server.stop('SIGTERM')).toEqual({ code: 0, signal: null })

    const rows = await queryStore(installation.location, 'select external_id from sponsors')
    const kept = new Set(rows.map((row) => row.external_id))
    expect(written.acknowledged.filter((name) => !kept.has(name))).toEqual([])
    const delivered = new Set(endpoint.received.map(({ payload }) => payload.data.eventId))
    expect(delivered.size).toBe(written.events)
    task.meta.fault = {
      fault: 'The clock jumps by hours and days, forward and back, under load',
      rounds: `${2 * ROUNDS} jumps, ${written.acknowledged.length} writes`,
      measured: `0 writes, idempotency records, sessions, or deliveries lost; 0 responses with 5xx; the limit of ${LIMIT} requests a minute held`,
    }
  },
)

/** The clock of the server has really jumped. */
async function expectShifted(send: Send, id: string): Promise<void> {
  const { body } = await send('GET', `/talks/${id}`)
  expect(Math.abs(Date.parse(body.createdAt) - Date.now())).toBeGreaterThan(5 * MINUTE_S * 1000)
}

/** The key of another platform, with the default rate limit. */
async function createLimitedKey(installation: TestInstallation): Promise<string> {
  await runJson(installation, ['platform', 'create', '--slug', 'limited', '--name', 'Limited'])
  const args = ['key', 'create', '--platform', 'limited', '--level', 'standard', '--name', 'Limited']
  return (await runJson(installation, args)).key
}

type Written = { acknowledged: string[]; events: number }

/** Writers that create sponsors until `signal` aborts. Every response must be a success. */
async function startLoad(send: Send, written: Written, signal: AbortSignal): Promise<void> {
  const write = async (writer: number) => {
    for (let number = 0; !signal.aborted; number++) {
      const name = `${writer}-${number}`
      const { status } = await send('PUT', `/sponsors/ext:${name}`, { body: sponsor() })
      expect(status).toBe(201)
      written.acknowledged.push(name)
      written.events += 1
      await delay(WRITERS * WRITE_EVERY_MS)
    }
  }
  await Promise.all(Array.from({ length: WRITERS }, (_, writer) => write(writer)))
}

/** Uses up a limit. `check` sends a request, which is only accepted a real minute after the first. */
async function exhaust(send: Send, key: string) {
  const startedMs = performance.now()
  let accepted = 0
  const ask = async () => {
    const { status, headers } = await send('GET', '/talks', { key })
    if (status === 200) accepted += 1
    else expect([status, Number(headers['retry-after']) <= 60]).toEqual([429, true])
    return status
  }
  for (let count = 0; count < LIMIT + 1; count++) await ask()
  expect(accepted).toBe(LIMIT)
  return {
    check: async () => {
      if (performance.now() - startedMs < 55_000) expect(await ask()).toBe(429)
    },
    end: async () => {
      if (performance.now() - startedMs > 61_000) expect(await ask()).toBe(200)
    },
  }
}
