// The command line while a server runs, on each store: keys, platforms, migrations, and concurrent starts.
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import {
  createTestInstallation,
  queryStore,
  runCommand,
  runJson,
  type ServerProcess,
  startServer,
  type TestInstallation,
} from '../support/process.ts'
import { waitUntil } from '../support/until.ts'

const store = inject('store')
const aKey = (level: 's' | 'p') => expect.stringMatching(new RegExp(`^lec${level}_[0-9a-f]{64}$`))
const anId = expect.stringMatching(/^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/)
const anInstant = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/)
const stopped = { code: 0, signal: null }

describe('while a server runs', () => {
  let installation: TestInstallation
  let server: ServerProcess
  beforeAll(async () => {
    installation = await createTestInstallation(store)
    server = await startServer(installation)
  })
  afterAll(async () => {
    // The store is removed even if the server did not start.
    await server?.stop('SIGTERM')
    await installation[Symbol.asyncDispose]()
  })
  const lectern = (...args: string[]) => runJson(installation, args)
  const statusOf = async (key: string, path = '/talks') => (await server.client(key)('GET', path)).status

  test('key create prints id, key, level, and prefix on one line, and the key works immediately', async () => {
    const made = await lectern(
      'key',
      'create',
      '--platform',
      'default',
      '--level',
      'standard',
      '--name',
      'Desk',
    )
    expect(made).toEqual({ id: anId, key: aKey('s'), level: 'standard', prefix: 'lecs_' })
    expect(Object.keys(made)).toEqual(['id', 'key', 'level', 'prefix'])
    expect(await statusOf(made.key)).toBe(200)
    const privileged = await lectern('key', 'create', '--level', 'privileged', '--name', 'Owner desk')
    expect(privileged).toEqual({ id: anId, key: aKey('p'), level: 'privileged', prefix: 'lecp_' })
  })

  test('key create supports an expiry and a list of addresses', async () => {
    const ended = await lectern('key', 'create', '--name', 'Ended', '--expires', '2020-01-01T00:00:00Z')
    expect(await statusOf(ended.key)).toBe(401)
    const elsewhere = await lectern('key', 'create', '--name', 'Elsewhere', '--allow', '192.0.2.0/24')
    expect(await statusOf(elsewhere.key)).toBe(401)
    const both = ['--allow', '192.0.2.0/24', '--allow', '127.0.0.1']
    const here = await lectern('key', 'create', '--name', 'Here', ...both)
    expect(await statusOf(here.key)).toBe(200)
  })

  test('key list shows everything but the secret', async () => {
    const flags = ['--expires', '2099-01-01T00:00:00Z', '--allow', '::1']
    const made = await lectern('key', 'create', '--name', 'Listed', ...flags)
    const listed = (await lectern('key', 'list')).find(({ id }: { id: string }) => id === made.id)
    expect(listed).toEqual({
      id: made.id,
      name: 'Listed',
      level: 'standard',
      prefix: 'lecs_',
      last4: made.key.slice(-4),
      allowedAddresses: ['::1/128'],
      createdAt: anInstant,
      expiresAt: '2099-01-01T00:00:00.000Z',
      previousExpiresAt: null,
      revokedAt: null,
      lastUsedAt: null,
      exposedAt: null,
    })
    const { stdout } = await runCommand(installation, ['key', 'list'])
    expect(stdout).toContain(`${made.id}  lecs_…${made.key.slice(-4)}  standard  Listed\n`)
    expect(stdout).not.toMatch(/lec[sp]_[0-9a-f]/)
  })

  test('key rotate creates a new secret, and the old one works for the grace period', async () => {
    const old = await lectern('key', 'create', '--name', 'Rotated')
    const next = await lectern('key', 'rotate', old.id)
    expect(next).toEqual({ id: old.id, key: aKey('s'), level: 'standard', prefix: 'lecs_' })
    const statuses = [await statusOf(old.key), await statusOf(next.key)]
    expect([next.key === old.key, ...statuses]).toEqual([false, 200, 200])
    const listed = (await lectern('key', 'list')).find(({ id }: { id: string }) => id === old.id)
    expect(listed).toMatchObject({ last4: next.key.slice(-4), previousExpiresAt: anInstant })
    const last = await lectern('key', 'rotate', old.id, '--grace', '0')
    expect(await statusOf(last.key)).toBe(200)
    await waitUntilRefused(next.key)
  })

  test('key revoke takes effect on a running server', async () => {
    const made = await lectern('key', 'create', '--name', 'Revoked')
    expect(await statusOf(made.key)).toBe(200)
    expect(await lectern('key', 'revoke', made.id)).toEqual({ id: made.id, revoked: true })
    await waitUntilRefused(made.key)
  })

  const waitUntilRefused = async (key: string) => {
    const status = await waitUntil(
      () => statusOf(key),
      (latest) => latest !== 200,
    )
    expect(status).toBe(401)
  }

  test('platform create prints id and slug, and keys of the platform see only its objects', async () => {
    const create = ['platform', 'create', '--slug', 'second', '--name', 'Second', '--timezone']
    const made = await lectern(...create, 'Europe/Vienna')
    expect(made).toEqual({ id: anId, slug: 'second' })
    expect(Object.keys(made)).toEqual(['id', 'slug'])
    expect(await lectern('platform', 'list')).toEqual([
      { id: anId, slug: 'default', name: 'Lectern' },
      { id: made.id, slug: 'second', name: 'Second' },
    ])
    const zone = 'select slug from platforms where settings like \'%"Europe/Vienna"%\''
    expect(await queryStore(installation.location, zone)).toEqual([{ slug: 'second' }])
    const own = await lectern('key', 'create', '--name', 'Own')
    const other = await lectern('key', 'create', '--name', 'Other', '--platform', 'second')
    const body = { email: 'ada@example.org', type: 'Attendee', firstName: 'Ada', lastName: 'Sample' }
    expect((await server.client(own.key)('POST', '/users', { body })).status).toBe(201)
    const path = '/users/ada@example.org'
    expect([await statusOf(own.key, path), await statusOf(other.key, path)]).toEqual([200, 404])
  })

  test('user reset-link prints a link that sets a password, and clear-two-factor turns off two-factor authentication, also under its old name', async () => {
    const body = { email: 'bo@example.org', type: 'Attendee', firstName: 'Bo', lastName: 'Sample' }
    const { key } = await lectern('key', 'create', '--name', 'Accounts')
    const { id } = (await server.client(key)('POST', '/users', { body })).body
    const email = ['--email', 'BO@example.org']
    const made = await lectern('user', 'reset-link', ...email, '--url', server.url)
    expect(made).toEqual({
      id,
      url: expect.stringMatching(/^https:\/\/127\.0\.0\.1:\d+\/reset\/[\w-]{43}$/),
      expiresAt: anInstant,
    })
    const page = await server.sendTo('GET', new URL(made.url).pathname)
    expect([page.status, page.text.includes('bo@example.org')]).toEqual([200, true])
    for (const name of ['clear-two-factor', 'clear-second-factor'])
      expect(await lectern('user', name, ...email)).toEqual({ id, hasSecondFactor: false })
    const unknown = await runCommand(installation, [
      'user',
      'reset-link',
      '--email',
      'nobody@example.org',
      '--url',
      server.url,
    ])
    expect(unknown).toEqual({ code: 1, stdout: '', stderr: 'No user has this identifier.\n' })
  })
})

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
