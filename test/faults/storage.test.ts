// The disk of the SQLite store: it is full, and a reader keeps the -wal from being emptied.
import { spawnSync } from 'node:child_process'
import { statSync } from 'node:fs'
import { mkdtemp, rm, statfs, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { expect, test } from 'vitest'
import { talk } from '../support/bodies.ts'
import {
  createKey,
  createTestInstallation,
  disableRateLimit,
  queryStore,
  startServer,
} from '../support/process.ts'
import { sized } from '../support/sizes.ts'
import { waitUntil } from '../support/until.ts'

const ROUNDS = sized({ small: 1, full: 10 })
const DISK_BYTES = 16 * 1024 * 1024
const WAL_LIMIT_BYTES = 8 * 1024 * 1024

const canMount = await probeMount()
if (!canMount) process.stderr.write('\nNo tmpfs can be mounted here: the test of a full disk is SKIPPED.\n\n')

test.skipIf(!canMount)(`a full disk loses no acknowledged write, in ${ROUNDS} rounds`, async ({ task }) => {
  await using disk = await mountDisk()
  await using installation = await createTestInstallation('sqlite')
  installation.env.LECTERN_DATA_DIR = disk.folder
  const location = { dialect: 'sqlite' as const, path: join(disk.folder, 'lectern.db') }
  await disableRateLimit(installation)
  const key = await createKey(installation)
  await using server = await startServer(installation)
  const send = server.client(key)
  const readiness = () => server.sendTo('GET', '/ready').then(({ status }) => status)
  const filler = join(disk.folder, 'filler')
  const saved: string[] = []
  const outcomes = new Set<number>()
  for (let round = 0; round < ROUNDS; round += 1) {
    const { bavail, bsize } = await statfs(disk.folder)
    await writeFile(filler, Buffer.alloc(bavail * bsize - 400 * 1024))
    for (let number = 0, isFull = false; !isFull; number += 1) {
      const { status } = await send('PUT', `/talks/ext:${round}-${number}`, {
        body: talk(),
      })
      outcomes.add(status)
      if (status === 201) saved.push(`${round}-${number}`)
      else isFull = true
    }
    expect(await waitUntil(readiness, (status) => status !== 200)).toBe(503)
    expect((await send('GET', '/talks')).status).toBe(200)
    await rm(filler)
    expect(await waitUntil(readiness, (status) => status !== 503)).toBe(200)
    expect((await send('PUT', `/talks/ext:after-${round}`, { body: talk() })).status).toBe(201)
    saved.push(`after-${round}`)
  }
  expect([...outcomes].sort()).toEqual([201, 503])
  expect(await server.stop('SIGTERM')).toEqual({ code: 0, signal: null })
  const kept = await queryStore(location, 'select external_id from talks')
  const known = new Set(kept.map((row) => row.external_id))
  expect(saved.filter((name) => !known.has(name))).toEqual([])
  expect(await queryStore(location, 'pragma integrity_check')).toEqual([{ integrity_check: 'ok' }])
  task.meta.fault = {
    fault: 'full disk',
    rounds: `${ROUNDS}`,
    measured: `0 of ${saved.length} acknowledged writes lost; /ready 503 while full, 200 again after it`,
  }
})

test('the -wal shrinks after a long read and is emptied when the server is idle', async ({ task }) => {
  await using installation = await createTestInstallation('sqlite')
  await disableRateLimit(installation)
  const key = await createKey(installation)
  await using server = await startServer(installation)
  const send = server.client(key)
  const path = join(installation.folder, 'lectern.db')
  const walBytes = () => statSync(`${path}-wal`).size
  const write = async (name: string) =>
    expect((await send('PUT', `/talks/ext:${name}`, { body: talk() })).status).toBe(201)
  const other = new DatabaseSync(path, { timeout: 10_000 })
  other.exec('create table filler (content blob)')
  const reader = new DatabaseSync(path, { readOnly: true })
  reader.exec('begin; select count(*) from talks')
  const largeBytes = sized({ small: 1.5, full: 20 }) * WAL_LIMIT_BYTES
  while (walBytes() < largeBytes) other.exec('insert into filler values (zeroblob(1000000))')
  other.close()
  const grownBytes = walBytes()
  reader.exec('commit')
  reader.close()
  // The first change checkpoints the file, and the second starts the -wal again.
  await write('first')
  await write('second')
  expect(walBytes()).toBeLessThanOrEqual(WAL_LIMIT_BYTES)
  await waitUntil(
    async () => walBytes(),
    (bytes) => bytes === 0,
    15_000,
  )
  task.meta.fault = {
    fault: 'growth of the -wal behind a long read',
    rounds: '1',
    measured: `${Math.round(grownBytes / 1e6)} MB at most, 0 MB after 5 idle seconds`,
  }
})

async function mountDisk(): Promise<{ folder: string } & AsyncDisposable> {
  const folder = await mkdtemp(join(tmpdir(), 'lectern-disk-'))
  const { status } = spawnSync('mount', ['-t', 'tmpfs', '-o', `size=${DISK_BYTES}`, 'tmpfs', folder])
  if (status !== 0) {
    await rm(folder, { recursive: true })
    throw new Error('No tmpfs can be mounted.')
  }
  return {
    folder,
    [Symbol.asyncDispose]: async () => {
      spawnSync('umount', ['-l', folder])
      await rm(folder, { recursive: true, force: true })
    },
  }
}

async function probeMount(): Promise<boolean> {
  try {
    await using _disk = await mountDisk()
    return true
  } catch {
    return false
  }
}
