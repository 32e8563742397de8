// `lectern backup` and `lectern restore` of a store in use.
import { readdir, stat } from 'node:fs/promises'
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

test('lectern restore puts a backup in place of a store with an unfinished -wal and keeps the previous store', async () => {
  await using installation = await createTestInstallation('sqlite', { isDurable: true })
  await disableRateLimit(installation)
  const key = await createKey(installation)
  const file = join(installation.folder, 'copy.db')
  {
    await using server = await startServer(installation)
    await server.client(key)('PUT', '/talks/ext:kept', { body: body(1) })
    await runJson(installation, ['backup', file])
    await server.client(key)('PUT', '/talks/ext:late', { body: body(2) })
    const refused = await runCommand(installation, ['restore', file])
    expect(refused).toEqual({
      code: 1,
      stdout: '',
      stderr: expect.stringMatching(/^[^\n]+ is in use\.[^\n]+\n$/),
    })
    await server.stop('SIGKILL')
  }
  expect((await readdir(installation.folder)).filter((name) => name.endsWith('-wal'))).toEqual([
    'lectern.db-wal',
  ])
  const { previous } = await runJson(installation, ['restore', file])
  const titles = 'select external_id from talks order by external_id'
  expect(await queryStore({ dialect: 'sqlite', path: previous }, titles)).toHaveLength(2)
  await using server = await startServer(installation)
  const send = server.client(key)
  expect((await send('GET', '/talks/ext:kept')).status).toBe(200)
  expect((await send('GET', '/talks/ext:late')).status).toBe(404)
  expect(await queryStore(installation.location, 'pragma integrity_check')).toEqual([
    { integrity_check: 'ok' },
  ])
  expect((await stat(join(installation.folder, 'lectern.db'))).mode & 0o777).toBe(0o600)
})
