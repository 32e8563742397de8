// Dry runs: the same checks and the changes that would be made, without writing to the store.
import { readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, inject, test } from 'vitest'
import { ID } from '../../../../test/support/accounts.ts'
import type { Answer } from '../../../../test/support/api.ts'
import { attendee, person, sponsor, talk } from '../../../../test/support/bodies.ts'
import { createObjects, readContent } from '../../../../test/support/dry-runs.ts'
import { withKey } from '../../../../test/support/idempotency.ts'
import { readTable } from '../../../../test/support/raw-store.ts'
import { get, put, type Request, useApi } from '../../../../test/support/scenarios.ts'
import { saveTalkCommand } from '../../../features/talks/talks.ts'
import { executeAll } from '../../changes/commands.ts'

const server = useApi({ isJobless: true })
const UNKNOWN_ID = '01980b5c-7a40-7c3e-9f21-6d2f5b1f0a11'

const account = (name: string, role: string) => ({
  email: `${name}@example.org`,
  firstName: person(name).firstName,
  lastName: 'Sample',
  role,
})

type DryRunCase = {
  name: string
  request: Request
  level?: 'privileged'
  has: object
  /** The expected changes by pointer; there may be others. */
  changes: Record<string, [before: unknown, after: unknown]>
}

describe('a dry run of one write', () => {
  const rows: DryRunCase[] = [
    {
      name: 'creating a talk with new people',
      request: [
        'POST',
        '/talks',
        talk({ speakers: [person('uma'), person('new')], moderators: [person('mod')] }),
      ],
      has: {
        message: 'Dry run, nothing was changed: Talk created.',
        status: 201,
        id: null,
        speakers: [
          { id: ID, email: 'uma@example.org' },
          { id: null, email: 'new@example.org' },
        ],
        moderators: [{ id: null, email: 'mod@example.org' }],
        accounts: [account('new', 'speaker'), account('mod', 'speaker')],
      },
      changes: {
        '/title': [null, 'Counting for everyone'],
        '/speakers': [null, [ID, 'new@example.org']],
        '/moderators': [null, ['mod@example.org']],
      },
    },
    {
      name: 'updating a talk',
      request: [
        'PUT',
        '/talks/ext:t',
        { track: 'New', tags: ['b'], speakers: [person('new')], features: { chat: false } },
      ],
      has: {
        message: 'Dry run, nothing was changed: Talk updated.',
        status: 200,
        id: ID,
        accounts: [account('new', 'speaker')],
      },
      changes: {
        '/track': ['Old', 'New'],
        '/tags': [['a'], ['b']],
        '/speakers': [[ID], ['new@example.org']],
        '/features/chat': [true, false],
      },
    },
    {
      name: 'updating a talk without a change',
      request: ['PUT', '/talks/ext:t', { track: 'Old' }],
      has: {
        message: 'Dry run, nothing was changed: Nothing to change: the talk already matches the request.',
        changes: [],
        accounts: [],
      },
      changes: {},
    },
    {
      name: 'creating a sponsor under an external id, with warnings',
      request: ['PUT', '/sponsors/ext:new', sponsor({ speakers: [person('new', { username: 'uma' })] })],
      has: { status: 201, id: null, accounts: [account('new', 'speaker')] },
      changes: { '/name': [null, 'Example Ltd'], '/level': [null, 3] },
    },
    {
      name: 'creating an account',
      request: ['POST', '/users', attendee('new', { username: 'new' })],
      has: { status: 201, id: null, accounts: [account('new', 'attendee')] },
      changes: {
        '/email': [null, 'new@example.org'],
        '/username': [null, 'new'],
        '/role': [null, 'attendee'],
      },
    },
    {
      name: 'creating an owner',
      request: ['POST', '/users/owner', person('new')],
      level: 'privileged',
      has: { status: 201, id: null, accounts: [account('new', 'owner')] },
      changes: { '/role': [null, 'owner'] },
    },
    {
      name: 'updating an account with a type that does not apply',
      request: ['PUT', '/users/ext:u', { firstName: 'Ursula', type: 'Speaker' }],
      has: {
        status: 200,
        id: ID,
        accounts: [],
        errors: [{ code: 'type_not_applied', message: expect.any(String), pointer: '/type' }],
      },
      changes: { '/firstName': ['Uma', 'Ursula'] },
    },
    ...(['talks/ext:t', 'sponsors/ext:s', 'users/ext:u'] as const).map(
      (path): DryRunCase => ({
        name: `deleting /${path}`,
        request: ['DELETE', `/${path}`],
        has: { status: 200, id: ID, accounts: [] },
        changes: { '/externalId': [path.at(-1), null] },
      }),
    ),
  ]
  test.each(rows.map((row) => [row.name, row] as const))(
    'reports what the real request then does: %s',
    async (_name, { request, level, has, changes }) => {
      const tenant = await server.createTenant()
      await createObjects(tenant)
      const content = await readContent(tenant)
      const [method, path, body] = request
      const key = level ? tenant.privileged : tenant.standard
      const answer = await tenant.send(method, `${path}?dryRun=true`, { body, key, ...withKey('once') })
      expect(answer.status, answer.text).toBe(200)
      expect(answer.body).toMatchObject({ code: 'ok', dryRun: true, ...has })
      expect(answer.headers.location).toBeUndefined()
      expect(answer.text).not.toMatch(/password/i)
      const found = new Map<string, { before: unknown; after: unknown }>()
      for (const { pointer, ...change } of answer.body.changes) found.set(pointer, change)
      for (const [pointer, [old, now]] of Object.entries(changes)) {
        expect({ pointer, ...found.get(pointer) }).toEqual({ pointer, before: old, after: now })
      }
      expect(await content.changes()).toEqual([])
      // The real request gets the predicted status, and its idempotency key is still unused.
      const real = await tenant.send(method, path, { body, key, ...withKey('once') })
      expect(real.headers['idempotent-replayed']).toBeUndefined()
      expect(real.status).toBe(answer.body.status)
      const warnings = ({ warnings, errors }: Answer['body']) => ({ warnings, errors })
      expect(warnings(real.body)).toEqual(warnings(answer.body))
      expect(await content.changes()).not.toEqual([])
    },
  )

  test('reports the changes that the change event has', async () => {
    const tenant = await server.createTenant()
    await createObjects(tenant)
    const body = { title: 'New', links: [{ label: 'a', url: 'https://example.org/' }], keynote: true }
    const { changes } = (await tenant.send('PUT', '/talks/ext:t?dryRun=true', { body })).body
    await put(tenant, '/talks/ext:t', body)
    const [event] = (await get(tenant, '/events?types=talk.updated')).items
    expect(changes.map(({ pointer }: { pointer: string }) => pointer)).toEqual([
      '/keynote',
      '/links',
      '/title',
    ])
    expect(event.changed).toEqual(changes.map(({ pointer }: { pointer: string }) => pointer))
  })

  const refusals: [name: string, request: Request, headers?: Record<string, string>][] = [
    ['404', ['PUT', `/talks/${UNKNOWN_ID}`, { title: 'New' }]],
    ['405', ['POST', '/talks/ext:t', {}]],
    ['403 without the privileged level', ['POST', '/users/owner', person('new')]],
    ['403 for a protected account', ['DELETE', '/users/ext:admin']],
    ['409 for a taken e-mail', ['POST', '/users', attendee('uma')]],
    ['409 for a sole speaker', ['DELETE', '/users/ada@example.org']],
    ['412', ['PUT', '/talks/ext:t', { speakers: [person('new')] }], { 'if-match': '"9"' }],
    ['422 from the schema', ['PUT', '/talks/ext:t', { title: 7, other: 1 }]],
    ['422 for an incomplete creation', ['PUT', '/talks/ext:new', { speakers: [person('new')] }]],
    [
      '400 for an invalid idempotency key',
      ['PUT', '/talks/ext:t', { title: 'New' }],
      { 'idempotency-key': 'a b' },
    ],
  ]
  test.each(refusals)(
    'is refused like the real request: %s',
    async (_name, [method, path, body], headers = {}) => {
      const tenant = await server.createTenant()
      await createObjects(tenant)
      const content = await readContent(tenant)
      const dry = await tenant.send(method, `${path}?dryRun=true`, { body, headers })
      expect(dry.status).toBeGreaterThanOrEqual(400)
      expect(await content.changes()).toEqual([])
      const real = await tenant.send(method, path, { body, headers })
      const withoutInstance = ({ status, body: { instance: _instance, ...problem } }: Answer) => ({
        status,
        problem,
      })
      expect(withoutInstance(dry)).toEqual(withoutInstance(real))
    },
  )

  test.each(['yes', '1', '', 'TRUE'])('is refused with dryRun=%s, and nothing is done', async (value) => {
    const tenant = await server.createTenant()
    for (const [method, path] of [
      ['POST', '/talks'],
      ['POST', '/batch'],
      ['PUT', '/programme'],
    ] as const) {
      const body = { '/talks': talk(), '/batch': { operations: [] }, '/programme': { source: 's' } }[path]
      expect((await tenant.send(method, `${path}?dryRun=${value}`, { body })).status).toBe(422)
    }
    expect((await get(tenant, '/talks')).items).toEqual([])
  })
})

