// Backups of the SQLite store, made while talks are being written.
import { copyFile, readdir, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import {
  createKey,
  createTestInstallation,
  disableRateLimit,
  queryStore,
  runCommand,
  runJson,
  startServer,
} from '../support/process.ts'

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
  expect(copied).toEqual({ file, pages: expect.any(Number) })
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
    stderr: 'For PostgreSQL, use pg_dump.\n',
  })
})
