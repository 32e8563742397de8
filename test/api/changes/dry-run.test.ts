// Dry runs: the same checks, what would change, and not a byte of the store.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, inject, test } from 'vitest'
import { executeAll } from '../../../src/domain/changes/commands.ts'
import { saveTalkCommand } from '../../../src/domain/programme/talks.ts'
import { HashQueue } from '../../../src/lib/security/hash-queue.ts'
import { systemClock } from '../../../src/lib/time/clock.ts'
import { MOST_REHEARSED } from '../../../src/schema/programme/import.ts'
import { createUserWithRole, ID } from '../../support/accounts.ts'
import { type Answer, startApi } from '../../support/api.ts'
import { attendee, person, sponsor, talk } from '../../support/bodies.ts'
import { parseLines, sendStream, withKey } from '../../support/idempotency.ts'
import { readRaw, readTable, readTables } from '../../support/raw-store.ts'
import { get, put, type Request, type Tenant, useApi } from '../../support/scenarios.ts'

// Whoever hashes a password in a dry run gets no answer.
const hashes = new HashQueue({
  concurrency: 1,
  maxWaitMs: 20_000,
  clock: systemClock,
  hash: async (password) => `hash of ${password.length}`,
})
const server = useApi({ hashes })
const NOBODY = '01980b5c-7a40-7c3e-9f21-6d2f5b1f0a11'

/** What a change of any kind would leave behind: everything but the notes that are made of every request. */
async function contentOf({ api }: Tenant): Promise<unknown> {
  const {
    request_log: _log,
    request_counts: _counts,
    api_keys: keys = [],
    // Of the notes of requests, too.
    sqlite_sequence: _sequences,
    ...content
  } = await readTables(api.installation.store)
  const sequences = await readRaw(api.installation.store, 'test.sequences', {
    sqlite: "select seq from sqlite_sequence where name = 'events'",
    postgres: 'select last_value, is_called from events_seq_seq',
  })
  return { content, sequences, keys: keys.map(({ last_used_at: _used, ...key }) => key) }
}

const prepare = async (tenant: Tenant) => {
  await put(tenant, '/talks/ext:t', talk({ track: 'Old', tags: ['a'] }))
  await put(tenant, '/sponsors/ext:s', sponsor())
  await put(tenant, '/users/ext:u', attendee('uma'))
  await createUserWithRole(tenant, 'admin', attendee('adm', { externalId: 'admin' }))
}
const account = (name: string, role: string) => ({
  email: `${name}@example.org`,
  firstName: person(name).firstName,
  lastName: 'Sample',
  role,
})

type Foreseen = {
  name: string
  request: Request
  level?: 'privileged'
  has: object
  /** The changes that matter, by pointer. */
  changes: Record<string, [before: unknown, after: unknown]>
}

