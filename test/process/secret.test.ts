// LECTERN_SECRET: a store works only with the secret that it has been used with, and every command says so.
import { describe, expect, test } from 'vitest'
import {
  createKey,
  createTestInstallation,
  queryStore,
  runCommand,
  runJson,
  startServer,
  type TestInstallation,
} from '../support/process.ts'
import { variants } from '../support/sizes.ts'
import { hasPostgres } from '../support/stores.ts'

const [FIRST, SECOND] = [{ LECTERN_SECRET: 'first-'.repeat(6) }, { LECTERN_SECRET: 'second-'.repeat(6) }]
const withEnv = (installation: TestInstallation, env: Record<string, string>): TestInstallation => ({
  ...installation,
  env: { ...installation.env, ...env },
})
const refused = (stderr: string) => ({ code: 1, stdout: '', stderr: `${stderr}\n` })
const IS_LOST = 'docs/operations.md says what to do if it is lost.'
const OTHER = refused(`LECTERN_SECRET is not the secret of this store. ${IS_LOST}`)
const MISSING = refused(
  `LECTERN_SECRET is missing: this store needs the one that it was set up with. ${IS_LOST}`,
)
const TOO_MUCH = refused('LECTERN_SECRET must not be set: this store uses a secret that it has generated.')
const COMMANDS = [
  ['key', 'create', '--name', 'Late'],
  ['platform', 'list'],
  ['serve', '--json'],
]

const stores = ['sqlite' as const, ...((await hasPostgres()) ? ['postgres' as const] : [])]

describe.each(variants(stores))('%s', (kind) => {
  test('a store refuses every command with another secret or without one, and changes nothing', async () => {
    await using bare = await createTestInstallation(kind)
    const own = withEnv(bare, FIRST)
    const key = await (async () => {
      await using server = await startServer(own)
      const created = await createKey(own)
      expect((await server.client(created)('GET', '/talks')).status).toBe(200)
      return created
    })()
    for (const command of COMMANDS) {
      expect(await runCommand(withEnv(bare, SECOND), command)).toEqual(OTHER)
      expect(await runCommand(bare, command)).toEqual(MISSING)
    }
    expect(await queryStore(bare.location, 'select secret from installation')).toEqual([])
    expect(await runJson(own, ['key', 'list'])).toHaveLength(1)
    await using again = await startServer(own)
    expect((await again.client(key)('GET', '/talks')).status).toBe(200)
  })

  test('a store with a generated secret refuses a setting', async () => {
    await using bare = await createTestInstallation(kind)
    await runJson(bare, ['platform', 'create', '--slug', 'default', '--name', 'Own'])
    const key = await createKey(bare)
    for (const command of COMMANDS) expect(await runCommand(withEnv(bare, FIRST), command)).toEqual(TOO_MUCH)
    await using server = await startServer(bare)
    expect((await server.client(key)('GET', '/talks')).status).toBe(200)
  })

  test('of first starts at once with two secrets, one secret wins, and the others are refused', async () => {
    await using bare = await createTestInstallation(kind)
    await runJson(bare, ['migrate'])
    const outcomes = await Promise.all(
      [FIRST, SECOND, FIRST, SECOND].map((env) =>
        runCommand(withEnv(bare, env), ['platform', 'list', '--json']),
      ),
    )
    const [first, second, third, fourth] = outcomes
    expect([third, fourth]).toEqual([first, second])
    const listed = { code: 0, stdout: '[]\n', stderr: '' }
    expect([first, second]).toEqual(first?.code === 0 ? [listed, OTHER] : [OTHER, listed])
  })

  test('a store from before the check keeps the first secret, but never generates one beside its data', async () => {
    await using bare = await createTestInstallation(kind)
    const own = withEnv(bare, FIRST)
    await runJson(own, ['platform', 'create', '--slug', 'default', '--name', 'Own'])
    await queryStore(bare.location, 'delete from secret_check')
    expect(await runCommand(bare, ['key', 'create', '--name', 'Late'])).toEqual(MISSING)
    await createKey(own)
    expect(await runCommand(withEnv(bare, SECOND), ['key', 'list'])).toEqual(OTHER)
  })
})

test('a lost secret can be replaced while no server runs, and then only the new one works', async () => {
  await using bare = await createTestInstallation('sqlite')
  const [own, other] = [withEnv(bare, FIRST), withEnv(bare, SECOND)]
  const key = await (async () => {
    await using server = await startServer(own)
    const inUse = await runCommand(other, ['secret', 'replace', '--yes'])
    expect(inUse).toEqual({
      code: 1,
      stdout: '',
      stderr: expect.stringMatching(/^[^\n]+ is in use[^\n]+\n$/),
    })
    const created = await createKey(own)
    expect((await server.client(created)('GET', '/talks')).status).toBe(200)
    return created
  })()
  const unconfirmed = 'API keys, sessions, links, and encrypted secrets stop working. Confirm with --yes.'
  expect(await runCommand(other, ['secret', 'replace'])).toEqual(refused(unconfirmed))
  expect(await runCommand(own, ['platform', 'list', '--json'])).toMatchObject({ code: 0 })

  expect(await runJson(other, ['secret', 'replace', '--yes'])).toEqual({ replaced: true })
  expect(await runCommand(own, ['platform', 'list'])).toEqual(OTHER)
  const added = await createKey(other)
  await using server = await startServer(other)
  const statuses = [key, added].map(async (known) => (await server.client(known)('GET', '/talks')).status)
  expect(await Promise.all(statuses)).toEqual([401, 200])
  await server.stop('SIGTERM')

  await runJson(bare, ['secret', 'replace', '--yes'])
  expect(await runCommand(other, ['platform', 'list'])).toEqual(TOO_MUCH)
  expect(await runJson(bare, ['key', 'list'])).toHaveLength(2)
})

test('a restored backup needs the secret of its store', async () => {
  await using bare = await createTestInstallation('sqlite')
  const own = withEnv(bare, FIRST)
  await runJson(own, ['platform', 'create', '--slug', 'default', '--name', 'Own'])
  await runCommand(bare, ['backup', `${bare.folder}/backup.db`])
  await using other = await createTestInstallation('sqlite')
  expect(await runCommand(other, ['restore', `${bare.folder}/backup.db`])).toMatchObject({
    code: 0,
  })
  expect(await runCommand(withEnv(other, SECOND), ['platform', 'list'])).toEqual(OTHER)
  expect(await runJson(withEnv(other, FIRST), ['platform', 'list'])).toHaveLength(1)
})
