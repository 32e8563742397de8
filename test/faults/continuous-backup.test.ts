// Continuous backup of SQLite: the machine is lost under load, and the backup has everything but the last second.
import { mkdir, readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { expect, test } from 'vitest'
import { talk } from '../support/bodies.ts'
import {
  createKey,
  createTestInstallation,
  disableRateLimit,
  queryStore,
  runCommand,
  runJson,
  startServer,
} from '../support/process.ts'
import { sized } from '../support/sizes.ts'
import { waitUntil } from '../support/until.ts'

const ROUNDS = sized({ small: 1, full: 10 })
const MIN_WRITES = sized({ small: 100, full: 1_000 })
const MAX_LOSS_MS = 1_000

test(`a lost disk loses at most the last second, in ${ROUNDS} rounds, and any earlier moment can be restored`, async ({
  task,
}) => {
  let [largestLossMs, slowestRestoreMs, restored] = [0, 0, 0]
  for (let round = 0; round < ROUNDS; round += 1) {
    await using installation = await createTestInstallation('sqlite', { isDurable: true })
    await disableRateLimit(installation)
    const key = await createKey(installation)
    const folder = join(installation.folder, 'backup')
    const data = join(installation.folder, 'data')
    await mkdir(data)
    installation.env.LECTERN_BACKUP_URL = pathToFileURL(folder).href
    const written: { name: string; sentMs: number; answeredMs: number }[] = []
    {
      await using server = await startServer(installation)
      await server.waitForLine(({ msg }) => msg === 'the backup has a new snapshot')
      const send = server.client(key)
      const startedMs = Date.now()
      while (written.length < MIN_WRITES || Date.now() - startedMs < 3 * MAX_LOSS_MS) {
        const name = `talk-${written.length}`
        const sentMs = Date.now()
        expect((await send('PUT', `/talks/ext:${name}`, { body: talk() })).status).toBe(201)
        written.push({ name, sentMs, answeredMs: Date.now() })
      }
      await server.stop('SIGKILL')
    }
    const lostMs = Date.now()
    const location = { dialect: 'sqlite' as const, path: join(data, 'lectern.db') }
    const restore = async (...args: string[]) => {
      await rm(location.path, { force: true })
      const { env, ...others } = installation
      await runJson({ ...others, env: { ...env, LECTERN_DATA_DIR: data } }, ['restore', ...args])
      expect(await queryStore(location, 'pragma integrity_check')).toEqual([{ integrity_check: 'ok' }])
      const rows = await queryStore(location, 'select external_id from talks')
      return new Set(rows.map((row) => row.external_id))
    }

    const startedMs = performance.now()
    const kept = await restore()
    slowestRestoreMs = Math.max(slowestRestoreMs, performance.now() - startedMs)
    const lost = written.filter(({ name }) => !kept.has(name))
    const lossMs = lost[0] ? lostMs - lost[0].answeredMs : 0
    expect(lossMs).toBeLessThanOrEqual(MAX_LOSS_MS)
    largestLossMs = Math.max(largestLossMs, lossMs)
    restored += kept.size

    const middle = written[Math.floor(written.length / 2)]
    const atMs = middle?.answeredMs ?? 0
    const earlier = await restore('--at', new Date(atMs).toISOString())
    const missing = written.filter(
      ({ name, answeredMs }) => answeredMs < atMs - MAX_LOSS_MS && !earlier.has(name),
    )
    const early = written.filter(({ name, sentMs }) => sentMs > atMs && earlier.has(name))
    expect({ missing, early }).toEqual({ missing: [], early: [] })
  }
  task.meta.fault = {
    fault: 'kill -9 and a lost disk, with a continuous backup',
    rounds: `${ROUNDS}`,
    measured: `at most the last ${largestLossMs} ms lost, ${restored} writes restored in ${Math.round(slowestRestoreMs)} ms at most`,
  }
})

test('a continuous backup follows the -wal through restarts and idle times, and is complete after a stop', async () => {
  await using installation = await createTestInstallation('sqlite')
  await disableRateLimit(installation)
  const key = await createKey(installation)
  const folder = join(installation.folder, 'backup')
  installation.env.LECTERN_BACKUP_URL = pathToFileURL(folder).href
  await using server = await startServer(installation)
  await server.waitForLine(({ msg }) => msg === 'the backup has a new snapshot')
  const send = server.client(key)
  const lastEpoch = async () => {
    const names = await readdir(folder, { recursive: true })
    return Math.max(...names.map((name) => Number(/wal-(\d+)-/.exec(name)?.[1] ?? 0)))
  }
  // Long enough for the thread to let SQLite start the -wal again.
  for (let epoch = 0; epoch < 3; epoch += 1) {
    const filler = `create table filler_${epoch} as select zeroblob(5000000) as content`
    await queryStore(installation.location, filler)
    const change = async () => {
      expect(
        (await send('PUT', `/talks/ext:${epoch}`, { body: talk({ title: `Change ${Math.random()}` }) }))
          .status,
      ).toBeLessThan(300)
      return lastEpoch()
    }
    await waitUntil(change, (last) => last > epoch)
  }
  expect(await server.stop('SIGTERM')).toEqual({ code: 0, signal: null })
  const { previous } = await runJson(installation, ['restore'])
  const count = 'select count(*) as n, (select sum(length(content)) from filler_2) as bytes from talks'
  expect(await queryStore(installation.location, count)).toEqual([{ n: 3, bytes: 5_000_000 }])
  const all = 'select group_concat(id) as ids, max(seq) as last from events'
  expect(await queryStore(installation.location, all)).toEqual(
    await queryStore({ dialect: 'sqlite', path: previous }, all),
  )
})

test('a backup with a missing part is refused, and without one the reason is named', async () => {
  await using installation = await createTestInstallation('sqlite')
  await runJson(installation, ['migrate'])
  const none = await runCommand(installation, ['restore'])
  expect(none).toEqual({ code: 1, stdout: '', stderr: 'Name a file, or set LECTERN_BACKUP_URL.\n' })
  const folder = join(installation.folder, 'backup')
  await mkdir(folder)
  const env = { LECTERN_BACKUP_URL: pathToFileURL(folder).href }
  const empty = await runCommand(installation, ['restore'], { env })
  const stderr = 'The backup has no snapshot from before this time.\n'
  expect(empty).toEqual({ code: 1, stdout: '', stderr })
})