describe('of one write', () => {
  const rows: Foreseen[] = [
    {
      name: 'a creation of a talk with new people',
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
      name: 'an update of a talk',
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
      name: 'an update that changes nothing',
      request: ['PUT', '/talks/ext:t', { track: 'Old' }],
      has: {
        message: 'Dry run, nothing was changed: Nothing to change: the talk already matches the request.',
        changes: [],
        accounts: [],
      },
      changes: {},
    },
    {
      name: 'an upsert of a sponsor with warnings',
      request: ['PUT', '/sponsors/ext:new', sponsor({ speakers: [person('new', { username: 'uma' })] })],
      has: { status: 201, id: null, accounts: [account('new', 'speaker')] },
      changes: { '/name': [null, 'Example Ltd'], '/level': [null, 3] },
    },
    {
      name: 'a creation of an account',
      request: ['POST', '/users', attendee('new', { username: 'new' })],
      has: { status: 201, id: null, accounts: [account('new', 'attendee')] },
      changes: {
        '/email': [null, 'new@example.org'],
        '/username': [null, 'new'],
        '/role': [null, 'attendee'],
      },
    },
    {
      name: 'a creation of an owner',
      request: ['POST', '/users/owner', person('new')],
      level: 'privileged',
      has: { status: 201, id: null, accounts: [account('new', 'owner')] },
      changes: { '/role': [null, 'owner'] },
    },
    {
      name: 'an update of an account with what does not apply',
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
      (path): Foreseen => ({
        name: `a deletion of /${path}`,
        request: ['DELETE', `/${path}`],
        has: { status: 200, id: ID, accounts: [] },
        changes: { '/externalId': [path.at(-1), null] },
      }),
    ),
  ]
  test.each(rows.map((row) => [row.name, row] as const))(
    '%s',
    async (_name, { request, level, has, changes }) => {
      const tenant = await server.createTenant()
      await prepare(tenant)
      const content = await contentOf(tenant)
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
      expect(await contentOf(tenant)).toEqual(content)
      // What was foreseen is what happens: the key is still free, and the answer is of that status.
      const real = await tenant.send(method, path, { body, key, ...withKey('once') })
      expect(real.headers['idempotent-replayed']).toBeUndefined()
      expect(real.status).toBe(answer.body.status)
      const warnings = ({ warnings, errors }: Answer['body']) => ({ warnings, errors })
      expect(warnings(real.body)).toEqual(warnings(answer.body))
      expect(await contentOf(tenant)).not.toEqual(content)
    },
  )

  test('the changes that are told are those of the event', async () => {
    const tenant = await server.createTenant()
    await prepare(tenant)
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
    ['404', ['PUT', `/talks/${NOBODY}`, { title: 'New' }]],
    ['405', ['POST', '/talks/ext:t', {}]],
    ['403 by privilege', ['POST', '/users/owner', person('new')]],
    ['403 of a protected account', ['DELETE', '/users/ext:admin']],
    ['409 e-mail taken', ['POST', '/users', attendee('uma')]],
    ['409 sole speaker', ['DELETE', '/users/ada@example.org']],
    ['412', ['PUT', '/talks/ext:t', { speakers: [person('new')] }], { 'if-match': '"9"' }],
    ['422 by the schema', ['PUT', '/talks/ext:t', { title: 7, other: 1 }]],
    ['422 of a creation', ['PUT', '/talks/ext:new', { speakers: [person('new')] }]],
    ['400 of a key', ['PUT', '/talks/ext:t', { title: 'New' }], { 'idempotency-key': 'a b' }],
  ]
  test.each(refusals)('refuses as without: %s', async (_name, [method, path, body], headers = {}) => {
    const tenant = await server.createTenant()
    await prepare(tenant)
    const content = await contentOf(tenant)
    const dry = await tenant.send(method, `${path}?dryRun=true`, { body, headers })
    expect(dry.status).toBeGreaterThanOrEqual(400)
    expect(await contentOf(tenant)).toEqual(content)
    const real = await tenant.send(method, path, { body, headers })
    const shown = ({ status, body: { instance: _instance, ...problem } }: Answer) => ({ status, problem })
    expect(shown(dry)).toEqual(shown(real))
  })

  test.each(['yes', '1', '', 'TRUE'])('dryRun=%s is refused, and nothing done', async (value) => {
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

describe('of many writes', () => {
  const operations = [
    { method: 'PUT', path: '/talks/ext:new', body: talk({ speakers: [person('new')] }) },
    { method: 'PUT', path: '/talks/ext:new', body: { title: 'Second' } },
    { method: 'DELETE', path: '/users/new@example.org' },
    { method: 'DELETE', path: '/talks/ext:new' },
    { method: 'DELETE', path: '/users/new@example.org' },
    { method: 'POST', path: '/users', body: attendee('uma') },
    { method: 'PUT', path: '/talks/ext:t', body: { track: 'New' } },
  ]
  const foreseen = [201, 200, 409, 200, 200, 409, 200]
  const statuses = (results: { status: number }[]) => results.map(({ status }) => status)

  test('a batch shows later operations what earlier ones would have done', async () => {
    const tenant = await server.createTenant()
    await prepare(tenant)
    const content = await contentOf(tenant)
    const dry = await tenant.send('POST', '/batch?dryRun=true', { body: { operations }, ...withKey('once') })
    expect(statuses(dry.body.results)).toEqual(foreseen)
    expect(dry.text).not.toMatch(/"password"/)
    expect(dry.body.results[1].body.changes).toEqual([
      { pointer: '/title', before: 'Counting for everyone', after: 'Second' },
    ])
    expect(await contentOf(tenant)).toEqual(content)
    const real = await tenant.send('POST', '/batch', { body: { operations }, ...withKey('once') })
    expect(statuses(real.body.results)).toEqual(foreseen)
    expect(await contentOf(tenant)).not.toEqual(content)
  })

  test('a batch names by its e-mail, never by an id, whom it would make', async () => {
    const tenant = await server.createTenant()
    await prepare(tenant)
    const made = { method: 'PUT', path: '/users/ext:new', body: attendee('new') }
    const speakers = [person('new'), person('uma'), person('other')]
    const body = {
      operations: [
        made,
        { method: 'PUT', path: '/talks/ext:t', body: { speakers } },
        { method: 'PUT', path: '/talks/ext:t', body: { speakers: speakers.slice(0, 2) } },
        { method: 'PUT', path: '/users/ext:new', body: { job: 'Engineer', username: 'own' } },
        { ...made, path: '/users/ext:named', body: attendee('named', { username: 'Sent' }) },
        { method: 'DELETE', path: '/talks/ext:t' },
        { method: 'DELETE', path: '/users/other@example.org' },
      ],
    }
    const { id: uma } = await get(tenant, '/users/uma@example.org')
    const { id: ada } = await get(tenant, '/users/ada@example.org')
    const { id: t } = await get(tenant, '/talks/ext:t')
    const { results } = (await tenant.send('POST', '/batch?dryRun=true', { body })).body
    const told = results.map(({ body: { id, changes } }: Answer['body']) => ({
      id,
      changes: Object.fromEntries(
        changes
          .filter(({ pointer }: { pointer: string }) => ['/speakers', '/username'].includes(pointer))
          .map(({ pointer, before, after }: Record<string, string>) => [pointer, [before, after]]),
      ),
    }))
    const all = ['new@example.org', uma, 'other@example.org']
    expect(told).toEqual([
      { id: null, changes: {} },
      { id: t, changes: { '/speakers': [[ada], all] } },
      { id: t, changes: { '/speakers': [all, all.slice(0, 2)] } },
      { id: null, changes: { '/username': [null, 'own'] } },
      { id: null, changes: { '/username': [null, 'Sent'] } },
      { id: t, changes: { '/speakers': [all.slice(0, 2), null] } },
      { id: null, changes: {} },
    ])
    expect(results[1].body.speakers).toEqual([
      { id: null, email: 'new@example.org' },
      { id: uma, email: 'uma@example.org' },
      { id: null, email: 'other@example.org' },
    ])
    expect(results[2].body.speakers[0]).toEqual({ id: null, email: 'new@example.org' })
  })

  test('an atomic batch is refused as without', async () => {
    const tenant = await server.createTenant()
    await prepare(tenant)
    const content = await contentOf(tenant)
    const body = { operations, atomic: true }
    const dry = await tenant.send('POST', '/batch?dryRun=true', { body })
    expect(dry.body).toMatchObject({
      code: 'atomic_refused',
      errors: [{ pointer: '/operations/2' }, { pointer: '/operations/5' }],
    })
    expect(await contentOf(tenant)).toEqual(content)
    const whole = { operations: operations.toSpliced(5, 1).toSpliced(2, 1), atomic: true }
    const granted = await tenant.send('POST', '/batch?dryRun=true', { body: whole })
    expect(statuses(granted.body.results)).toEqual([201, 200, 200, 200, 200])
    expect(await contentOf(tenant)).toEqual(content)
  })

  test('a stream', async () => {
    const tenant = await server.createTenant()
    await prepare(tenant)
    const content = await contentOf(tenant)
    const answer = await sendStream(tenant, operations, { query: '?dryRun=true', ...withKey('once') })
    expect(statuses(parseLines(answer.text))).toEqual(foreseen)
    expect(answer.text).not.toMatch(/"password"/)
    expect(await contentOf(tenant)).toEqual(content)
  })

  test('a stream shows an operation what the 25 that it is rehearsed with would have done', async () => {
    const tenant = await server.createTenant()
    const update = { method: 'PUT', path: '/sponsors/ext:s', body: { name: 'New' } }
    const long = [{ ...update, body: sponsor() }, ...Array.from({ length: 25 }, () => update)]
    const answer = await sendStream(tenant, long, { query: '?dryRun=true' })
    expect(statuses(parseLines(answer.text))).toEqual([201, ...Array(24).fill(200), 422])
  })

  test.each([false, true])('a programme, atomic: %s', async (atomic) => {
    const tenant = await server.createTenant()
    await prepare(tenant)
    const first = {
      source: 's',
      people: [
        { ...person('p'), externalId: 'p' },
        { ...person('q'), externalId: 'q' },
      ],
      talks: [{ ...talk({ speakers: [person('p')] }), externalId: 'x' }],
    }
    await put(tenant, '/programme', first)
    const content = await contentOf(tenant)
    const next = {
      source: 's',
      people: [
        { ...person('p', { job: 'Engineer' }), externalId: 'p' },
        { ...person('r'), externalId: 'r' },
      ],
      talks: [
        { ...talk({ speakers: [person('p'), person('v')] }), externalId: 'y' },
        { ...talk({ speakers: [person('v')] }), externalId: 'z' },
      ],
      prune: true,
      confirm: true,
      atomic,
    }
    const dry = await tenant.send('PUT', '/programme?dryRun=true', { body: next, ...withKey('once') })
    expect(dry.body).toMatchObject({
      code: 'ok',
      dryRun: true,
      created: { talks: 2, sponsors: 0, people: 1 },
      updated: { talks: 0, sponsors: 0, people: 1 },
      removed: { talks: 1, sponsors: 0, people: 1 },
      refused: [],
    })
    expect(dry.body.accounts).toEqual([{ email: 'r@example.org' }, { email: 'v@example.org' }])
    expect(
      dry.body.changes.map(({ kind, action, pointer, id }: Record<string, unknown>) => [
        kind,
        action,
        pointer,
        id,
      ]),
    ).toEqual([
      ['people', 'updated', '/people/0', ID],
      ['people', 'created', '/people/1', null],
      ['talks', 'created', '/talks/0', null],
      ['talks', 'created', '/talks/1', null],
      ['talks', 'removed', undefined, ID],
      ['people', 'removed', undefined, ID],
    ])
    expect(dry.body.changes[0].changes).toEqual([{ pointer: '/job', before: null, after: 'Engineer' }])
    const changesOf = (place: number) =>
      Object.fromEntries(
        dry.body.changes[place].changes.map(({ pointer, before, after }: Record<string, unknown>) => [
          pointer,
          [before, after],
        ]),
      )
    expect(changesOf(1)).toEqual({
      '/email': [null, 'r@example.org'],
      '/externalId': [null, 'r'],
      '/firstName': [null, person('r').firstName],
      '/lastName': [null, 'Sample'],
      '/options': [null, { highlight: false }],
      '/registrationStatus': [null, 'accepted'],
      '/role': [null, 'speaker'],
      '/socials': [null, expect.anything()],
      '/tags': [null, []],
    })
    const { id } = await get(tenant, '/users/ext:p')
    expect(changesOf(2)).toMatchObject({ '/speakers': [null, [id, 'v@example.org']] })
    // What would go is told like a deletion of its own: no look-up is needed to name it.
    expect(changesOf(4)).toMatchObject({
      '/externalId': ['x', null],
      '/title': ['Counting for everyone', null],
      '/speakers': [[id], null],
    })
    expect(changesOf(5)).toMatchObject({ '/externalId': ['q', null], '/email': ['q@example.org', null] })
    const deletion = await tenant.send('DELETE', '/users/ext:q?dryRun=true')
    expect(dry.body.changes[5].changes).toEqual(deletion.body.changes)
    expect(dry.text).not.toMatch(/"password"/)
    expect(await contentOf(tenant)).toEqual(content)
    const real = await tenant.send('PUT', '/programme', { body: next, ...withKey('once') })
    const { created, updated, unchanged, removed, refused } = dry.body
    expect(real.body).toMatchObject({ created, updated, unchanged, removed, refused })
  })
})

describe('of a programme that prunes', () => {
  const some = (name: string) => ({ ...person(name), externalId: name })
  const aTalk = (name: string, ...speakers: string[]) => ({
    ...talk({ title: name, speakers: speakers.map((speaker) => person(speaker)) }),
    externalId: name,
  })
  const push = (tenant: Tenant, body: object, query = '') =>
    tenant.send('PUT', `/programme${query}`, { body: { source: 's', ...body } })

  /** What a dry run has foreseen, once a push has done it. */
  async function foreseen(tenant: Tenant, body: object) {
    const content = await contentOf(tenant)
    const pruned = { ...body, prune: true, confirm: true }
    const dry = await push(tenant, pruned, '?dryRun=true')
    expect(dry.status, dry.text).toBe(200)
    expect(await contentOf(tenant)).toEqual(content)
    const told = ({ created, updated, unchanged, removed, refused, warnings }: Answer['body']) => ({
      created,
      updated,
      unchanged,
      removed,
      refused,
      warnings,
    })
    expect(told((await push(tenant, pruned)).body)).toEqual(told(dry.body))
    return dry.body
  }

  test('a speaker whom a talk is sent without would go', async () => {
    const tenant = await server.createTenant()
    await push(tenant, { people: [some('p1')], talks: [aTalk('t', 'p1')] })
    const answer = await foreseen(tenant, { people: [some('p2')], talks: [aTalk('t', 'p2')] })
    expect(answer).toMatchObject({ removed: { talks: 0, sponsors: 0, people: 1 }, refused: [] })
  })

  test('the only speaker of a talk that is sent would stay', async () => {
    const tenant = await server.createTenant()
    await push(tenant, { people: [some('p1')] })
    const answer = await foreseen(tenant, { people: [], talks: [aTalk('t', 'p1')] })
    expect(answer).toMatchObject({
      created: { talks: 1, sponsors: 0, people: 0 },
      removed: { talks: 0, sponsors: 0, people: 0 },
      refused: [{ pointer: '/people', id: ID, code: 'sole_speaker' }],
    })
  })

  test('up to its bound a dry run sees all of it', async () => {
    const tenant = await server.createTenant()
    const names = Array.from({ length: 490 }, (_none, i) => `p${i}`)
    await push(tenant, { people: [some('old')], talks: names.map((name) => aTalk(`of-${name}`, 'old')) })
    const answer = await foreseen(tenant, {
      people: names.map(some),
      talks: names.map((name) => aTalk(`of-${name}`, name)),
    })
    expect(answer).toMatchObject({
      created: { talks: 0, sponsors: 0, people: 490 },
      updated: { talks: 490, sponsors: 0, people: 0 },
      removed: { talks: 0, sponsors: 0, people: 1 },
      refused: [],
    })
  })

  test('beyond its bound it goes on with what comes next, and changes nothing', async () => {
    const tenant = await server.createTenant()
    await push(tenant, { people: [some('old')] })
    const content = await contentOf(tenant)
    const people = Array.from({ length: MOST_REHEARSED + 1 }, (_none, i) => some(`p${i}`))
    const dry = await push(tenant, { people, prune: true, confirm: true }, '?dryRun=true')
    expect(dry.body).toMatchObject({
      created: { talks: 0, sponsors: 0, people: people.length },
      removed: { talks: 0, sponsors: 0, people: 1 },
      refused: [],
    })
    expect(await contentOf(tenant)).toEqual(content)
  })
})

test('no receipt is kept of a dry run, and no receipt answers one', async () => {
  const tenant = await server.createTenant()
  const receipts = () => readTable(tenant.api.installation.store, 'receipts')
  const kept = await receipts()
  const body = attendee('ada')
  await tenant.send('POST', '/users?dryRun=true', { body, ...withKey('once') })
  expect(await receipts()).toEqual(kept)
  expect((await tenant.send('POST', '/users', { body, ...withKey('once') })).status).toBe(201)
  const dry = await tenant.send('POST', '/users?dryRun=true', { body, ...withKey('once') })
  expect({ status: dry.status, code: dry.body.code }).toEqual({ status: 409, code: 'email_taken' })
})

test.runIf(inject('store') === 'sqlite')('not a byte of the file or its log is written', async () => {
  await using api = await startApi()
  await api.send('PUT', '/talks/ext:t', { body: talk() })
  const { installation, dataDir } = api
  const { caller } = api.platform
  const bytes = () =>
    ['', '-wal'].map((end) => readFileSync(join(dataDir, `lectern.db${end}`)).toString('base64'))
  const commands = Array.from({ length: 60 }, (_, i) =>
    saveTalkCommand({
      reference: i % 3 === 0 ? 'ext:t' : `ext:t${i}`,
      body: talk({ title: `Talk ${i}`, tags: [`tag ${i}`], speakers: [person(`p${i}`)] }),
    }),
  )
  for (const isAtomic of [false, true]) {
    for (const some of [commands, commands.slice(0, 1)]) {
      // The notes of requests are written beside; between two looks at the files there must be none of them.
      const written = await attempt(async () => {
        const [log, start] = [await readTable(installation.store, 'request_log'), bytes()]
        await executeAll(installation, caller, some, { isAtomic, isDryRun: true })
        const end = bytes()
        const isQuiet = (await readTable(installation.store, 'request_log')).length === log.length
        return isQuiet ? { isSame: start.every((text, i) => text === end[i]) } : undefined
      })
      expect({ isAtomic, count: some.length, ...written }).toEqual({
        isAtomic,
        count: some.length,
        isSame: true,
      })
    }
  }
})

async function attempt<T>(work: () => Promise<T | undefined>): Promise<T> {
  for (;;) {
    const done = await work()
    if (done !== undefined) return done
  }
}
