// Users: updating them, or creating them under an external id.
import { describe, expect } from 'vitest'
import {
  createUser,
  createUserWithRole,
  fullUser,
  ID,
  listEmails,
  minimalUser,
  PASSWORD,
  requiredProblems,
} from '../../../test/support/accounts.ts'
import { astral, attendee, talk } from '../../../test/support/bodies.ts'
import { readEvents } from '../../../test/support/rows.ts'
import {
  ETAG,
  get,
  put,
  type Request,
  type Scenario,
  type Tenant,
  testScenarios,
  useApi,
} from '../../../test/support/scenarios.ts'
import type { Role } from '../../kernel/schema/roles.ts'
import { reviewRegistration } from './registrations/registrations.ts'

const server = useApi()
const UNKNOWN_ID = '01980b5c-7a40-7c3e-9f21-6d2f5b1f0a11'
const speaker = (name: string, more = {}) => attendee(name, { type: 'Speaker', ...more })

const typeStays = (role: Role) => ({
  code: 'type_not_applied',
  message: `The role of the account is still ${role}. Only the Back Office can change it.`,
  pointer: '/type',
})

describe('PUT /users/:param', () => {
  const createAda = async (tenant: Tenant) => createUser(tenant, speaker('ada', { externalId: 'crm-1' }))
  const requestForAda = (referenceOf: (id: string) => string, body: unknown) => async (tenant: Tenant) =>
    ['PUT', `/users/${referenceOf((await get(tenant, '/users?externalId=crm-1')).items[0].id)}`, body] as [
      string,
      string,
      unknown,
    ]
  const updated = { code: 'ok', message: 'User updated.', etag: ETAG, id: ID }
  const rows: Scenario[] = [
    ...(
      [
        ['its id', (id) => id],
        ['its id in upper case', (id) => id.toUpperCase()],
        ['its e-mail', () => 'ada@example.org'],
        ['its e-mail, encoded and in another case', () => 'ADA%40Example.org'],
        ['its external id', () => 'ext:crm-1'],
        ['its external id, encoded', () => 'ext%3Acrm%2D1'],
      ] as [string, (id: string) => string][]
    ).map(([name, referenceOf]): Scenario => {
      return {
        name: `finds an account by ${name}`,
        before: createAda,
        request: requestForAda(referenceOf, { city: 'Lyon' }),
        status: 200,
        body: updated,
        after: async (tenant) => expect((await get(tenant, '/users/ext:crm-1')).city).toBe('Lyon'),
      }
    }),
    ...['nobody', 'nobody@example.org', UNKNOWN_ID, 'ext%3A', `ext:${'x'.repeat(201)}`, 'ext:a%0Ab'].map(
      (param): Scenario => ({
        name: `returns 404 for ${param.slice(0, 40)}`,
        before: createAda,
        request: ['PUT', `/users/${param}`, attendee('eve')],
        status: 404,
        has: { code: 'user_not_found', message: 'No user has this identifier.' },
        after: async (tenant) => expect(await listEmails(tenant)).toEqual(['ada@example.org']),
      }),
    ),
    {
      name: 'creates an account under an unknown external id: 201, with password and Location',
      request: ['PUT', `/users/ext:${encodeURIComponent(astral(200))}`, attendee('ada')],
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
        expect(await get(tenant, answer.headers.location?.slice('/api/external/v1'.length) ?? '')).toEqual({
          ...minimalUser,
          externalId: astral(200),
        })
      },
    },
    {
      name: 'requires the attributes of a creation for an unknown external id',
      request: ['PUT', '/users/ext:crm-1', { firstName: 'Ada' }],
      status: 422,
      has: { errors: requiredProblems('email', 'lastName', 'type') },
      after: async (tenant) => expect(await listEmails(tenant)).toEqual([]),
    },
    {
      name: 'accepts the externalId of the path in the body of a creation',
      request: ['PUT', '/users/ext:crm-1', attendee('ada', { externalId: 'crm-1' })],
      status: 201,
    },
    {
      name: 'refuses another externalId in the body of a creation',
      request: ['PUT', '/users/ext:crm-1', attendee('ada', { externalId: 'crm-2' })],
      status: 422,
      has: {
        errors: [
          {
            pointer: '/externalId',
            code: 'mismatch',
            message: 'must match the identifier in the path, or be absent',
          },
        ],
      },
      after: async (tenant) => expect(await listEmails(tenant)).toEqual([]),
    },
    {
      name: 'refuses a creation with the e-mail of another account',
      before: createAda,
      request: ['PUT', '/users/ext:crm-2', attendee('ada')],
      status: 409,
      has: { code: 'email_taken' },
    },
    {
      name: 'changes an externalId, and the old one is unknown',
      before: createAda,
      request: ['PUT', '/users/ext:crm-1', { externalId: 'crm-2' }],
      status: 200,
      body: updated,
      after: async (tenant) => {
        expect((await tenant.send('GET', '/users/ext:crm-1')).status).toBe(404)
        expect((await get(tenant, '/users/ext:crm-2')).email).toBe('ada@example.org')
      },
    },
    {
      name: 'refuses the externalId of another account and changes nothing',
      before: async (tenant) => [
        await createAda(tenant),
        await createUser(tenant, attendee('eve', { externalId: 'crm-2' })),
      ],
      request: ['PUT', '/users/ext:crm-1', { externalId: 'crm-2', city: 'Lyon' }],
      status: 409,
      has: { code: 'external_id_taken' },
      after: async (tenant) => expect((await get(tenant, '/users/ext:crm-1')).city).toBeNull(),
    },
    {
      name: 'changes nothing with an empty body, not even the version',
      before: createAda,
      request: ['PUT', '/users/ext:crm-1', {}],
      status: 200,
      body: {
        code: 'ok',
        message: 'Nothing to change: the user already matches the request.',
        etag: ETAG,
        id: ID,
      },
      after: async (tenant) => {
        expect((await get(tenant, '/users/ext:crm-1')).version).toBe(1)
        expect((await readEvents(tenant)).map(({ type }) => type)).toEqual(['user.created'])
      },
    },
    {
      name: 'keeps absent attributes, merges socials, replaces lists, and clears with null',
      before: (tenant) =>
        createUser(tenant, {
          ...fullUser,
          type: 'Speaker',
          options: { highlight: true, endRegistration: true },
        }),
      request: [
        'PUT',
        '/users/ext:crm-1',
        { job: null, tags: ['Third'], socials: { twitter: null, youtube: 'https://new.example.org/' } },
      ],
      status: 200,
      body: updated,
      after: async (tenant) =>
        expect(await get(tenant, '/users/ext:crm-1')).toEqual({
          ...minimalUser,
          ...fullUser,
          role: 'speaker',
          registrationStatus: 'accepted',
          options: { highlight: true },
          job: null,
          tags: ['Third'],
          socials: { ...fullUser.socials, twitter: null, youtube: 'https://new.example.org/' },
          version: 2,
        }),
    },
    {
      name: 'empties a list with []',
      before: (tenant) => createUser(tenant, { ...fullUser, type: 'Speaker' }),
      request: ['PUT', '/users/ext:crm-1', { tags: [] }],
      status: 200,
      after: async (tenant) => expect((await get(tenant, '/users/ext:crm-1')).tags).toEqual([]),
    },
    {
      name: 'merges options, so endRegistration alone keeps the highlight',
      before: (tenant) => createUser(tenant, { ...fullUser, type: 'Speaker', options: { highlight: true } }),
      request: ['PUT', '/users/ext:crm-1', { options: { endRegistration: true } }],
      status: 200,
      after: async (tenant) =>
        expect((await get(tenant, '/users/ext:crm-1')).options).toEqual({ highlight: true }),
    },
    ...(['admin', 'owner', 'attendee'] as const).map((role) => ({
      name: `does not highlight an account with the role ${role}, even a speaker of a talk, and reports it`,
      before: async (tenant: Tenant) => {
        await createUserWithRole(tenant, role, attendee('ada'))
        await put(tenant, '/talks/ext:t', talk())
      },
      request: ['PUT', '/users/ada@example.org', { options: { highlight: true }, city: 'Oslo' }] as Request,
      status: 200,
      has: {
        code: 'ok',
        errors: [
          {
            code: 'highlight_not_applied',
            message: 'Only speakers can be highlighted.',
            pointer: '/options/highlight',
          },
        ],
      },
      after: async (tenant: Tenant) =>
        expect(await get(tenant, '/users/ada@example.org')).toMatchObject({
          role,
          city: 'Oslo',
          options: { highlight: false },
        }),
    })),
    {
      name: 'refuses null for all required attributes at once and changes nothing',
      before: createAda,
      request: [
        'PUT',
        '/users/ext:crm-1',
        Object.fromEntries(
          ['email', 'firstName', 'lastName', 'type', 'username', 'tags', 'socials', 'options'].map((name) => [
            name,
            null,
          ]),
        ),
      ],
      status: 422,
      has: {
        message: 'The data is not valid: 8 problems.',
        errors: [
          { pointer: '/email', code: 'type', message: 'must be a string, not null' },
          { pointer: '/firstName', code: 'type', message: 'must be a string, not null' },
          { pointer: '/lastName', code: 'type', message: 'must be a string, not null' },
          { pointer: '/type', code: 'type', message: 'must be a string, not null' },
          { pointer: '/username', code: 'type', message: 'must be a string, not null' },
          { pointer: '/tags', code: 'type', message: 'must be a list, not null' },
          { pointer: '/socials', code: 'type', message: 'must be an object, not null' },
          { pointer: '/options', code: 'type', message: 'must be an object, not null' },
        ],
      },
      after: async (tenant) => expect((await get(tenant, '/users/ext:crm-1')).version).toBe(1),
    },
    {
      name: 'does not apply another type, reports it, and applies the rest',
      before: createAda,
      request: ['PUT', '/users/ext:crm-1', { type: 'Attendee', city: 'Lyon' }],
      status: 200,
      body: { ...updated, errors: [typeStays('speaker')] },
      after: async (tenant) =>
        expect(await get(tenant, '/users/ext:crm-1')).toMatchObject({ role: 'speaker', city: 'Lyon' }),
    },
    {
      name: 'reports nothing for the current type',
      before: createAda,
      request: ['PUT', '/users/ext:crm-1', { type: 'Speaker', city: 'Lyon' }],
      status: 200,
      body: updated,
    },
    {
      name: 'keeps the role of an admin with any type',
      before: (tenant) => createUserWithRole(tenant, 'admin', attendee('ada', { externalId: 'crm-1' })),
      request: ['PUT', '/users/ext:crm-1', { type: 'Speaker' }],
      status: 200,
      body: {
        code: 'ok',
        message: 'Nothing was changed.',
        etag: ETAG,
        id: ID,
        errors: [typeStays('admin')],
      },
    },
    {
      name: 'changes an e-mail, and the old one is unknown',
      before: createAda,
      request: ['PUT', '/users/ada@example.org', { email: 'eve@example.org' }],
      status: 200,
      body: updated,
      after: async (tenant) => {
        expect((await tenant.send('GET', '/users/ada@example.org')).status).toBe(404)
        expect((await get(tenant, '/users/eve@example.org')).email).toBe('eve@example.org')
      },
    },
    {
      name: 'changes the letter case of its e-mail',
      before: createAda,
      request: ['PUT', '/users/ext:crm-1', { email: 'Ada@Example.org' }],
      status: 200,
      after: async (tenant) => expect(await listEmails(tenant)).toEqual(['Ada@Example.org']),
    },
    {
      name: 'refuses the e-mail of another account and changes nothing',
      before: async (tenant) => [await createAda(tenant), await createUser(tenant, attendee('eve'))],
      request: ['PUT', '/users/ext:crm-1', { email: 'EVE@example.org', city: 'Lyon' }],
      status: 409,
      has: { code: 'email_taken' },
      after: async (tenant) => expect((await get(tenant, '/users/ext:crm-1')).city).toBeNull(),
    },
    {
      name: 'refuses the username of another account and changes nothing',
      before: async (tenant) => [
        await createAda(tenant),
        await createUser(tenant, attendee('eve', { username: 'eve' })),
      ],
      request: ['PUT', '/users/ext:crm-1', { username: 'EVE', city: 'Lyon' }],
      status: 409,
      has: { code: 'username_taken' },
      after: async (tenant) => expect((await get(tenant, '/users/ext:crm-1')).city).toBeNull(),
    },
    {
      name: 'changes the letter case of its username',
      before: (tenant) => createUser(tenant, attendee('ada', { username: 'ada' })),
      request: ['PUT', '/users/ada@example.org', { username: 'ADA' }],
      status: 200,
      after: async (tenant) => expect((await get(tenant, '/users/ada@example.org')).username).toBe('ADA'),
    },
    {
      name: 'accepts a registration with endRegistration',
      before: (tenant) => createUser(tenant, attendee('ada')),
      request: ['PUT', '/users/ada@example.org', { options: { endRegistration: true } }],
      status: 200,
      body: updated,
      after: async (tenant) =>
        expect((await get(tenant, '/users/ada@example.org')).registrationStatus).toBe('accepted'),
    },
    {
      name: 'does not accept a rejected registration with endRegistration',
      before: async (tenant) => {
        const id = await createUser(tenant, attendee('ada'))
        await reviewRegistration(tenant.api.installation, tenant.caller, { id, status: 'rejected' })
      },
      request: ['PUT', '/users/ada@example.org', { options: { endRegistration: true }, city: 'Lyon' }],
      status: 200,
      has: {
        errors: [
          {
            code: 'end_registration_not_applied',
            message: 'The registration was rejected. Only the Back Office can accept it.',
            pointer: '/options/endRegistration',
          },
        ],
      },
      after: async (tenant) =>
        expect((await get(tenant, '/users/ada@example.org')).registrationStatus).toBe('rejected'),
    },
    {
      name: 'does not find an account of another platform',
      request: async (tenant) => {
        const other = await server.createTenant()
        return [
          'PUT',
          `/users/${await createUser(other, attendee('ada'))}`,
          { firstName: tenant.caller.platform.id },
        ]
      },
      status: 404,
      has: { code: 'user_not_found' },
    },
  ]
  testScenarios(server, rows)
})
