// Backups of the SQLite store, made while talks are being written.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, statSync } from 'node:fs'
import { copyFile, open, readdir, rm, stat, truncate, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { pathToFileURL } from 'node:url'
import { expect, test } from 'vitest'
import { pdf } from '../support/pictures.ts'
import {
  createKey,
  createTestInstallation,
  disableRateLimit,
  ENTRY,
  queryStore,
  runCommand,
  runJson,
  startServer,
  type TestInstallation,
} from '../support/process.ts'
import { waitUntil } from '../support/until.ts'

const body = (count: number) => ({
  title: `Count ${count}`,
  description: '',
  start: '2027-05-20T09:30:00Z',
  speakers: [{ email: 'ada@example.org', firstName: 'Ada', lastName: 'Sample' }],
})

test('a backup under load contains every change acknowledged before it, and a server can start from it', async () => {
  await using installation = await createTestInstallation('sqlite', { isDurable: true })
  await disableRateLimit(installation)
  const key = await createKey(installation)
  await using server = await startServer(installation)
  const send = server.client(key)
  let [answered, isWriting] = [0, true]
  const write = async () => {
    while (isWriting) {
      const { status } = await send('PUT', `/talks/ext:talk-${answered + 1}`, { body: body(answered + 1) })
      expect(status).toBe(201)
      answered += 1
    }
  }
  await send('PUT', '/talks/ext:talk-0', { body: body(0) })
  const writing = write()
  const before = answered
  const file = join(installation.folder, 'copy.db')
  const copied = await runJson(installation, ['backup', file])
  const after = answered
  isWriting = false
  await writing
  expect(copied).toEqual({ file, pages: expect.any(Number), files: 0 })
  expect(after).toBeGreaterThan(before)
  expect((await stat(file)).mode & 0o777).toBe(0o600)
  expect((await readdir(installation.folder)).filter((name) => name.endsWith('.part'))).toEqual([])

  await using restored = await createTestInstallation('sqlite', { isDurable: true })
  await copyFile(file, join(restored.folder, 'lectern.db'))
  expect(await queryStore(restored.location, 'pragma integrity_check')).toEqual([{ integrity_check: 'ok' }])
  await using other = await startServer(restored)
  for (let count = 0; count <= before; count += 1) {
    expect((await other.client(key)('GET', `/talks/ext:talk-${count}`)).body.title).toBe(`Count ${count}`)
  }
  expect((await other.client(key)('PUT', '/talks/ext:talk-0', { body: { title: 'Restored' } })).status).toBe(
    200,
  )
})

test('a failed backup leaves an earlier file unchanged', async () => {
  await using installation = await createTestInstallation('sqlite', { isDurable: true })
  await runJson(installation, ['migrate'])
  const file = join(installation.folder, 'copy.db')
  await runJson(installation, ['backup', file])
  const { mtimeMs } = await stat(file)
  const nowhere = await runCommand(installation, ['backup', join(installation.folder, 'absent/copy.db')])
  expect(nowhere).toEqual({ code: 1, stdout: '', stderr: expect.stringMatching(/^ENOENT: [^\n]+\n$/) })
  const empty = { LECTERN_DATA_DIR: join(installation.folder, 'empty') }
  const nothing = await runCommand(installation, ['backup', file], { env: empty })
  expect(nothing).toEqual({
    code: 1,
    stdout: '',
    stderr: expect.stringMatching(/^ENOENT: [^\n]+lectern\.db'\n$/),
  })
  expect((await stat(file)).mtimeMs).toBe(mtimeMs)
})

test('a backup of PostgreSQL is refused with a hint to pg_dump', async () => {
  await using installation = await createTestInstallation('sqlite', { isDurable: true })
  const env = { LECTERN_DATABASE_URL: 'postgres://nobody@127.0.0.1:1/none' }
  expect(await runCommand(installation, ['backup', 'copy.db'], { env })).toEqual({
    code: 1,
    stdout: '',
    stderr: 'For PostgreSQL, use pg_dump or pg_basebackup.\n',
  })
})

/** A migrated store of a few thousand pages, which takes a moment to copy. */
async function createLargeStore(megabytes: number): Promise<TestInstallation & { path: string }> {
  const installation = await createTestInstallation('sqlite', { isDurable: true })
  await runJson(installation, ['migrate'])
  const path = join(installation.folder, 'lectern.db')
  const db = new DatabaseSync(path)
  db.exec('create table filler (content blob)')
  const insert = db.prepare('insert into filler values (zeroblob(1048576))')
  for (let count = 0; count < megabytes; count += 1) insert.run()
  db.close()
  return { ...installation, path }
}

test('a backup finishes while another process writes without pause', async () => {
  await using installation = await createLargeStore(32)
  const db = new DatabaseSync(installation.path)
  const writing = setInterval(() => db.exec('update filler set content = randomblob(10) where rowid = 1'), 1)
  const { code } = await runCommand(installation, ['backup', join(installation.folder, 'copy.db')])
  clearInterval(writing)
  db.close()
  expect(code).toBe(0)
})

test('a backup that is stopped leaves no partial file', async () => {
  await using installation = await createLargeStore(64)
  const file = join(installation.folder, 'copy.db')
  const child = spawn(process.execPath, [ENTRY, 'backup', file], { env: installation.env })
  const exited = once(child, 'exit')
  await waitUntil(
    async () => existsSync(`${file}.part`) && statSync(`${file}.part`).size > 0,
    (hasBegun) => hasBegun,
  )
  child.kill('SIGTERM')
  expect(await exited).toEqual([null, 'SIGTERM'])
  expect((await readdir(installation.folder)).filter((name) => name.startsWith('copy'))).toEqual([])
})

test('lectern restore replaces a damaged store and its -wal', async () => {
  await using installation = await createTestInstallation('sqlite', { isDurable: true })
  await runJson(installation, ['migrate'])
  const file = join(installation.folder, 'copy.db')
  await runJson(installation, ['backup', file])
  const path = join(installation.folder, 'lectern.db')
  await writeFile(path, 'not a database '.repeat(2_000))
  await writeFile(`${path}-wal`, 'left over')
  const { previous } = await runJson(installation, ['restore', file])
  expect(await queryStore(installation.location, 'pragma integrity_check')).toEqual([
    { integrity_check: 'ok' },
  ])
  expect(statSync(previous).size).toBe(30_000)
})

test('lectern restore refuses a damaged file and a file of another program, and changes nothing', async () => {
  await using installation = await createLargeStore(1)
  const at = (name: string) => join(installation.folder, name)
  const [short, other, damaged] = [at('short.db'), at('other.db'), at('damaged.db')]
  await copyFile(installation.path, short)
  await truncate(short, 200_000)
  new DatabaseSync(other).exec('create table notes (text)')
  await copyFile(installation.path, damaged)
  await using pages = await open(damaged, 'r+')
  await pages.write(Buffer.alloc(4096, 0xff), 0, 4096, (await pages.stat()).size - 2 * 4096)
  const before = statSync(installation.path).mtimeMs
  for (const file of [short, other, damaged]) {
    const refused = await runCommand(installation, ['restore', file])
    expect(refused).toEqual({
      code: 1,
      stdout: '',
      stderr: expect.stringMatching(/^The backup is [^\n]+\n$/),
    })
  }
  expect(statSync(installation.path).mtimeMs).toBe(before)
  expect((await readdir(installation.folder)).filter((name) => name.includes('restoring'))).toEqual([])
})

test('backups contain the uploaded files, and a restored store has every file that it refers to', async () => {
  await using installation = await createTestInstallation('sqlite', { isDurable: true })
  const env = { LECTERN_BACKUP_URL: pathToFileURL(join(installation.folder, 'backup')).href }
  await disableRateLimit(installation)
  const key = await createKey(installation)
  const file = join(installation.folder, 'copy.db')
  const paths: string[] = []
  {
    await using server = await startServer(installation, { env })
    const upload = async (text: string): Promise<string> => {
      return (
        await server.client(key)('POST', '/files', {
          raw: pdf(text),
          headers: { 'content-type': 'application/pdf' },
        })
      ).body.path
    }
    paths.push(await upload('one'))
    await runJson(installation, ['backup', file])
    paths.push(await upload('two'))
    expect(await runJson(installation, ['backup', file])).toEqual({
      file,
      pages: expect.any(Number),
      files: 2,
    })
    // The continuous backup gets the last changes.
    expect(await server.stop('SIGTERM')).toEqual({ code: 0, signal: null })
  }
  const names = paths.map((path) => path.replace('/files/', '')).sort()
  expect((await readdir(`${file}.files`)).sort()).toEqual(names)
  for (const args of [['restore', file], ['restore']]) {
    await rm(join(installation.folder, 'files'), { recursive: true })
    expect(
      (await runJson({ ...installation, env: { ...installation.env, ...env } }, args)).missingFiles,
    ).toBe(0)
    expect((await readdir(join(installation.folder, 'files'))).sort()).toEqual(names)
  }
  await rm(`${file}.files`, { recursive: true })
  await rm(join(installation.folder, 'files'), { recursive: true })
  expect((await runJson(installation, ['restore', file])).missingFiles).toBe(2)
})
