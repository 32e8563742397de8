// Dry runs of many writes: batches, streams, and imports of a programme.
import { describe, expect, test } from 'vitest'
import { ID } from '../../../../test/support/accounts.ts'
import type { Answer } from '../../../../test/support/api.ts'
import { attendee, person, sponsor, talk } from '../../../../test/support/bodies.ts'
import { createObjects, readContent } from '../../../../test/support/dry-runs.ts'
import { parseLines, sendStream, withKey } from '../../../../test/support/idempotency.ts'
import { get, put, type Tenant, useApi } from '../../../../test/support/scenarios.ts'
import { MAX_DRY_RUN_ITEMS } from '../../../features/import/limits.ts'

const server = useApi({ isJobless: true })

describe('a dry run of many writes', () => {
  const operations = [
    { method: 'PUT', path: '/talks/ext:new', body: talk({ speakers: [person('new')] }) },
    { method: 'PUT', path: '/talks/ext:new', body: { title: 'Second' } },
    { method: 'DELETE', path: '/users/new@example.org' },
    { method: 'DELETE', path: '/talks/ext:new' },
    { method: 'DELETE', path: '/users/new@example.org' },
    { method: 'POST', path: '/users', body: attendee('uma') },
    { method: 'PUT', path: '/talks/ext:t', body: { track: 'New' } },
  ]
  const expected = [201, 200, 409, 200, 200, 409, 200]
  const statuses = (results: { status: number }[]) => results.map(({ status }) => status)

  test('lets later operations of a batch see what earlier ones would have done', async () => {
    const tenant = await server.createTenant()
    await createObjects(tenant)
    const content = await readContent(tenant)
    const dry = await tenant.send('POST', '/batch?dryRun=true', { body: { operations }, ...withKey('once') })
    expect(statuses(dry.body.results)).toEqual(expected)
    expect(dry.text).not.toMatch(/"password"/)
    expect(dry.body.results[1].body.changes).toEqual([
      { pointer: '/title', before: 'Counting for everyone', after: 'Second' },
    ])
    expect(await content.changes()).toEqual([])
    const real = await tenant.send('POST', '/batch', { body: { operations }, ...withKey('once') })
    expect(statuses(real.body.results)).toEqual(expected)
    expect(await content.changes()).not.toEqual([])
  })

  test('names a new account of a batch by its e-mail, never by an id', async () => {
    const tenant = await server.createTenant()
    await createObjects(tenant)
    const creation = { method: 'PUT', path: '/users/ext:new', body: attendee('new') }
    const speakers = [person('new'), person('uma'), person('other')]
    const body = {
      operations: [
        creation,
        { method: 'PUT', path: '/talks/ext:t', body: { speakers } },
        { method: 'PUT', path: '/talks/ext:t', body: { speakers: speakers.slice(0, 2) } },
        { method: 'PUT', path: '/users/ext:new', body: { job: 'Engineer', username: 'own' } },
        { ...creation, path: '/users/ext:named', body: attendee('named', { username: 'Sent' }) },
        { method: 'DELETE', path: '/talks/ext:t' },
        { method: 'DELETE', path: '/users/other@example.org' },
      ],
    }
    const { id: uma } = await get(tenant, '/users/uma@example.org')
    const { id: ada } = await get(tenant, '/users/ada@example.org')
    const { id: t } = await get(tenant, '/talks/ext:t')
    const { results } = (await tenant.send('POST', '/batch?dryRun=true', { body })).body
    const reported = results.map(({ body: { id, changes } }: Answer['body']) => ({
      id,
      changes: Object.fromEntries(
        changes
          .filter(({ pointer }: { pointer: string }) => ['/speakers', '/username'].includes(pointer))
          .map(({ pointer, before, after }: Record<string, string>) => [pointer, [before, after]]),
      ),
    }))
    const all = ['new@example.org', uma, 'other@example.org']
    expect(reported).toEqual([
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

  test('is refused like the real request for an atomic batch', async () => {
    const tenant = await server.createTenant()
    await createObjects(tenant)
    const content = await readContent(tenant)
    const body = { operations, atomic: true }
    const dry = await tenant.send('POST', '/batch?dryRun=true', { body })
    expect(dry.body).toMatchObject({
      code: 'atomic_refused',
      errors: [
        { pointer: '/operations/2' },
        { pointer: '/operations/5' },
        { pointer: '/operations/5/body/email' },
      ],
    })
    expect(await content.changes()).toEqual([])
    const whole = { operations: operations.toSpliced(5, 1).toSpliced(2, 1), atomic: true }
    const granted = await tenant.send('POST', '/batch?dryRun=true', { body: whole })
    expect(statuses(granted.body.results)).toEqual([201, 200, 200, 200, 200])
    expect(await content.changes()).toEqual([])
  })

  test('covers a stream', async () => {
    const tenant = await server.createTenant()
    await createObjects(tenant)
    const content = await readContent(tenant)
    const answer = await sendStream(tenant, operations, { query: '?dryRun=true', ...withKey('once') })
    expect(statuses(parseLines(answer.text))).toEqual(expected)
    expect(answer.text).not.toMatch(/"password"/)
    expect(await content.changes()).toEqual([])
  })

  test('lets an operation of a stream see only what the others of its chunk of 25 would have done', async () => {
    const tenant = await server.createTenant()
    const update = { method: 'PUT', path: '/sponsors/ext:s', body: { name: 'New' } }
    const long = [{ ...update, body: sponsor() }, ...Array.from({ length: 25 }, () => update)]
    const answer = await sendStream(tenant, long, { query: '?dryRun=true' })
    expect(statuses(parseLines(answer.text))).toEqual([201, ...Array(24).fill(200), 422])
  })

  test.each([false, true])('covers a programme, atomic: %s', async (atomic) => {
    const tenant = await server.createTenant()
    await createObjects(tenant)
    const first = {
      source: 's',
      people: [
        { ...person('p'), externalId: 'p' },
        { ...person('q'), externalId: 'q' },
      ],
      talks: [{ ...talk({ speakers: [person('p')] }), externalId: 'x' }],
    }
    await put(tenant, '/programme', first)
    const content = await readContent(tenant)
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
      created: { talks: 2, sponsors: 0, people: 1, surveys: 0 },
      updated: { talks: 0, sponsors: 0, people: 1, surveys: 0 },
      removed: { talks: 1, sponsors: 0, people: 1, surveys: 0 },
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
    const changesOf = (position: number) =>
      Object.fromEntries(
        dry.body.changes[position].changes.map(({ pointer, before, after }: Record<string, unknown>) => [
          pointer,
          [before, after],
        ]),
      )
    expect(changesOf(1)).toEqual({
      '/answers': [null, {}],
      '/email': [null, 'r@example.org'],
      '/externalId': [null, 'r'],
      '/firstName': [null, person('r').firstName],
      '/lastName': [null, 'Sample'],
      '/options': [null, { highlight: false }],
      '/registrationStatus': [null, 'accepted'],
      '/role': [null, 'speaker'],
      '/socials': [null, expect.anything()],
      '/tags': [null, []],
      '/waitlisted': [null, false],
    })
    const { id } = await get(tenant, '/users/ext:p')
    expect(changesOf(2)).toMatchObject({ '/speakers': [null, [id, 'v@example.org']] })
    // A removal is reported like a deletion, so the caller needs no lookup to name the object.
    expect(changesOf(4)).toMatchObject({
      '/externalId': ['x', null],
      '/title': ['Counting for everyone', null],
      '/speakers': [[id], null],
    })
    expect(changesOf(5)).toMatchObject({ '/externalId': ['q', null], '/email': ['q@example.org', null] })
    const deletion = await tenant.send('DELETE', '/users/ext:q?dryRun=true')
    expect(dry.body.changes[5].changes).toEqual(deletion.body.changes)
    expect(dry.text).not.toMatch(/"password"/)
    expect(await content.changes()).toEqual([])
    const real = await tenant.send('PUT', '/programme', { body: next, ...withKey('once') })
    const { created, updated, unchanged, removed, refused } = dry.body
    expect(real.body).toMatchObject({ created, updated, unchanged, removed, refused })
  })
})

describe('a dry run of a programme with pruning', () => {
  const importedPerson = (name: string) => ({ ...person(name), externalId: name })
  const importedTalk = (name: string, ...speakers: string[]) => ({
    ...talk({ title: name, speakers: speakers.map((speaker) => person(speaker)) }),
    externalId: name,
  })
  const push = (tenant: Tenant, body: object, query = '') =>
    tenant.send('PUT', `/programme${query}`, { body: { source: 's', ...body } })

  /** Runs an import dry and then for real, expects the same report, and returns that of the dry run. */
  async function runDryThenReal(tenant: Tenant, body: object) {
    const content = await readContent(tenant)
    const pruned = { ...body, prune: true, confirm: true }
    const dry = await push(tenant, pruned, '?dryRun=true')
    expect(dry.status, dry.text).toBe(200)
    expect(await content.changes()).toEqual([])
    const reportOf = ({ created, updated, unchanged, removed, refused, warnings }: Answer['body']) => ({
      created,
      updated,
      unchanged,
      removed,
      refused,
      warnings,
    })
    expect(reportOf((await push(tenant, pruned)).body)).toEqual(reportOf(dry.body))
    return dry.body
  }

  test('removes a speaker who is no longer in any talk', async () => {
    const tenant = await server.createTenant()
    await push(tenant, { people: [importedPerson('p1')], talks: [importedTalk('t', 'p1')] })
    const answer = await runDryThenReal(tenant, {
      people: [importedPerson('p2')],
      talks: [importedTalk('t', 'p2')],
    })
    expect(answer).toMatchObject({ removed: { talks: 0, sponsors: 0, people: 1, surveys: 0 }, refused: [] })
  })

  test('keeps the only speaker of a talk in the import', async () => {
    const tenant = await server.createTenant()
    await push(tenant, { people: [importedPerson('p1')] })
    const answer = await runDryThenReal(tenant, { people: [], talks: [importedTalk('t', 'p1')] })
    expect(answer).toMatchObject({
      created: { talks: 1, sponsors: 0, people: 0, surveys: 0 },
      removed: { talks: 0, sponsors: 0, people: 0, surveys: 0 },
      refused: [{ pointer: '/people', id: ID, code: 'sole_speaker' }],
    })
  })

  test('covers the whole programme up to its limit', async () => {
    const tenant = await server.createTenant()
    const names = Array.from({ length: 490 }, (_none, i) => `p${i}`)
    await push(tenant, {
      people: [importedPerson('old')],
      talks: names.map((name) => importedTalk(`of-${name}`, 'old')),
    })
    const answer = await runDryThenReal(tenant, {
      people: names.map(importedPerson),
      talks: names.map((name) => importedTalk(`of-${name}`, name)),
    })
    expect(answer).toMatchObject({
      created: { talks: 0, sponsors: 0, people: 490, surveys: 0 },
      updated: { talks: 490, sponsors: 0, people: 0, surveys: 0 },
      removed: { talks: 0, sponsors: 0, people: 1, surveys: 0 },
      refused: [],
    })
  })

  test('continues with the next part beyond its limit, and changes nothing', async () => {
    const tenant = await server.createTenant()
    await push(tenant, { people: [importedPerson('old')] })
    const content = await readContent(tenant)
    const people = Array.from({ length: MAX_DRY_RUN_ITEMS + 1 }, (_none, i) => importedPerson(`p${i}`))
    const dry = await push(tenant, { people, prune: true, confirm: true }, '?dryRun=true')
    expect(dry.body).toMatchObject({
      created: { talks: 0, sponsors: 0, people: people.length, surveys: 0 },
      removed: { talks: 0, sponsors: 0, people: 1, surveys: 0 },
      refused: [],
    })
    expect(await content.changes()).toEqual([])
  })
})
