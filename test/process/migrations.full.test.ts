// `lectern migrate`, and concurrent first starts, on each store.
import { describe, expect, inject, test } from 'vitest'
import {
  createTestInstallation,
  queryStore,
  runCommand,
  runJson,
  startServer,
  type TestInstallation,
} from '../support/process.ts'

const store = inject('store')
const stopped = { code: 0, signal: null }

describe('migrations', () => {
  test('run up, down, and up again', async () => {
    await using installation = await createTestInstallation(store)
    const up = await runJson(installation, ['migrate'])
    expect(up[0]).toEqual({ name: '0001-programme', direction: 'Up' })
    expect(await runJson(installation, ['migrate'])).toEqual([])
    const down = await runJson(installation, ['migrate', '--down', '--yes'])
    expect(down).toEqual(up.toReversed().map(({ name }: { name: string }) => ({ name, direction: 'Down' })))
    expect(await tablesIn(installation)).toEqual([])
    expect(await runJson(installation, ['migrate', '--to', '0001-programme'])).toEqual([up[0]])
    expect(await runJson(installation, ['migrate'])).toEqual(up.slice(1))
    await using server = await startServer(installation)
    expect((await server.sendTo('GET', '/ready')).status).toBe(200)
  })

  test('are not undone without --yes, and not while a server runs', async () => {
    await using installation = await createTestInstallation(store)
    await runJson(installation, ['migrate'])
    const before = await tablesIn(installation)
    const asked = await runCommand(installation, ['migrate', '--down'])
    const unconfirmed = 'Undoing migrations deletes data. Make a backup, then confirm with --yes.\n'
    expect(asked).toEqual({ code: 1, stdout: '', stderr: unconfirmed })
    await using server = await startServer(installation)
    for (const args of [
      ['--down', '--yes'],
      ['--to', '0001-programme', '--yes'],
    ]) {
      const refused = await runCommand(installation, ['migrate', ...args])
      expect(refused).toEqual({
        code: 1,
        stdout: '',
        stderr: expect.stringMatching(/^[^\n]+ is in use[^\n]+\n$/),
      })
    }
    expect(await tablesIn(installation)).toEqual(before)
    expect((await server.sendTo('GET', '/ready')).status).toBe(200)
  })

  test('of a newer version stop the start with one line', async () => {
    await using installation = await createTestInstallation(store)
    await runJson(installation, ['migrate'])
    const future = "values ('9999-from-the-future', '2099-01-01T00:00:00.000Z')"
    await queryStore(installation.location, `insert into kysely_migration (name, timestamp) ${future}`)
    expect(await runCommand(installation, ['serve', '--json'])).toEqual({
      code: 1,
      stdout: '',
      stderr: expect.stringMatching(
        /^LECTERN_DATA(BASE_URL|_DIR): The store was migrated by a newer version of Lectern\.\n$/,
      ),
    })
  })

  test('run once if three servers start on an empty store at the same time, and all three work', async () => {
    await using installation = await createTestInstallation(store)
    await using running = new AsyncDisposableStack()
    const start = async () => running.use(await startServer(installation))
    const servers = await Promise.all([start(), start(), start()])
    const { key } = await runJson(installation, ['key', 'create', '--name', 'Everywhere'])
    const answers = await Promise.all(servers.map((server) => server.client(key)('GET', '/talks')))
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200])
    expect(await queryStore(installation.location, 'select slug from platforms')).toEqual([
      { slug: 'default' },
    ])
    const exits = await Promise.all(servers.map((server) => server.stop('SIGTERM')))
    expect(exits).toEqual([stopped, stopped, stopped])
    expect(servers.map((server) => server.stderr())).toEqual(['', '', ''])
  })
})

async function tablesIn({ location }: TestInstallation): Promise<unknown[]> {
  const names =
    location.dialect === 'sqlite'
      ? "select name from sqlite_master where type in ('table', 'index') and name not like 'sqlite_%'"
      : "select tablename as name from pg_tables where schemaname = 'public'"
  return (await queryStore(location, names)).filter(({ name }) => !String(name).startsWith('kysely_'))
}
