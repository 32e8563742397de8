// PUT /programme: talks, sponsors and people as a source has them; what is no longer in it goes only where that is asked for.
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { changeRole } from '../../../src/domain/people/roles.ts'
import { HashQueue } from '../../../src/lib/security/hash-queue.ts'
import { systemClock } from '../../../src/lib/time/clock.ts'
import { createUser, createUserWithRole, ID, PASSWORD } from '../../support/accounts.ts'
import { type Answer, startApi } from '../../support/api.ts'
import { attendee, person, sponsor, talk } from '../../support/bodies.ts'
import { comparable, findPasswords, isReplayed, withKey } from '../../support/idempotency.ts'
import { readEmails, readEvents, readRows } from '../../support/rows.ts'
import { get, put, type Tenant, useApi } from '../../support/scenarios.ts'

const hashes = new HashQueue({
  concurrency: 4,
  maxWaitMs: 20_000,
  clock: systemClock,
  // Thousands of accounts are made here, and none of them signs in.
  hash: async (password) => `hash of ${password.length}`,
})
const server = useApi({ hashes })

const some = (name: string, more: object = {}) => ({ ...person(name), externalId: name, ...more })
const aTalk = (name: string, more: object = {}) => ({
  ...talk({ title: name, speakers: [person('p1')] }),
  externalId: name,
  ...more,
})
const aSponsor = (name: string, more: object = {}) => ({ ...sponsor({ name }), externalId: name, ...more })
const many = (count: number, make: (name: string) => object, prefix = 'x') =>
  Array.from({ length: count }, (_, i) => make(`${prefix}${i}`))

type Body = { source?: string | undefined; [name: string]: unknown }
const push = (tenant: Tenant, body: Body, query = '') =>
  tenant.send('PUT', `/programme${query}`, { body: { source: 'crm', ...body } })
const pushed = async (tenant: Tenant, body: Body): Promise<Answer['body']> => {
  const answer = await push(tenant, body)
  expect(answer.status, answer.text).toBe(200)
  return answer.body
}
const counts = (talks: number, sponsors: number, people: number) => ({ talks, sponsors, people })
const none = counts(0, 0, 0)
const emailsIn = (list: { email: string }[]) => list.map(({ email }) => email)
const identifiers = async (tenant: Tenant, table: 'talks' | 'sponsors' | 'users') =>
  (await readRows(tenant, table)).map((row) => row.external_id).toSorted()

