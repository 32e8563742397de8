// Continuous backup of SQLite: the machine is lost under load, and the backup has everything but the last second.
import { mkdir, readdir, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { describe, expect, test } from 'vitest'
import { talk } from '../support/bodies.ts'
import {
  createKey,
  createTestInstallation,
  disableRateLimit,
  queryStore,
  runCommand,
  runJson,
  startServer,
  type TestInstallation,
} from '../support/process.ts'
import { S3_ENV, startS3 } from '../support/s3.ts'
import { expectWithin, sized } from '../support/sizes.ts'
import { startTcpProxy } from '../support/tcp-proxy.ts'
import { waitUntil } from '../support/until.ts'

const ROUNDS = sized({ small: 1, full: 5 })
const MIN_WRITES = sized({ small: 50, full: 500 })
const MAX_LOSS_MS = 1_000

type Target = {
  env: Record<string, string>
  /** Makes the storage unusable until `restore`. */
  cut(): Promise<void>
  restore(): Promise<void>
  [Symbol.asyncDispose](): Promise<void>
}

async function prepareFolder({ folder }: TestInstallation): Promise<Target> {
  const [path, away] = [join(folder, 'backup'), join(folder, 'away')]
  return {
    env: { LECTERN_BACKUP_URL: pathToFileURL(path).href },
    async cut() {
      await rename(path, away)
      await writeFile(path, '')
    },
    async restore() {
      await rm(path)
      await rename(away, path)
    },
    [Symbol.asyncDispose]: async () => {},
  }
}

async function prepareS3(): Promise<Target> {
  const s3 = await startS3()
  const { url, cut, restore, ...proxy } = await startTcpProxy(s3.endpoint)
  const close = async () => {
    await proxy[Symbol.asyncDispose]()
    await s3[Symbol.asyncDispose]()
  }
  const env = { ...S3_ENV, LECTERN_BACKUP_URL: `s3://backups/lectern?endpoint=${url}` }
  return { env, cut, restore, [Symbol.asyncDispose]: close }
}

// At full size, nothing runs beside a measurement.
describe.each([
  ['a folder', prepareFolder],
  ['S3-compatible storage', prepareS3],
] as const)(
  'with a continuous backup to %s',
  { concurrent: ROUNDS === 1, timeout: 300_000 },
  (name, prepare) => {
    test(`a lost disk loses at most the last second, in ${ROUNDS} rounds, and any earlier moment can be restored`, async ({
      task,
      expect,
    }) => {
      let [largestLossMs, slowestRestoreMs, slowestWriteMs, restored] = [0, 0, 0, 0]
      for (let round = 0; round < ROUNDS; round += 1) {
        await using installation = await createTestInstallation('sqlite', { isDurable: true })
        await using target = await prepare(installation)
        await disableRateLimit(installation)
        const key = await createKey(installation)
        const data = join(installation.folder, 'data')
        await mkdir(data)
        Object.assign(installation.env, target.env)
        let atMs = 0
        const written: { name: string; sentMs: number; answeredMs: number }[] = []
        {
          await using server = await startServer(installation)
          await server.waitForLine(({ msg }) => msg === 'the backup has a new snapshot')
          const send = server.client(key)
          const write = async (minMs: number) => {
            const [startedMs, before] = [Date.now(), written.length]
            while (written.length - before < MIN_WRITES || Date.now() - startedMs < minMs) {
              const name = `talk-${written.length}`
              const sentMs = Date.now()
              expect((await send('PUT', `/talks/ext:${name}`, { body: talk() })).status).toBe(201)
              written.push({ name, sentMs, answeredMs: Date.now() })
            }
          }
          await write(1.3 * MAX_LOSS_MS)
          atMs = Date.now()
          await target.cut()
          const [, failed] = await Promise.all([write(0), server.waitForLine(isFailure)])
          expect(failed).toMatchObject({ level: 40, message: expect.stringMatching(/ENOTDIR|ECONNREFUSED/) })
          await target.restore()
          await server.waitForLine(({ msg }) => msg === 'the backup is complete again')
          await write(0)
          const metrics = (await server.sendTo('GET', '/metrics')).text
          const [, complete] = /^lectern_backup_complete_timestamp_seconds (.+)$/m.exec(metrics) ?? []
          expectWithin(Date.now() - 1000 * Number(complete), 2 * MAX_LOSS_MS)
          expect(server.stdout() + server.stderr()).not.toContain(S3_ENV.AWS_SECRET_ACCESS_KEY)
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
        expectWithin(lossMs, MAX_LOSS_MS)
        largestLossMs = Math.max(largestLossMs, lossMs)
        restored += kept.size
        slowestWriteMs = Math.max(slowestWriteMs, ...written.map((one) => one.answeredMs - one.sentMs))

        const earlier = await restore('--at', new Date(atMs).toISOString())
        const missing = written.filter((one) => one.answeredMs < atMs - MAX_LOSS_MS && !earlier.has(one.name))
        const early = written.filter(({ name, sentMs }) => sentMs > atMs && earlier.has(name))
        expect({ missing, early }).toEqual({ missing: [], early: [] })
      }
      task.meta.fault = {
        fault: `kill -9 and a lost disk, with a continuous backup to ${name} that was gone for a while`,
        rounds: `${ROUNDS}`,
        measured: `at most the last ${largestLossMs} ms lost, slowest write ${slowestWriteMs} ms, ${restored} writes restored in ${Math.round(slowestRestoreMs)} ms at most`,
      }
    })
  },
)

const isFailure = ({ msg }: Record<string, unknown>) =>
  msg === 'the backup fails and is tried again (LECTERN_BACKUP_URL)'

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

test('a restore that cannot work names the setting and the cause, and changes nothing', async () => {
  await using installation = await createTestInstallation('sqlite')
  await using s3 = await startS3()
  const folder = join(installation.folder, 'backup')
  await mkdir(folder)
  const at = (bucket: string) => `s3://${bucket}?endpoint=${s3.endpoint}`
  const cases: [Record<string, string>, string][] = [
    [{}, 'Name a file, or set LECTERN_BACKUP_URL.'],
    [{ LECTERN_BACKUP_URL: pathToFileURL(folder).href }, 'The backup has no snapshot from before this time.'],
    [{ ...S3_ENV, LECTERN_BACKUP_URL: at('backups') }, 'The backup has no snapshot from before this time.'],
    [{ LECTERN_BACKUP_URL: at('backups') }, 'LECTERN_BACKUP_URL requires AWS_ACCESS_KEY_ID.'],
    [
      { ...S3_ENV, AWS_SECRET_ACCESS_KEY: 'another', LECTERN_BACKUP_URL: at('backups') },
      'LECTERN_BACKUP_URL: AWS_SECRET_ACCESS_KEY does not match AWS_ACCESS_KEY_ID.',
    ],
    [
      { ...S3_ENV, LECTERN_BACKUP_URL: at('absent') },
      'LECTERN_BACKUP_URL: the bucket absent does not exist.',
    ],
  ]
  const results = await Promise.all(cases.map(([env]) => runCommand(installation, ['restore'], { env })))
  expect(results).toEqual(cases.map(([, message]) => ({ code: 1, stdout: '', stderr: `${message}\n` })))
})
