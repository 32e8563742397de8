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
    expect(up[0]).toEqual({ name: '0001-baseline', direction: 'Up' })
    expect(await runJson(installation, ['migrate'])).toEqual([])
    const down = await runJson(installation, ['migrate', '--down', '--yes'])
    expect(down).toEqual(up.toReversed().map(({ name }: { name: string }) => ({ name, direction: 'Down' })))
    expect(await tablesIn(installation)).toEqual([])
    expect(await runJson(installation, ['migrate', '--to', '0001-baseline'])).toEqual([up[0]])
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
    expect(await runCommand(installation, ['migrate', '--down', '--yes'])).toEqual({
      code: 1,
      stdout: '',
      stderr: expect.stringMatching(/^[^\n]+ is in use[^\n]+\n$/),
    })
    expect(await tablesIn(installation)).toEqual(before)
    expect((await server.sendTo('GET', '/ready')).status).toBe(200)
  })

  test('that allow e-mails without an account keep the queue, and lose only those when undone', async () => {
    await using installation = await createTestInstallation(store)
    await runJson(installation, ['migrate'])
    {
      await using server = await startServer(installation)
      const { key } = await runJson(installation, ['key', 'create', '--name', 'Everywhere'])
      const ada = { email: 'ada@example.org', firstName: 'Ada', lastName: 'Sample', type: 'Attendee' }
      expect((await server.client(key)('POST', '/users', { body: ada })).status).toBe(201)
    }
    const query = (sql: string) => queryStore(installation.location, sql)
    const queue = (id: string, user: string, mailing: string) =>
      query(
        `insert into emails (id, platform_id, user_id, mailing_id, kind, recipient, data, secret, state, attempts, queued_at, next_attempt_at, expires_at, sent_at, last_error)
         select '${id}', platform_id, ${user}, ${mailing}, 'message', email, '{}', 'sealed', 'waiting', 2, 10, 20, 30, null, 'busy' from users`,
      )
    await queue('known', 'id', "'news'")
    await queue('unknown', 'null', 'null')
    const stored = () =>
      query('select * from emails order by id').then((rows) => rows.map((row) => ({ ...row })))
    const [known, unknown] = await stored()
    expect([known?.id, unknown?.user_id]).toEqual(['known', null])

    await runJson(installation, ['migrate', '--to', '0001-baseline', '--yes'])
    expect(await stored()).toEqual([known])
    await expect(queue('nobody', 'null', 'null')).rejects.toThrow(/null/i)
    await runJson(installation, ['migrate'])
    expect(await stored()).toEqual([known])
    await expect(queue('again', 'id', "'news'")).rejects.toThrow(/unique/i)
    await queue('unknown', 'null', 'null')
    expect(await stored()).toEqual([known, unknown])
    await query('delete from users')
    expect(await stored()).toEqual([unknown])
  })

  test('that put talks in order beside their tags find when each starts', async () => {
    await using installation = await createTestInstallation(store)
    {
      await using server = await startServer(installation)
      const { key } = await runJson(installation, ['key', 'create', '--name', 'Everywhere'])
      const body = { title: 'T', description: '', kind: 'break', tags: ['Web', 'Film'] }
      for (const start of ['2027-05-20T09:30:00Z', '2027-05-20T11:30:00Z'])
        expect((await server.client(key)('POST', '/talks', { body: { ...body, start } })).status).toBe(201)
    }
    const stored = () =>
      queryStore(
        installation.location,
        'select tag, talk_tags.start_at, talks.start_at as own from talk_tags join talks on talks.id = talk_id order by 2, 1',
      )
    const before = await stored()
    expect(before.map(({ start_at }) => start_at)).toEqual(before.map(({ own }) => own))
    expect(new Set(before.map(({ start_at }) => start_at)).size).toBe(2)
    await runJson(installation, ['migrate', '--to', '0014-track-ages', '--yes'])
    await expect(stored()).rejects.toThrow('start_at')
    await runJson(installation, ['migrate'])
    expect(await stored()).toEqual(before)
  })

  test('that make the type of a talk optional clear it for talks on site that nobody could watch', async () => {
    await using installation = await createTestInstallation(store)
    const body = { title: 'T', description: '', start: '2027-05-20T09:30:00Z', kind: 'break' }
    const video = 'https://video.example.org/a.mp4'
    {
      await using server = await startServer(installation)
      const { key } = await runJson(installation, ['key', 'create', '--name', 'Everywhere'])
      const send = server.client(key)
      const put = async (name: string, more: object) =>
        expect((await send('PUT', `/talks/ext:${name}`, { body: { ...body, ...more } })).status).toBe(201)
      await put('placed', { room: 'Hall 1' })
      await put('elsewhere', {})
      await put('recorded', { room: 'Hall 1', type: 'replay', video })
      await put('chosen', { room: 'Hall 1', type: 'replay', video })
      await send('PUT', '/talks/ext:chosen', { body: { type: 'embedded' } })
      await put('deleted', { room: 'Hall 1' })
      await send('DELETE', '/talks/ext:deleted')
    }
    const typeOfDeleted = async () => {
      const [deleted] = await queryStore(installation.location, 'select content from deleted_objects')
      return JSON.parse(String(deleted?.content)).type
    }
    const typesAfter = async (settings: object, at: string) => {
      await runJson(installation, ['migrate', '--to', '0002-proved-emails', '--yes'])
      const all = await queryStore(installation.location, 'select type from talks order by external_id')
      expect(all.map(({ type }) => type)).toEqual(['embedded', 'embedded', 'embedded', 'replay'])
      expect(await typeOfDeleted()).toBe('embedded')
      const [platform] = await queryStore(installation.location, 'select settings from platforms')
      const changed = JSON.stringify({ ...JSON.parse(String(platform?.settings)), ...settings })
      await queryStore(installation.location, `update platforms set settings = '${changed}'`)
      await runJson(installation, ['migrate'])
      const rows = await queryStore(
        installation.location,
        'select external_id, type, video from talks order by external_id',
      )
      expect(rows.map((row) => row.video)).toEqual([video, null, null, video])
      return [at, ...rows.map(({ type }) => type), await typeOfDeleted()]
    }
    const nowhere = {
      roomAddress: null,
      venue: null,
      rooms: { provider: 'address', appId: null, keyId: null },
    }
    // In the order of their names: chosen, elsewhere, placed, recorded; then the deleted one.
    expect([
      await typesAfter(nowhere, 'nowhere'),
      await typesAfter({ ...nowhere, venue: 'Town Hall' }, 'venue'),
      await typesAfter(
        { ...nowhere, venue: 'Town Hall', roomAddress: 'https://a.example.org/{id}' },
        'rooms',
      ),
      await typesAfter({ ...nowhere, rooms: { ...nowhere.rooms, provider: 'jaas', appId: 'app' } }, 'jaas'),
    ]).toEqual([
      ['nowhere', 'embedded', 'embedded', null, 'replay', null],
      ['venue', 'embedded', null, null, 'replay', null],
      ['rooms', 'embedded', 'embedded', 'embedded', 'replay', 'embedded'],
      ['jaas', 'embedded', 'embedded', 'embedded', 'replay', 'embedded'],
    ])
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
        /^LECTERN_DATA(BASE_URL|_DIR): The store was made by a newer version of Lectern\.\n$/,
      ),
    })
  })

  test('of a version before 0.1 stop the start with one line, and its store is unchanged', async () => {
    await using installation = await createTestInstallation(store)
    for (const statement of [
      'create table kysely_migration (name varchar(255) primary key, timestamp varchar(255) not null)',
      "insert into kysely_migration values ('0001-programme', '2025-01-01T00:00:00.000Z')",
      "insert into kysely_migration values ('0002-sessions', '2025-01-01T00:00:00.000Z')",
      'create table talks (id varchar(255) primary key)',
      "insert into talks values ('kept')",
    ])
      await queryStore(installation.location, statement)
    const before = await tablesIn(installation)
    for (const command of [['serve', '--json'], ['migrate'], ['migrate', '--down', '--yes']])
      expect(await runCommand(installation, command)).toEqual({
        code: 1,
        stdout: '',
        stderr: expect.stringMatching(
          /The store was made by a version before 0\.1 and cannot be migrated\. It is unchanged\. [^\n]+\n$/,
        ),
      })
    expect(await tablesIn(installation)).toEqual(before)
    expect(await queryStore(installation.location, 'select id from talks')).toEqual([{ id: 'kept' }])
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