describe('what is told', () => {
  const programme = {
    people: [some('p1'), some('p2')],
    sponsors: [aSponsor('s1', { speakers: [person('p2')] })],
    talks: [aTalk('t1'), aTalk('t2', { speakers: [person('p2'), person('p3')], moderators: [person('p1')] })],
  }

  test('counts by kind, and the accounts that were made, once each', async () => {
    const tenant = await server.createTenant()
    const answer = await push(tenant, programme)
    expect(answer.body).toEqual({
      code: 'ok',
      message: '5 created, 0 updated, 0 unchanged, 0 removed, 0 refused.',
      created: counts(2, 1, 2),
      updated: none,
      unchanged: none,
      removed: none,
      accounts: [
        {
          id: ID,
          email: 'p1@example.org',
          username: expect.stringMatching(/^sample\.p1#\d{4}$/),
          password: PASSWORD,
        },
        { id: ID, email: 'p2@example.org', username: expect.any(String), password: PASSWORD },
        { id: ID, email: 'p3@example.org', password: PASSWORD },
      ],
      refused: [],
    })
    expect((await get(tenant, '/users/ext:p1')).role).toBe('speaker')
    const { speakers, moderators } = await get(tenant, '/talks/ext:t2')
    expect([emailsIn(speakers), emailsIn(moderators)]).toEqual([
      ['p2@example.org', 'p3@example.org'],
      ['p1@example.org'],
    ])
  })

  test('the same again changes nothing; what differs is updated', async () => {
    const tenant = await server.createTenant()
    await pushed(tenant, programme)
    const events = await readEvents(tenant)
    expect(await pushed(tenant, programme)).toMatchObject({
      created: none,
      updated: none,
      unchanged: counts(2, 1, 2),
      accounts: [],
    })
    expect(await readEvents(tenant)).toEqual(events)
    const answer = await pushed(tenant, {
      talks: [aTalk('t1', { title: 'New' }), aTalk('t3')],
      people: [some('p1', { job: 'Engineer' }), some('p2')],
    })
    expect(answer).toMatchObject({
      created: counts(1, 0, 0),
      updated: counts(1, 0, 1),
      unchanged: counts(0, 0, 1),
      removed: none,
    })
    expect(await get(tenant, '/talks/ext:t1')).toMatchObject({ title: 'New', version: 2 })
    expect(await identifiers(tenant, 'sponsors')).toEqual(['s1'])
  })

  test('a type makes an attendee of a new person, and warnings have their place', async () => {
    const tenant = await server.createTenant()
    await pushed(tenant, { people: [some('p1', { type: 'Attendee' })] })
    expect((await get(tenant, '/users/ext:p1')).role).toBe('attendee')
    const { warnings } = await pushed(tenant, {
      people: [some('p0'), some('p1', { type: 'Speaker' })],
      talks: [aTalk('t1'), aTalk('t2', { type: 'youtube', moderators: [person('p1')] })],
    })
    expect(warnings.map(({ pointer, code }: Record<string, string>) => [pointer, code])).toEqual([
      ['/people/1/type', 'type_not_applied'],
      ['/talks/1/moderators/0', 'moderator_is_attendee'],
      ['/talks/1/video', 'video_missing'],
    ])
  })

  test('nothing at all', async () => {
    const tenant = await server.createTenant()
    expect(await pushed(tenant, {})).toMatchObject({ created: none, removed: none, refused: [] })
  })
})

describe('what is refused', () => {
  test('is listed with its place, and the others are done', async () => {
    const tenant = await server.createTenant()
    await createUser(tenant, attendee('taken', { externalId: 'other' }))
    const answer = await pushed(tenant, {
      people: [
        some('p1'),
        { ...some('p2'), email: 'p2' },
        some('taken'),
        { ...some('p4'), externalId: undefined },
        some('p1'),
      ],
      sponsors: [aSponsor('s1', { level: 9, wrong: 1 }), aSponsor('s2')],
      talks: [{ externalId: 't1', title: 'Lacks' }, aTalk('t2'), { ...aTalk('t3'), externalId: 7 }],
    })
    expect(answer.created).toEqual(counts(1, 1, 1))
    type Told = { pointer: string; code: string }
    const told = answer.refused.map(({ pointer, code, errors = [] }: Told & { errors?: Told[] }) => [
      pointer,
      code,
      errors.map((error) => `${error.pointer} ${error.code}`),
    ])
    expect(told).toEqual([
      ['/people/1', 'invalid_data', ['/people/1/email format']],
      ['/people/2', 'email_taken', []],
      ['/people/3', 'invalid_data', ['/people/3/externalId required']],
      ['/people/4', 'invalid_data', ['/people/4/externalId unique']],
      ['/sponsors/0', 'invalid_data', ['/sponsors/0/level maximum', '/sponsors/0/wrong unknown']],
      [
        '/talks/0',
        'invalid_data',
        ['/talks/0/description required', '/talks/0/speakers required', '/talks/0/start required'],
      ],
      ['/talks/2', 'invalid_data', ['/talks/2/externalId type']],
    ])
    expect(JSON.stringify(answer.refused)).not.toContain('example.org')
  })

  test.each([
    ['no source', { source: undefined }],
    ['an empty source', { source: '' }],
    ['an unknown list', { rooms: [] }],
    ['a list that is none', { talks: {} }],
    ['an item that is none', { talks: [7] }],
    ['a share beyond all', { prune: true, maxRemovedShare: 1.1 }],
  ])('is the whole for its own form: %s', async (_name, body) => {
    const tenant = await server.createTenant()
    expect((await push(tenant, { people: [some('p1')], ...body })).status).toBe(422)
    expect(await readEmails(tenant)).toEqual([])
  })
})

describe('people', () => {
  test('an account with the e-mail and no identifier is taken for the person', async () => {
    const tenant = await server.createTenant()
    const id = await createUser(tenant, attendee('p1', { job: 'Old', username: 'pat' }))
    const people = [some('p2'), some('P1', { email: 'P1@example.org', job: 'New' })]
    const warnings = [
      {
        code: 'account_adopted',
        message:
          'An existing account with this e-mail and no externalId is used for this person. Because no import created the account, no import removes it.',
        pointer: '/people/1',
      },
    ]
    expect((await push(tenant, { people }, '?dryRun=true')).body).toMatchObject({ warnings })
    const answer = await pushed(tenant, { people })
    expect(answer).toMatchObject({ created: counts(0, 0, 1), updated: counts(0, 0, 1), warnings })
    expect(emailsIn(answer.accounts)).toEqual(['p2@example.org'])
    expect(await get(tenant, '/users/ext:P1')).toMatchObject({
      id,
      job: 'New',
      username: 'pat',
      role: 'attendee',
    })
    // From then on it is the person of the programme.
    expect((await pushed(tenant, { people })).warnings).toBeUndefined()
    expect((await pushed(tenant, { people: [], prune: true, confirm: true })).removed).toEqual(
      counts(0, 0, 1),
    )
    expect(await identifiers(tenant, 'users')).toEqual(['P1'])
  })

  test('one who came with a talk is taken for the person of the next programme', async () => {
    const tenant = await server.createTenant()
    const { accounts } = await pushed(tenant, { talks: [aTalk('t1')] })
    const answer = await pushed(tenant, { talks: [aTalk('t1')], people: [some('p1')] })
    expect(answer).toMatchObject({ unchanged: counts(1, 0, 0), updated: counts(0, 0, 1), accounts: [] })
    expect((await get(tenant, '/users/ext:p1')).id).toBe(accounts[0].id)
  })

  test('one with another identifier is left as it is', async () => {
    const tenant = await server.createTenant()
    await createUser(tenant, attendee('p1', { externalId: 'other' }))
    const before = await get(tenant, '/users/ext:other')
    const { refused } = await pushed(tenant, { people: [some('p1')] })
    expect(refused).toMatchObject([{ pointer: '/people/0', code: 'email_taken' }])
    expect(await get(tenant, '/users/ext:other')).toEqual(before)
  })

  test('a standard key changes no sign-in of an admin, and removes none', async () => {
    const tenant = await server.createTenant()
    await createUserWithRole(tenant, 'admin', attendee('adm', { username: 'adm' }))
    await createUserWithRole(tenant, 'owner', attendee('boss'))
    const people = [
      some('adm', { username: 'other', job: 'x' }),
      some('boss', { email: 'BOSS@example.org' }),
      some('p1'),
    ]
    const { refused, created } = await pushed(tenant, { people })
    expect(refused).toMatchObject([
      { pointer: '/people/0', code: 'protected_account' },
      { pointer: '/people/1', code: 'protected_account' },
    ])
    expect(created).toEqual(counts(0, 0, 1))
    await pushed(tenant, { people: [some('late'), some('p1')] })
    const { id } = await get(tenant, '/users/late@example.org')
    await changeRole(tenant.api.installation, tenant.caller, { id, role: 'admin' })
    const gone = await pushed(tenant, { people: [some('p1')], prune: true, confirm: true })
    expect(gone.refused).toEqual([
      { pointer: '/people', id, code: 'protected_account', message: expect.any(String) },
    ])
    expect(gone.removed).toEqual(none)
    expect((await readRows(tenant, 'users')).length).toBe(4)
  })

  test('another platform is not touched', async () => {
    const [tenant, other] = [await server.createTenant(), await server.createTenant()]
    await pushed(other, { people: [some('p1')], talks: [aTalk('t1')] })
    const before = [await readRows(other, 'users'), await readRows(other, 'talks')]
    expect(await pushed(tenant, { people: [some('p1')], talks: [] })).toMatchObject({
      created: counts(0, 0, 1),
    })
    await pushed(tenant, { people: [], talks: [], prune: true, confirm: true })
    expect([await readRows(other, 'users'), await readRows(other, 'talks')]).toEqual(before)
  })
})

describe('pruning', () => {
  test('removes what is no longer sent, of the same source and of the lists that were sent', async () => {
    const tenant = await server.createTenant()
    await createUser(tenant, attendee('mine'))
    await put(tenant, '/sponsors/ext:mine', sponsor())
    await pushed(tenant, {
      source: 'other',
      people: [some('o1')],
      sponsors: [aSponsor('o1')],
      talks: [aTalk('o1')],
    })
    const all = {
      people: [some('p1'), some('p2')],
      sponsors: [aSponsor('s1'), aSponsor('s2')],
      talks: [aTalk('t1'), aTalk('t2')],
    }
    await pushed(tenant, all)
    expect((await pushed(tenant, { sponsors: [aSponsor('s1')] })).removed).toEqual(none)
    expect(
      (await pushed(tenant, { sponsors: [aSponsor('s1')], prune: true, confirm: true })).removed,
    ).toEqual(counts(0, 1, 0))
    expect(await identifiers(tenant, 'sponsors')).toEqual(['mine', 'o1', 's1'])
    expect(await identifiers(tenant, 'talks')).toEqual(['o1', 't1', 't2'])
    const rest = { people: [some('p1')], sponsors: [aSponsor('s1')], talks: [aTalk('t2')] }
    expect((await pushed(tenant, { ...rest, prune: true, confirm: true })).removed).toEqual(counts(1, 0, 1))
    expect(await identifiers(tenant, 'users')).toEqual([null, 'o1', 'p1'])
    expect(await identifiers(tenant, 'talks')).toEqual(['o1', 't2'])
  })

  test('an object belongs to the source that has sent it last', async () => {
    const tenant = await server.createTenant()
    await pushed(tenant, { source: 'a', sponsors: [aSponsor('s1'), aSponsor('s2')] })
    await pushed(tenant, { source: 'b', sponsors: [aSponsor('s1')] })
    await pushed(tenant, { source: 'a', sponsors: [], prune: true, confirm: true })
    expect(await identifiers(tenant, 'sponsors')).toEqual(['s1'])
    await put(tenant, '/sponsors/ext:s1', { level: 1 })
    await pushed(tenant, { source: 'b', sponsors: [], prune: true, confirm: true })
    expect(await identifiers(tenant, 'sponsors')).toEqual([])
  })

  test('an account that came otherwise is updated, and never removed', async () => {
    const tenant = await server.createTenant()
    await tenant.send('POST', '/users', { body: attendee('p1') })
    await put(tenant, '/talks/ext:own', talk({ speakers: [person('p2')] }))
    const people = [some('p1', { job: 'Engineer' }), some('p2', { job: 'Engineer' }), some('p3')]
    expect((await pushed(tenant, { people })).updated).toEqual(counts(0, 0, 2))
    expect((await pushed(tenant, { people })).unchanged).toEqual(counts(0, 0, 3))
    await tenant.send('DELETE', '/talks/ext:own')
    const answer = await pushed(tenant, { people: [], prune: true, confirm: true })
    expect(answer.removed).toEqual(counts(0, 0, 1))
    expect(await identifiers(tenant, 'users')).toEqual(['p1', 'p2'])
  })

  test('what is sent and refused stays', async () => {
    const tenant = await server.createTenant()
    await pushed(tenant, { sponsors: [aSponsor('s1'), aSponsor('s2')] })
    const answer = await pushed(tenant, {
      sponsors: [aSponsor('s1', { level: 9 }), { externalId: 's2', wrong: 1 }],
      prune: true,
      confirm: true,
    })
    expect(answer.removed).toEqual(none)
    expect(await identifiers(tenant, 'sponsors')).toEqual(['s1', 's2'])
  })

  const unreadable: [name: string, externalId: object, code: string, message: string][] = [
    ['missing', {}, 'required', 'is required, because pruning needs it'],
    ['misspelt', { externalID: 's2' }, 'required', 'is required, because pruning needs it'],
    ['null', { externalId: null }, 'type', 'must be a string, not null, because pruning needs it'],
    ['a number', { externalId: 7 }, 'type', 'must be a string, because pruning needs it'],
    ['empty', { externalId: '' }, 'minLength', expect.stringMatching(/, because pruning needs it$/)],
    [
      'beside much else',
      Object.assign({}, ...many(60, (name) => ({ [name]: 1 }))),
      'required',
      'is required, because pruning needs it',
    ],
  ]
  test.each(unreadable)('an identifier that is %s refuses the whole', async (_name, found, code, message) => {
    const tenant = await server.createTenant()
    await pushed(tenant, { sponsors: [aSponsor('s1'), aSponsor('s2')] })
    const events = await readEvents(tenant)
    const body = {
      people: [some('p1')],
      sponsors: [aSponsor('s1', { level: 1 }), { ...sponsor({ name: 's2' }), ...found }],
      confirm: true,
    }
    for (const atomic of [false, true]) {
      for (const query of ['', '?dryRun=true']) {
        const { status, body: problem } = await push(tenant, { ...body, atomic, prune: true }, query)
        expect({ status, code: problem.code, errors: problem.errors }).toEqual({
          status: 422,
          code: 'invalid_data',
          errors: [{ pointer: '/sponsors/1/externalId', code, message }],
        })
      }
    }
    expect(await readEvents(tenant)).toEqual(events)
    expect(await identifiers(tenant, 'sponsors')).toEqual(['s1', 's2'])
    // Where nothing is removed, it is the fault of the item alone.
    expect(await pushed(tenant, body)).toMatchObject({
      created: counts(0, 0, 1),
      updated: counts(0, 1, 0),
      refused: [{ pointer: '/sponsors/1', code: 'invalid_data' }],
    })
  })

  test('a person whose identifier was cleared, and who is sent again, stays', async () => {
    const tenant = await server.createTenant()
    await pushed(tenant, { people: [some('p1'), some('p2')] })
    await put(tenant, '/users/ext:p1', { externalId: null })
    const answer = await pushed(tenant, { people: [some('p1'), some('p2')], prune: true, confirm: true })
    expect(answer).toMatchObject({
      updated: counts(0, 0, 1),
      unchanged: counts(0, 0, 1),
      removed: none,
      warnings: [
        {
          code: 'account_adopted',
          message: 'An existing account with this e-mail and no externalId is used for this person.',
          pointer: '/people/0',
        },
      ],
    })
    expect(await readEmails(tenant)).toEqual(['p1@example.org', 'p2@example.org'])
  })

  test('the only speaker of a talk of somebody else stays, and is listed', async () => {
    const tenant = await server.createTenant()
    await pushed(tenant, { people: [some('p1'), some('p2')] })
    await put(tenant, '/talks/ext:mine', talk({ speakers: [person('p1')] }))
    const { id } = await get(tenant, '/users/ext:p1')
    const without = { people: [some('p2')], prune: true, confirm: true }
    const refused = [{ pointer: '/people', id, code: 'sole_speaker' }]
    const whole = await push(tenant, { ...without, atomic: true })
    expect(whole.body).toMatchObject({ code: 'atomic_refused', errors: refused })
    expect(await pushed(tenant, without)).toMatchObject({ removed: none, refused })
  })

  test('speakers leave with their talks, or when their talks have others', async () => {
    const tenant = await server.createTenant()
    await pushed(tenant, {
      people: [some('p1'), some('p2'), some('p3')],
      talks: [aTalk('t1', { speakers: [person('p1')] }), aTalk('t2', { speakers: [person('p2')] })],
    })
    const answer = await pushed(tenant, {
      people: [some('p3')],
      talks: [aTalk('t2', { speakers: [person('p3')] })],
      prune: true,
      confirm: true,
    })
    expect(answer).toMatchObject({ removed: counts(1, 0, 2), refused: [] })
  })

  const shares: [
    name: string,
    of: number,
    left: number,
    more: { maxRemovedShare?: number; confirm?: boolean },
    isDone: boolean,
  ][] = [
    ['a fifth', 10, 8, {}, true],
    ['more than a fifth', 10, 7, {}, false],
    ['all', 3, 0, {}, false],
    ['one of four', 4, 3, {}, false],
    ['as many of a hundred as the share says', 100, 71, { maxRemovedShare: 0.29 }, true],
    ['one more than that', 100, 70, { maxRemovedShare: 0.29 }, false],
    ['one of four, with a larger share', 4, 3, { maxRemovedShare: 0.25 }, true],
    ['one of ten, with a small share', 10, 9, { maxRemovedShare: 0.001 }, false],
    ['one of ten, with no share', 10, 9, { maxRemovedShare: 0 }, false],
    ['nothing, with no share', 4, 4, { maxRemovedShare: 0 }, true],
    ['all, confirmed', 3, 0, { confirm: true }, true],
    ['all, confirmed beside a share', 3, 0, { confirm: true, maxRemovedShare: 0.1 }, true],
  ]
  test.each(shares)('%s may go: as told', async (_name, of, left, more, isDone) => {
    const tenant = await server.createTenant()
    await pushed(tenant, { sponsors: many(of, aSponsor), people: [some('p1')] })
    const events = await readEvents(tenant)
    const answer = await push(tenant, {
      sponsors: many(left, (name) => aSponsor(name, { level: 1 })),
      people: [some('p1', { job: 'New' }), some('p2')],
      prune: true,
      ...more,
    })
    if (isDone) {
      expect(answer.body).toMatchObject({ removed: counts(0, of - left, 0), updated: counts(0, left, 1) })
      expect((await readRows(tenant, 'sponsors')).length).toBe(left)
      return
    }
    const { maxRemovedShare: share = 0.2 } = more
    expect(answer.status).toBe(409)
    expect(answer.body).toMatchObject({
      code: 'prune_too_large',
      message: `Pruning would remove ${of - left} of ${of} sponsors, which is more than the allowed share of ${share}. Nothing was changed.`,
    })
    expect(await readEvents(tenant)).toEqual(events)
    expect(await readEmails(tenant)).toEqual(['p1@example.org'])
  })
})

describe('atomic', () => {
  test('nothing is done where an item is refused, whether by its form or by the store', async () => {
    const tenant = await server.createTenant()
    await createUser(tenant, attendee('taken', { externalId: 'other' }))
    const events = await readEvents(tenant)
    const good = { people: many(40, some, 'p'), talks: [aTalk('t1')], atomic: true }
    const byForm = await push(tenant, { ...good, sponsors: [aSponsor('s1', { level: 9 })] })
    const byStore = await push(tenant, { ...good, people: [...good.people, some('taken')] })
    expect(byForm.body).toMatchObject({
      code: 'atomic_refused',
      errors: [{ pointer: '/sponsors/0' }, { pointer: '/sponsors/0/level' }],
    })
    expect(byStore.body).toMatchObject({
      code: 'atomic_refused',
      errors: [{ pointer: '/people/40', code: 'email_taken' }],
    })
    const byBoth = await push(tenant, {
      ...good,
      people: [...good.people, some('taken'), some('p1')],
      sponsors: [aSponsor('s1', { level: 9 })],
    })
    expect(byBoth.body).toMatchObject({
      code: 'atomic_refused',
      errors: [
        { pointer: '/people/40', code: 'email_taken' },
        { pointer: '/people/41', code: 'invalid_data' },
        { pointer: '/people/41/externalId', code: 'unique' },
        { pointer: '/sponsors/0', code: 'invalid_data' },
        { pointer: '/sponsors/0/level' },
      ],
    })
    expect(await readEvents(tenant)).toEqual(events)
    expect(await readEmails(tenant)).toEqual(['taken@example.org'])
  })

  test('all is done, removals too', async () => {
    const tenant = await server.createTenant()
    await pushed(tenant, {
      people: [some('a'), some('b')],
      talks: [aTalk('t0', { speakers: [person('a')] })],
    })
    const answer = await pushed(tenant, {
      people: many(60, some, 'p'),
      talks: many(40, (name) => aTalk(name), 't'),
      atomic: true,
      prune: true,
      confirm: true,
    })
    expect(answer).toMatchObject({
      created: counts(39, 0, 60),
      updated: counts(1, 0, 0),
      removed: counts(0, 0, 2),
    })
    expect(answer.accounts.length).toBe(60)
    expect((await readRows(tenant, 'users')).length).toBe(60)
  })
})

describe('cut off', () => {
  test('sent again with the same key it goes on, and tells all passwords', { timeout: 120_000 }, async () => {
    let isCut = true
    let hashed = 0
    const failing = new HashQueue({
      concurrency: 1,
      maxWaitMs: 20_000,
      clock: systemClock,
      hash: async (password) => {
        hashed += 1
        if (isCut && hashed > 60) throw new Error('The hash failed.')
        return `hash of ${password}`
      },
    })
    await using api = await startApi({ hashes: failing })
    const tenant: Tenant = { ...api.platform, api, send: api.send }
    await pushed(tenant, { people: [some('old')] })
    const body = {
      source: 'crm',
      people: many(100, some, 'p'),
      talks: many(30, (name) => aTalk(name, { speakers: [person(`of-${name}`)] }), 't'),
      prune: true,
      confirm: true,
    }
    const send = () => tenant.send('PUT', '/programme', { body, ...withKey('once') })
    expect((await send()).status).toBe(500)
    const made = await readEmails(tenant)
    expect(made.length).toBeGreaterThan(1)
    expect(made.length).toBeLessThan(100)
    isCut = false
    const second = await send()
    expect(second.status, second.text).toBe(200)
    expect(isReplayed(second)).toBe(false)
    expect(second.body).toMatchObject({ created: counts(30, 0, 100), removed: counts(0, 0, 1), refused: [] })
    expect(second.body.accounts.length).toBe(130)
    expect(new Set(findPasswords(second)).size).toBe(130)
    const hashOf = new Map((await readRows(tenant, 'users')).map((row) => [row.email, row.password_hash]))
    for (const { email, password } of second.body.accounts)
      expect(hashOf.get(email)).toBe(`hash of ${password}`)
    const third = await send()
    expect(comparable(third)).toEqual(comparable(second))
    expect(isReplayed(third)).toBe(true)
  })

  test('sent again without a key it ends the same, without the passwords that were lost', async () => {
    const tenant = await server.createTenant()
    const body = { people: many(60, some, 'p'), talks: many(30, (name) => aTalk(name), 't') }
    await pushed(tenant, { ...body, talks: body.talks.slice(0, 10), people: body.people.slice(0, 30) })
    expect(await pushed(tenant, body)).toMatchObject({
      created: counts(20, 0, 30),
      unchanged: counts(10, 0, 30),
    })
  })
})

test('whatever was there of a source, pushing another programme leaves exactly that, as a dry run has foreseen', {
  timeout: 180_000,
}, async () => {
  const pick = (prefix: string) =>
    fc
      .uniqueArray(fc.record({ n: fc.integer({ min: 0, max: 11 }), v: fc.integer({ min: 1, max: 3 }) }), {
        selector: ({ n }) => n,
        maxLength: 10,
      })
      .map((items) => items.map(({ n, v }) => ({ name: `${prefix}${n}`, v })))
  const programmes = fc.record({
    people: pick('p'),
    sponsors: pick('s'),
    talks: pick('t'),
    speakers: fc.array(fc.integer({ min: 0, max: 4 }), { minLength: 1, maxLength: 3 }),
  })
  const bodyOf = ({
    people,
    sponsors,
    talks,
    speakers,
  }: typeof programmes extends fc.Arbitrary<infer P> ? P : never) => ({
    people: people.map(({ name, v }) => some(name, { job: `Job ${v}` })),
    sponsors: sponsors.map(({ name, v }) => aSponsor(name, { level: v })),
    // Speakers are of the programme, or nobody's.
    talks: talks.map(({ name, v }) =>
      aTalk(name, {
        title: `Title ${v}`,
        speakers: [...new Set(speakers)].map((n) => person(people[n]?.name ?? `free${n}`)),
      }),
    ),
  })
  const shown = async (tenant: Tenant, kind: string) =>
    (await get(tenant, `/${kind}?limit=200`)).items.filter(
      (one: { externalId: string | null }) => one.externalId !== null,
    )
  await fc.assert(
    fc.asyncProperty(programmes, programmes, fc.boolean(), async (a, b, atomic) => {
      const tenant = await server.createTenant()
      const next = bodyOf(b)
      await pushed(tenant, bodyOf(a))
      const pruned = { ...next, prune: true, confirm: true, atomic }
      const { body: dry } = await push(tenant, pruned, '?dryRun=true')
      const answer = await pushed(tenant, pruned)
      expect(answer.refused).toEqual([])
      const told = ({
        created,
        updated,
        unchanged,
        removed,
        refused,
        warnings,
        accounts,
      }: Answer['body']) => ({
        ...{ created, updated, unchanged, removed, refused, warnings },
        accounts: emailsIn(accounts),
      })
      expect(told(dry)).toEqual(told(answer))
      const [people, sponsors, talks] = [
        await shown(tenant, 'users'),
        await shown(tenant, 'sponsors'),
        await shown(tenant, 'talks'),
      ]
      const byName = (x: string[], y: string[]) => ((x[0] ?? '') < (y[0] ?? '') ? -1 : 1)
      expect(
        people.map((one: Record<string, string>) => [one.externalId, one.email, one.job]).sort(byName),
      ).toEqual(
        next.people
          .map(({ externalId, email, job }: Record<string, unknown>) => [externalId, email, job] as string[])
          .sort(byName),
      )
      expect(
        sponsors.map((one: Record<string, unknown>) => [one.externalId, one.level]).sort(byName),
      ).toEqual(
        next.sponsors
          .map(({ externalId, level }: Record<string, unknown>) => [externalId, level] as string[])
          .sort(byName),
      )
      expect(
        talks
          .map((one: Record<string, never>) => [
            one.externalId,
            one.title,
            emailsIn(one.speakers ?? []).join(' '),
          ])
          .sort(byName),
      ).toEqual(
        next.talks
          .map(
            ({ externalId, title, speakers }: Record<string, unknown>) =>
              [externalId, title, emailsIn(speakers as never).join(' ')] as string[],
          )
          .sort(byName),
      )
      const again = await pushed(tenant, { ...next, prune: true })
      expect(again).toMatchObject({ created: none, updated: none, removed: none })
    }),
    { numRuns: 25 },
  )
})
