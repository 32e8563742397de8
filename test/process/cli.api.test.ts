// The command line while a server runs, on each store: keys, platforms, and accounts.
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

describe('while a server runs', () => {
  let installation: TestInstallation
  let server: ServerProcess
  beforeAll(async () => {
    installation = await createTestInstallation(store, { isEmpty: false })
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
