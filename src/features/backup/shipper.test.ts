// The stream of changes of a continuous backup: what was shipped rebuilds the file, whatever happens to the -wal meanwhile.
import { statSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { pathToFileURL } from 'node:url'
import { gzipSync } from 'node:zlib'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { type ObjectStorage, openObjectStorage } from '../../kernel/outbound/object-storage.ts'
import { FileShipper, filesOfBackup, removeOldFiles } from './files.ts'
import { removeOldBackups } from './removing.ts'
import { rebuild } from './restoring.ts'
import { Shipper } from './shipper.ts'

let folder: string
let path: string
let db: DatabaseSync
let storage: ObjectStorage
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'lectern-shipper-'))
  path = join(folder, 'store.db')
  db = new DatabaseSync(path)
  db.exec('PRAGMA journal_mode = WAL')
  db.exec('CREATE TABLE items (id INTEGER PRIMARY KEY, content BLOB)')
  db.exec('CREATE TABLE versions (version INTEGER)')
  db.exec('INSERT INTO versions VALUES (0)')
  storage = openObjectStorage(pathToFileURL(join(folder, 'backup')).href, {
    setting: 'LECTERN_BACKUP_URL',
    credentials: undefined,
  })
})
afterEach(async () => {
  db.close()
  await rm(folder, { recursive: true, force: true })
})

const never = new AbortController().signal
const addMegabytes = (count: number) =>
  db.exec(`INSERT INTO items (content) VALUES (zeroblob(${count} * 1000000))`)
const setVersion = (version: number) => db.exec(`UPDATE versions SET version = ${version}`)

const openShipper = (options = {}) =>
  new Shipper({ path, storage, now: Date.now, onGap: () => {}, ...options })

const contentOf = (file: DatabaseSync) =>
  file.prepare('SELECT (SELECT version FROM versions) AS version, count(*) AS items FROM items').get()

/** What the backup contains. */
async function restored() {
  const target = join(folder, 'restored.db')
  await rebuild(storage, { path: target })
  const copy = new DatabaseSync(target)
  try {
    expect(copy.prepare('PRAGMA integrity_check').get()).toEqual({ integrity_check: 'ok' })
    return contentOf(copy)
  } finally {
    copy.close()
  }
}

test.each(['PASSIVE', 'RESTART'])(
  'a -wal from before the start that is already in the file (%s), and that SQLite reuses, does not bring old changes back',
  async (mode) => {
    db.exec('PRAGMA wal_autocheckpoint = 0')
    // More than is read at once, so that SQLite starts the -wal again in the middle of it.
    for (const version of [1, 2, 3]) {
      setVersion(version)
      addMegabytes(3)
    }
    setVersion(4)
    db.exec(`PRAGMA wal_checkpoint(${mode})`)
    const put = storage.put.bind(storage)
    let hasChanged = false
    storage.put = async (name, content) => {
      await put(name, content)
      if (!hasChanged) addMegabytes(1)
      hasChanged = true
    }
    using shipper = openShipper()
    await shipper.takeSnapshot(never)
    addMegabytes(1)
    await shipper.ship()
    await shipper.ship()
    expect(await restored()).toEqual(contentOf(db))
  },
)

test('a run that begins with changes that are not in the file yet sends them', async () => {
  const reader = new DatabaseSync(path)
  reader.exec('BEGIN; SELECT * FROM items')
  reader.prepare('SELECT * FROM items').get()
  setVersion(1)
  addMegabytes(5)
  using shipper = openShipper()
  await shipper.takeSnapshot(never)
  reader.close()
  setVersion(2)
  await shipper.ship()
  expect(await restored()).toEqual(contentOf(db))
})

test('sending ends while others keep writing, and SQLite reuses the -wal', async () => {
  using shipper = openShipper()
  await shipper.takeSnapshot(never)
  const put = storage.put.bind(storage)
  let version = 0
  storage.put = async (name, content) => {
    await put(name, content)
    version += 1
    setVersion(version)
  }
  addMegabytes(9)
  for (let round = 0; round < 3; round += 1) await shipper.ship()
  storage.put = put
  await shipper.ship()
  const epochs = new Set((await storage.list()).map((name) => /wal-(\d+)/.exec(name)?.[1]))
  expect(epochs.size).toBeGreaterThan(2)
  expect(await restored()).toEqual(contentOf(db))
})