test('a dry run stores no idempotency record and is never answered from one', async () => {
  const tenant = await server.createTenant()
  const records = () => readTable(tenant.api.installation.store, 'idempotency_records')
  const before = await records()
  const body = attendee('ada')
  await tenant.send('POST', '/users?dryRun=true', { body, ...withKey('once') })
  expect(await records()).toEqual(before)
  expect((await tenant.send('POST', '/users', { body, ...withKey('once') })).status).toBe(201)
  const dry = await tenant.send('POST', '/users?dryRun=true', { body, ...withKey('once') })
  expect({ status: dry.status, code: dry.body.code }).toEqual({ status: 409, code: 'email_taken' })
})

test.runIf(inject('store') === 'sqlite')(
  'a dry run writes no byte to the database file or its WAL',
  async () => {
    const tenant = await server.createTenant()
    const { installation, dataDir } = tenant.api
    const existing = saveTalkCommand({ reference: 'ext:t', body: talk() })
    await executeAll(installation, tenant.caller, [existing])
    // The writer indexes the talk a second later and then empties the -wal. After that, nothing is left to write.
    await expect.poll(() => statSync(join(dataDir, 'lectern.db-wal')).size).toBe(0)
    const bytes = () =>
      ['', '-wal'].map((end) => readFileSync(join(dataDir, `lectern.db${end}`)).toString('base64'))
    const commands = Array.from({ length: 60 }, (_, i) =>
      saveTalkCommand({
        reference: i % 3 === 0 ? 'ext:t' : `ext:t${i}`,
        body: talk({ title: `Talk ${i}`, tags: [`tag ${i}`], speakers: [person(`p${i}`)] }),
      }),
    )
    for (const isAtomic of [false, true]) {
      for (const selected of [commands, commands.slice(0, 1)]) {
        const before = bytes()
        await executeAll(installation, tenant.caller, selected, { isAtomic, isDryRun: true })
        const isSame = bytes().map((text, i) => text === before[i])
        expect({ isAtomic, count: selected.length, isSame }).toEqual({
          isAtomic,
          count: selected.length,
          isSame: [true, true],
        })
      }
    }
  },
)
