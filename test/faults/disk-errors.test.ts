// Errors below SQLite: writes, syncs, and truncations of the data folder fail, and the process is killed.
import { readFileSync } from 'node:fs'
import { Agent } from 'node:https'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { createClient, type Send } from '../support/api.ts'
import { sponsor } from '../support/bodies.ts'
import { canPreloadFaults, preloadFaults } from '../support/preload-faults.ts'
import {
  createKey,
  createTestInstallation,
  disableRateLimit,
  queryStore,
  startServer,
} from '../support/process.ts'
import { sized } from '../support/sizes.ts'
import { waitUntil } from '../support/until.ts'

const ROUNDS = sized({ small: 1, full: 25 })
const WRITERS = 8
/** In each round the disk fails for every nth call. */
const FAILING_CALLS = [1, 3, 2, 7, 5]
const MAX_FAILING_MS = 400

test.runIf(canPreloadFaults())(
  `no acknowledged write is lost when the disk fails and the process is killed, in ${ROUNDS} rounds`,
  { timeout: 300_000 },
  async ({ task }) => {
    await using installation = await createTestInstallation('sqlite', { isDurable: true })
    await disableRateLimit(installation)
    const key = await createKey(installation)
    await using disk = await preloadFaults(installation.folder)
    const written: Written = { acknowledged: [], refused: 0 }
    let kills = 0
    for (let round = 0; round < ROUNDS; round++) {
      await using server = await startServer(installation, { env: disk.env })
      const agent = new Agent({ keepAlive: true })
      const ca = readFileSync(join(installation.folder, 'tls/cert.pem'))
      const sendTo = createClient({ port: server.port, ca, key, agent })
      const send: Send = (method, path, sending) => sendTo(method, `/api/external/v1${path}`, sending)
      const readiness = () =>
        delay(20)
          .then(() => sendTo('GET', '/ready'))
          .then(({ status }) => status)
      const code = round % 2 === 0 ? 'EIO' : 'ENOSPC'
      const every = FAILING_CALLS[round % FAILING_CALLS.length] ?? 1
      const load = startLoad(send, written, round)
      await untilAcknowledged(written)
      disk.failDisk(code, every)
      await delay(Math.random() * MAX_FAILING_MS)
      expect((await send('GET', '/sponsors')).status).toBe(200)
      disk.failDisk(code, 1)
      expect(await waitUntil(readiness, (status) => status !== 200)).toBe(503)
      // Every second process dies before its disk works again.
      const isKilledFailing = round % 4 >= 2
      if (!isKilledFailing) {
        disk.repairDisk()
        expect(await waitUntil(readiness, (status) => status !== 503)).toBe(200)
        await untilAcknowledged(written)
      }
      const isKilled = isKilledFailing || round % 2 === 0
      if (isKilled) kills += 1
      const exit = server.stop(isKilled ? 'SIGKILL' : 'SIGTERM')
      await load
      expect(await exit).toMatchObject(isKilled ? { signal: 'SIGKILL' } : { code: 0 })
      agent.destroy()
      disk.repairDisk()
      expect(await queryStore(installation.location, 'pragma integrity_check')).toEqual([
        { integrity_check: 'ok' },
      ])
      const rows = await queryStore(installation.location, 'select external_id from sponsors')
      const kept = new Set(rows.map((row) => row.external_id))
      expect(written.acknowledged.filter((name) => !kept.has(name))).toEqual([])
    }
    await using server = await startServer(installation, { env: disk.env })
    expect((await server.sendTo('GET', '/ready')).status).toBe(200)
    expect(disk.failedCalls()).toBeGreaterThan(sized({ small: 10, full: 1_000 }))
    expect(written.refused).toBeGreaterThan(0)
    task.meta.fault = {
      fault: 'Disk errors (EIO and ENOSPC) under load',
      rounds: `${ROUNDS} rounds, ${disk.failedCalls()} failed calls, ${kills} kills`,
      measured: `0 of ${written.acknowledged.length} acknowledged writes lost; ${written.refused} refused with 503; /ready 503 while failing, then 200`,
    }
  },
)

type Written = { acknowledged: string[]; refused: number }

/** Writers that create sponsors as fast as responses arrive, until the server is gone. */
async function startLoad(send: Send, written: Written, round: number): Promise<void> {
  const write = async (writer: number) => {
    for (let number = 0; ; number++) {
      const name = `${round}-${writer}-${number}`
      const sent = send('PUT', `/sponsors/ext:${name}`, { body: sponsor() })
      const status = await sent.then(({ status }) => status).catch(onlyIfCut)
      if (status === undefined) return
      expect([201, 503]).toContain(status)
      if (status === 201) written.acknowledged.push(name)
      else written.refused += 1
    }
  }
  await Promise.all(Array.from({ length: WRITERS }, (_, writer) => write(writer)))
}

function onlyIfCut(error: NodeJS.ErrnoException): undefined {
  if (!['ECONNRESET', 'ECONNREFUSED', 'EPIPE'].includes(error.code ?? '')) throw error
}

function untilAcknowledged({ acknowledged }: Written): Promise<unknown> {
  const before = acknowledged.length
  return waitUntil(
    () => delay(10, acknowledged.length - before),
    (added) => added >= 20,
  )
}
