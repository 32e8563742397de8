// Users: creating them, and the password that is returned once.
import { describe, expect, test } from 'vitest'
import {
  createUser,
  fullUser,
  ID,
  listEmails,
  minimalUser,
  PASSWORD,
  requiredProblems,
} from '../../../test/support/accounts.ts'
import { attendee, talk } from '../../../test/support/bodies.ts'
import { readEvents, readRows, readTags } from '../../../test/support/rows.ts'
import { ETAG, get, put, type Scenario, testScenarios, useApi } from '../../../test/support/scenarios.ts'
import { changeSettings } from '../platforms/platforms.ts'

const server = useApi()

describe('POST /users', () => {
  const rows: Scenario[] = [
    {
      name: 'returns 201 with Location, the id, and the generated username and password',
      request: ['POST', '/users', attendee('ada')],
      status: 201,
      body: {
        code: 'ok',
        message: 'User created.',
        etag: ETAG,
        id: ID,
        username: minimalUser.username,
        password: PASSWORD,
      },
      after: async (tenant, answer) => {
        expect(answer.headers.location).toBe(`/api/external/v1/users/${answer.body.id}`)
        expect(await get(tenant, `/users/${answer.body.id}`)).toEqual(minimalUser)
      },
    },
    {
      name: 'stores every attribute, and a new speaker needs no review',
      request: ['POST', '/users', { ...fullUser, type: 'Speaker', options: { highlight: true } }],
      status: 201,
      body: { code: 'ok', message: 'User created.', etag: ETAG, id: ID, username: 'ada', password: PASSWORD },
      after: async (tenant) =>
        expect(await get(tenant, '/users/ext:crm-1')).toEqual({
          ...minimalUser,
          ...fullUser,
          role: 'speaker',
          registrationStatus: 'accepted',
          options: { highlight: true },
        }),
    },
    {
      name: 'accepts null for every optional attribute',
      request: [
        'POST',
        '/users',
        attendee('ada', {
          ...Object.fromEntries(
            [
              'externalId',
              'avatar',
              'description',
              'job',
              'company',
              'timezone',
              'country',
              'city',
              'status',
              'website',
            ].map((name) => [name, null]),
          ),
          socials: { facebook: null, linkedin: null, twitter: null, youtube: null },
        }),
      ],
      status: 201,
      after: async (tenant) => expect(await get(tenant, '/users/ada@example.org')).toEqual(minimalUser),
    },
    {
      name: 'lists all missing attributes and creates nothing',
      request: ['POST', '/users', {}],
      status: 422,
      has: {
        code: 'invalid_data',
        message: 'The data is not valid: 4 problems.',
        errors: requiredProblems('email', 'firstName', 'lastName', 'type'),
      },
      after: async (tenant) => expect(await listEmails(tenant)).toEqual([]),
    },
    {
      name: 'accepts the registration of an attendee with endRegistration',
      request: ['POST', '/users', attendee('ada', { options: { endRegistration: true } })],
      status: 201,
      after: async (tenant) =>
        expect(await get(tenant, '/users/ada@example.org')).toEqual({
          ...minimalUser,
          registrationStatus: 'accepted',
        }),
    },
    {
      name: 'puts an attendee into review with endRegistration false',
      request: ['POST', '/users', attendee('ada', { options: { endRegistration: false } })],
      status: 201,
      after: async (tenant) => expect(await get(tenant, '/users/ada@example.org')).toEqual(minimalUser),
    },
    {
      name: 'creates an attendee without the highlight, which is for speakers only, and reports it',
      request: ['POST', '/users', attendee('ada', { options: { highlight: true } })],
      status: 201,
      body: {
        code: 'ok',
        message: 'User created.',
        etag: ETAG,
        id: ID,
        username: minimalUser.username,
        password: PASSWORD,
        errors: [
          {
            code: 'highlight_not_applied',
            message: 'Only speakers can be highlighted.',
            pointer: '/options/highlight',
          },
        ],
      },
      after: async (tenant) => expect(await get(tenant, '/users/ada@example.org')).toEqual(minimalUser),
    },
    {
      name: 'trims an e-mail and otherwise stores it unchanged',
      request: ['POST', '/users', attendee('ada', { email: '  Ada@Bücher.Example ' })],
      status: 201,
      after: async (tenant) => expect(await listEmails(tenant)).toEqual(['Ada@Bücher.Example']),
    },
    {
      name: 'refuses an e-mail that is taken in another case or form of the domain',
      before: (tenant) => createUser(tenant, attendee('ada', { email: 'ada@bücher.example' })),
      request: ['POST', '/users', attendee('eve', { email: 'ADA@XN--BCHER-KVA.example' })],
      status: 409,
      has: {
        code: 'email_taken',
        message: 'An account with this e-mail already exists.',
        errors: [{ pointer: '/email', code: 'email_taken' }],
      },
      lacks: ['ada@', 'ADA@'],
      after: async (tenant) => expect(await listEmails(tenant)).toEqual(['ada@bücher.example']),
    },
    {
      name: 'folds only ASCII letters of an e-mail, so ı and i are different',
      before: (tenant) => createUser(tenant, attendee('lin', { email: 'lin@example.org' })),
      request: ['POST', '/users', attendee('lin', { email: 'lın@example.org' })],
      status: 201,
      after: async (tenant) =>
        expect(await listEmails(tenant)).toEqual(['lin@example.org', 'lın@example.org']),
    },
    {
      name: 'refuses a username that is taken in another case and creates nothing',
      before: (tenant) => createUser(tenant, attendee('ada', { username: 'Åsa' })),
      request: ['POST', '/users', attendee('eve', { username: 'åSA' })],
      status: 409,
      has: {
        code: 'username_taken',
        message: 'An account with this username already exists.',
        errors: [{ pointer: '/username', code: 'username_taken' }],
      },
      lacks: ['åSA', 'Åsa'],
      after: async (tenant) => expect(await listEmails(tenant)).toEqual(['ada@example.org']),
    },
    {
      name: 'refuses the externalId of another account',
      before: (tenant) => createUser(tenant, attendee('ada', { externalId: 'crm-1' })),
      request: ['POST', '/users', attendee('eve', { externalId: 'crm-1' })],
      status: 409,
      has: {
        code: 'external_id_taken',
        message: 'Another object of this kind already has this externalId.',
      },
      lacks: ['crm-1'],
      after: async (tenant) => expect(await listEmails(tenant)).toEqual(['ada@example.org']),
    },
    {
      name: 'accepts the externalId of an object of another kind',
      before: (tenant) => put(tenant, '/talks/ext:crm-1', talk()),
      request: ['POST', '/users', attendee('eve', { externalId: 'crm-1' })],
      status: 201,
    },
    {
      name: 'transliterates names to ASCII for the username',
      request: ['POST', '/users', attendee('ada', { firstName: 'Søren', lastName: 'Þór-Müller' })],
      status: 201,
      has: { username: expect.stringMatching(/^thormuller\.soren#\d{4}$/) },
    },
    {
      name: 'derives the username from the e-mail if the names have no ASCII form',
      request: ['POST', '/users', attendee('ada', { firstName: '\ue000', lastName: '…' })],
      status: 201,
      has: { username: expect.stringMatching(/^ada#\d{4}$/) },
    },
    {
      name: 'creates new tags',
      request: ['POST', '/users', attendee('ada', { tags: ['Web', 'New', 'Web'] })],
      status: 201,
      after: async (tenant) => {
        expect(await readTags(tenant)).toEqual(['New', 'Web'])
        expect((await get(tenant, '/users/ada@example.org')).tags).toEqual(['Web', 'New'])
      },
    },
  ]
  testScenarios(server, rows)

  test.each([
    ['the same e-mail', { email: 'ada@example.org' }, 'email_taken'],
    ['the same username', { username: 'ada' }, 'username_taken'],
    ['the same externalId', { externalId: 'crm-1' }, 'external_id_taken'],
  ])('creates one account for five concurrent requests with %s', async (_name, same, code) => {
    const tenant = await server.createTenant()
    const bodies = ['ada', 'bob', 'cid', 'dan', 'eve'].map((name) => attendee(name, same))
    const answers = await Promise.all(bodies.map((body) => tenant.send('POST', '/users', { body })))
    expect(answers.map(({ body }) => body.code).sort()).toEqual([code, code, code, code, 'ok'].sort())
    expect(await listEmails(tenant)).toHaveLength(1)
  })
})

describe('a generated password', () => {
  test.each([
    ['nothing more', {}, /^(?=.*[a-z])(?=.*[A-Z])[a-zA-Z2-9]{20}$/],
    ['a length of 24', { minLength: 24 }, /^(?=.*[a-z])(?=.*[A-Z])[a-zA-Z2-9]{24}$/],
    ['digits', { digits: true }, /^(?=.*[a-z])(?=.*[A-Z])(?=.*[2-9])[a-zA-Z2-9]{20}$/],
    ['symbols', { symbols: true }, /^(?=.*[a-z])(?=.*[A-Z])(?=.*[!#%*+\-=?@_])[a-zA-Z2-9!#%*+\-=?@_]{20}$/],
  ])('follows the rule of a platform that requires %s', async (_name, requiredRule, form) => {
    const tenant = await server.createTenant()
    const password = { minLength: 8, digits: false, symbols: false, ...requiredRule }
    await changeSettings(tenant.api.installation, tenant.caller, { password })
    const answer = await tenant.send('POST', '/users', { body: attendee('ada') })
    expect(answer.body.password).toMatch(form)
  })

  test('appears in one response only; the store has its argon2id hash, and it must be changed within seven days', async () => {
    const tenant = await server.createTenant()
    const { password, id } = (await tenant.send('POST', '/users', { body: attendee('ada') })).body
    const [row] = await readRows(tenant, 'users')
    expect(row).toMatchObject({
      password_hash: expect.stringMatching(/^\$argon2id\$v=19\$m=8,t=1,p=1\$/),
      password_must_change: 1,
      password_expires_at: Date.parse('2027-03-08T12:00:00Z'),
    })
    const later = [
      JSON.stringify(await get(tenant, `/users/${id}`)),
      JSON.stringify(await get(tenant, '/users')),
      JSON.stringify(await readEvents(tenant)),
      JSON.stringify(row),
      tenant.api.logged.join(''),
    ]
    for (const text of later) expect(text).not.toContain(password)
    expect(JSON.stringify(await readEvents(tenant))).not.toContain('argon2id')
  })
})
