// Accounts: creating, and the password that is shown once.
import { describe, expect, test } from 'vitest'
import { changeSettings } from '../../../src/domain/platforms/platforms.ts'
import {
  createUser,
  fullUser,
  ID,
  listEmails,
  minimalUser,
  PASSWORD,
  requiredProblems,
} from '../../support/accounts.ts'
import { attendee, talk } from '../../support/bodies.ts'
import { readEvents, readRows, readTags } from '../../support/rows.ts'
import { get, put, type Scenario, testScenarios, useApi } from '../../support/scenarios.ts'

// The stored hash is looked at, so it costs what it costs in production.
const server = useApi({ isHashCostReal: true })

describe('POST /users', () => {
  const rows: Scenario[] = [
    {
      name: 'answers 201 with id, generated username and password, and where the account is',
      request: ['POST', '/users', attendee('ada')],
      status: 201,
      body: {
        code: 'ok',
        message: 'User created.',
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
      name: 'keeps every attribute as sent; a new speaker needs no review',
      request: ['POST', '/users', { ...fullUser, type: 'Speaker', options: { highlight: true } }],
      status: 201,
      body: { code: 'ok', message: 'User created.', id: ID, username: 'ada', password: PASSWORD },
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
      name: 'takes null for every attribute that may be empty',
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
      name: 'names all that a creation requires, and makes nothing',
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
      name: 'lets an attendee pass the review with endRegistration',
      request: ['POST', '/users', attendee('ada', { options: { endRegistration: true } })],
      status: 201,
      after: async (tenant) =>
        expect(await get(tenant, '/users/ada@example.org')).toEqual({
          ...minimalUser,
          registrationStatus: 'accepted',
        }),
    },
    {
      name: 'lets an attendee wait for the review with endRegistration false',
      request: ['POST', '/users', attendee('ada', { options: { endRegistration: false } })],
      status: 201,
      after: async (tenant) => expect(await get(tenant, '/users/ada@example.org')).toEqual(minimalUser),
    },
    {
      name: 'reports that only speakers are highlighted, and creates the attendee all the same',
      request: ['POST', '/users', attendee('ada', { options: { highlight: true } })],
      status: 201,
      body: {
        code: 'ok',
        message: 'User created.',
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
      name: 'trims an e-mail and keeps it as sent otherwise',
      request: ['POST', '/users', attendee('ada', { email: '  Ada@Bücher.Example ' })],
      status: 201,
      after: async (tenant) => expect(await listEmails(tenant)).toEqual(['Ada@Bücher.Example']),
    },
    {
      name: 'refuses an e-mail that is taken in another case and script of the domain',
      before: (tenant) => createUser(tenant, attendee('ada', { email: 'ada@bücher.example' })),
      request: ['POST', '/users', attendee('eve', { email: 'ADA@XN--BCHER-KVA.example' })],
      status: 409,
      has: { code: 'email_taken', message: 'An account with this e-mail already exists.' },
      lacks: ['ada@', 'ADA@'],
      after: async (tenant) => expect(await listEmails(tenant)).toEqual(['ada@bücher.example']),
    },
    {
      name: 'folds only ASCII letters of an e-mail: two people with ı and i are two',
      before: (tenant) => createUser(tenant, attendee('lin', { email: 'lin@example.org' })),
      request: ['POST', '/users', attendee('lin', { email: 'lın@example.org' })],
      status: 201,
      after: async (tenant) =>
        expect(await listEmails(tenant)).toEqual(['lin@example.org', 'lın@example.org']),
    },
    {
      name: 'refuses a username that is taken in another case, and makes nothing',
      before: (tenant) => createUser(tenant, attendee('ada', { username: 'Åsa' })),
      request: ['POST', '/users', attendee('eve', { username: 'åSA' })],
      status: 409,
      has: { code: 'username_taken', message: 'An account with this username already exists.' },
      lacks: ['åSA', 'Åsa'],
      after: async (tenant) => expect(await listEmails(tenant)).toEqual(['ada@example.org']),
    },
    {
      name: 'refuses an externalId that another account has',
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
      name: 'takes an externalId that an object of another kind has',
      before: (tenant) => put(tenant, '/talks/ext:crm-1', talk()),
      request: ['POST', '/users', attendee('eve', { externalId: 'crm-1' })],
      status: 201,
    },
    {
      name: 'writes a name of another script in ASCII for the username',
      request: ['POST', '/users', attendee('ada', { firstName: 'Søren', lastName: 'Þór-Müller' })],
      status: 201,
      has: { username: expect.stringMatching(/^thormuller\.soren#\d{4}$/) },
    },
    {
      name: 'makes the username of the e-mail where nothing of the names can be written in ASCII',
      request: ['POST', '/users', attendee('ada', { firstName: '\ue000', lastName: '…' })],
      status: 201,
      has: { username: expect.stringMatching(/^ada#\d{4}$/) },
    },
    {
      name: 'lets new tags come into being',
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
    ['one e-mail', { email: 'ada@example.org' }, 'email_taken'],
    ['one username', { username: 'ada' }, 'username_taken'],
    ['one externalId', { externalId: 'crm-1' }, 'external_id_taken'],
  ])('makes one account of five that come at once with %s', async (_name, same, code) => {
    const tenant = await server.createTenant()
    const bodies = ['ada', 'bob', 'cid', 'dan', 'eve'].map((name) => attendee(name, same))
    const answers = await Promise.all(bodies.map((body) => tenant.send('POST', '/users', { body })))
    expect(answers.map(({ body }) => body.code).sort()).toEqual([code, code, code, code, 'ok'].sort())
    expect(await listEmails(tenant)).toHaveLength(1)
  })
})

describe('a generated password', () => {
  test.each([
    ['defaults', {}, /^(?=.*[a-z])(?=.*[A-Z])[a-zA-Z2-9]{16}$/],
    ['a length of 20', { minLength: 20 }, /^(?=.*[a-z])(?=.*[A-Z])[a-zA-Z2-9]{20}$/],
    ['digits', { digits: true }, /^(?=.*[a-z])(?=.*[A-Z])(?=.*[2-9])[a-zA-Z2-9]{16}$/],
    ['symbols', { symbols: true }, /^(?=.*[a-z])(?=.*[A-Z])(?=.*[!#%*+\-=?@_])[a-zA-Z2-9!#%*+\-=?@_]{16}$/],
  ])('obeys a platform that asks for %s', async (_name, asked, form) => {
    const tenant = await server.createTenant()
    const password = { minLength: 8, digits: false, symbols: false, ...asked }
    await changeSettings(tenant.api.installation, tenant.caller, { password })
    const answer = await tenant.send('POST', '/users', { body: attendee('ada') })
    expect(answer.body.password).toMatch(form)
  })

  test('stands in one answer only; the store has its argon2id hash, to be changed within seven days', async () => {
    const tenant = await server.createTenant()
    const { password, id } = (await tenant.send('POST', '/users', { body: attendee('ada') })).body
    const [row] = await readRows(tenant, 'users')
    expect(row).toMatchObject({
      password_hash: expect.stringMatching(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/),
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