test('a storage that is gone for long does not fill the disk, and a new snapshot follows', async () => {
  let gaps = 0
  const onGap = () => {
    gaps += 1
  }
  using shipper = openShipper({ maxWalBytes: 3_000_000, onGap })
  await shipper.takeSnapshot(never)
  const put = storage.put.bind(storage)
  storage.put = async () => {
    throw new Error('gone')
  }
  for (let version = 1; version <= 20; version += 1) {
    addMegabytes(1)
    setVersion(version)
    await shipper.ship().catch(() => {})
    expect(statSync(`${path}-wal`).size).toBeLessThan(9_000_000)
  }
  expect(gaps).toBeGreaterThan(0)
  storage.put = put
  expect(await restored()).toEqual({ version: 0, items: 0 })
  await shipper.takeSnapshot(never)
  expect(shipper.objectsSinceSnapshot).toBe(0)
  setVersion(21)
  await shipper.ship()
  expect(await restored()).toEqual(contentOf(db))
})

test('a clock that was days ahead and is set back hides no later changes', async () => {
  const [ahead, right] = [10_000, 1_000]
  let now = ahead
  using first = openShipper({ now: () => now })
  await first.takeSnapshot(never)
  setVersion(1)
  await first.ship()
  now = right
  setVersion(2)
  await first.ship()
  expect(await restored()).toEqual(contentOf(db))
  using second = openShipper({ now: () => right })
  await second.takeSnapshot(never)
  setVersion(3)
  await second.ship()
  expect(await restored()).toEqual(contentOf(db))
})

test('a backup with a missing or damaged part is refused', async () => {
  using shipper = openShipper()
  await shipper.takeSnapshot(never)
  for (const version of [1, 2, 3]) {
    setVersion(version)
    await shipper.ship()
  }
  expect(shipper.objectsSinceSnapshot).toBe(3)
  const [, second = ''] = (await storage.list()).filter((name) => name.includes('/wal-'))
  await storage.put(second, Buffer.from('no gzip'))
  await expect(restored()).rejects.toThrow(new RangeError(`${second} is damaged.`))
  await storage.put(second, gzipSync(Buffer.alloc(4_120)))
  await expect(restored()).rejects.toThrow(new RangeError(`${second} is damaged.`))
  await storage.remove(second)
  await expect(restored()).rejects.toThrow(/^The backup is incomplete before \S+\.$/)
})

test('old objects are removed, except what the last days need', async () => {
  using first = openShipper({ now: () => 1_000 })
  await first.takeSnapshot(never)
  setVersion(1)
  await first.ship()
  using second = openShipper({ now: () => 2_000 })
  await second.takeSnapshot(never)
  setVersion(2)
  await second.ship()
  const all = await storage.list()
  await removeOldBackups(storage, 2_000, never)
  expect(await storage.list()).toEqual(all)
  await removeOldBackups(storage, 2_001, never)
  expect(await storage.list()).toEqual(all.filter((name) => name.startsWith('1970-01-01T00-00-02')))
  expect(await restored()).toEqual(contentOf(db))
})

test('files are sent once, and deleted a while after the server has removed them', async () => {
  const server = openObjectStorage(pathToFileURL(join(folder, 'files')).href, {
    setting: 'LECTERN_FILES_URL',
    credentials: undefined,
  })
  const sent = () => filesOfBackup(storage).list()
  const shipper = new FileShipper(server, storage)
  await shipper.send()
  for (const name of ['one.pdf', 'two.pdf', 'three.pdf']) await server.put(name, Buffer.from(name))
  await shipper.send()
  expect(await sent()).toEqual(['one.pdf', 'three.pdf', 'two.pdf'])
  await server.remove('one.pdf')
  await server.remove('two.pdf')
  const removeOld = (nowMs: number) => removeOldFiles(server, storage, { nowMs, beforeMs: nowMs - 100 })
  await removeOld(1000)
  await server.put('two.pdf', Buffer.from('two.pdf'))
  await removeOld(1100)
  expect(await sent()).toEqual(['one.pdf', 'three.pdf', 'two.pdf'])
  await removeOld(1101)
  expect(await sent()).toEqual(['three.pdf', 'two.pdf'])
  expect((await storage.list()).filter((name) => name.startsWith('removed'))).toEqual([])
})
