// Protected accounts: deleting users, admins and owners, and creating owners.
import { describe, expect } from 'vitest'
import { createUser, createUserWithRole, ID, PASSWORD } from '../../../test/support/accounts.ts'
import { attendee, person, sponsor, talk } from '../../../test/support/bodies.ts'
import {
  ETAG,
  get,
  put,
  type Scenario,
  type Tenant,
  testScenarios,
  useApi,
} from '../../../test/support/scenarios.ts'
import type { Role } from '../../kernel/schema/roles.ts'

const server = useApi()
const account = (name: string) => attendee(name, { externalId: name })
const userExists = async (tenant: Tenant, name: string) =>
  (await tenant.send('GET', `/users/${name}@example.org`)).status === 200
const expectToExist = async (tenant: Tenant) => expect(await userExists(tenant, 'ada')).toBe(true)
const speakersOf = async (tenant: Tenant, path: string) =>
  (await get(tenant, path)).speakers.map(({ email }: { email: string }) => email)

describe('DELETE /users/:param', () => {
  const rows: Scenario[] = [
    {
      name: 'deletes an account',
      before: (tenant) => createUser(tenant, account('ada')),
      request: ['DELETE', '/users/ext:ada'],
      status: 200,
      body: { code: 'ok', message: 'User deleted.', id: ID },
      after: async (tenant) => expect(await userExists(tenant, 'ada')).toBe(false),
    },
    {
      name: 'finds the account by e-mail',
      before: (tenant) => createUser(tenant, account('ada')),
      request: ['DELETE', '/users/ADA@example.org'],
      status: 200,
      after: async (tenant) => expect(await userExists(tenant, 'ada')).toBe(false),
    },
    {
      name: 'returns 404 for an unknown account',
      request: ['DELETE', '/users/ext:ada'],
      status: 404,
      has: { code: 'user_not_found' },
    },
    {
      name: 'removes the person from talks and sponsors',
      before: async (tenant) => {
        await put(tenant, '/talks/ext:t', talk({ speakers: [person('ada'), person('eve')] }))
        await put(tenant, '/sponsors/ext:s', sponsor({ speakers: [person('ada')] }))
      },
      request: ['DELETE', '/users/ada@example.org'],
      status: 200,
      after: async (tenant) => {
        expect(await speakersOf(tenant, '/talks/ext:t')).toEqual(['eve@example.org'])
        expect(await speakersOf(tenant, '/sponsors/ext:s')).toEqual([])
      },
    },
    {
      name: 'keeps the only speaker of a talk',
      before: (tenant) => put(tenant, '/talks/ext:t', talk({ speakers: [person('ada')] })),
      request: ['DELETE', '/users/ada@example.org'],
      status: 409,
      has: { code: 'sole_speaker', message: 'The account is the only speaker of a talk.' },
      after: async (tenant) => expect(await speakersOf(tenant, '/talks/ext:t')).toEqual(['ada@example.org']),
    },
    {
      name: 'does not delete an admin with a standard key',
      before: (tenant) => createUserWithRole(tenant, 'admin', account('ada')),
      request: ['DELETE', '/users/ext:ada'],
      status: 403,
      has: { code: 'protected_account' },
      after: expectToExist,
    },
    {
      name: 'deletes an admin with a privileged key',
      before: (tenant) => createUserWithRole(tenant, 'admin', account('ada')),
      request: ['DELETE', '/users/ext:ada'],
      level: 'privileged',
      status: 200,
      after: async (tenant) => expect(await userExists(tenant, 'ada')).toBe(false),
    },
    {
      name: 'keeps the last owner with any key',
      before: (tenant) => createUserWithRole(tenant, 'owner', account('ada')),
      request: ['DELETE', '/users/ext:ada'],
      level: 'privileged',
      status: 409,
      has: { code: 'last_owner', message: 'The account is the last owner of the platform.' },
      after: expectToExist,
    },
    {
      name: 'deletes one of two owners with a privileged key',
      before: async (tenant) => [
        await createUserWithRole(tenant, 'owner', account('ada')),
        await createUserWithRole(tenant, 'owner', account('eve')),
      ],
      request: ['DELETE', '/users/ext:ada'],
      level: 'privileged',
      status: 200,
      after: async (tenant) => expect(await userExists(tenant, 'ada')).toBe(false),
    },
    {
      name: 'makes the e-mail, username, and externalId available again',
      before: async (tenant) => {
        await put(tenant, '/users/ext:ada', attendee('ada', { username: 'ada' }))
        await tenant.send('DELETE', '/users/ext:ada')
      },
      request: ['PUT', '/users/ext:ada', attendee('ada', { username: 'ada' })],
      status: 201,
    },
    {
      name: 'does not reach an account of another platform',
      request: async () => [
        'DELETE',
        `/users/${await createUser(await server.createTenant(), account('ada'))}`,
      ],
      status: 404,
      has: { code: 'user_not_found' },
    },
  ]
  testScenarios(server, rows)
})

describe('POST /users/owner', () => {
  const rows: Scenario[] = [
    {
      name: 'creates an owner with an accepted registration for a privileged key',
      request: ['POST', '/users/owner', person('ada', { username: 'ada' })],
      level: 'privileged',
      status: 201,
      body: {
        code: 'ok',
        message: 'Owner created.',
        etag: ETAG,
        id: ID,
        username: 'ada',
        password: PASSWORD,
      },
      after: async (tenant, answer) => {
        expect(answer.headers.location).toBe(`/api/external/v1/users/${answer.body.id}`)
        expect(await get(tenant, `/users/${answer.body.id}`)).toMatchObject({
          role: 'owner',
          registrationStatus: 'accepted',
        })
      },
    },
    {
      name: 'refuses type and options',
      request: ['POST', '/users/owner', attendee('ada', { options: {} })],
      level: 'privileged',
      status: 422,
      has: {
        errors: [
          { pointer: '/type', code: 'unknown', message: 'is not a known attribute' },
          {
            pointer: '/options',
            code: 'unknown',
            message: expect.stringMatching(/^is not a known attribute/),
          },
        ],
      },
    },
    {
      name: 'lists all missing attributes',
      request: ['POST', '/users/owner', {}],
      level: 'privileged',
      status: 422,
      has: {
        errors: ['email', 'firstName', 'lastName'].map((name) => ({
          pointer: `/${name}`,
          code: 'required',
          message: 'is required',
        })),
      },
    },
    {
      name: 'refuses a taken e-mail',
      before: (tenant) => createUser(tenant, account('ada')),
      request: ['POST', '/users/owner', person('ada')],
      level: 'privileged',
      status: 409,
      has: { code: 'email_taken' },
    },
    ...(
      [
        ['a valid body', person('ada')],
        ['an empty body', {}],
        ['a body that is not an object', 7],
        ['a taken e-mail', person('taken')],
      ] as const
    ).map(
      ([what, body]): Scenario => ({
        name: `returns 403 for a standard key with ${what}`,
        before: (tenant) => createUser(tenant, account('taken')),
        request: ['POST', '/users/owner', body],
        status: 403,
        has: { code: 'insufficient_permissions', message: 'Access denied: Insufficient permissions.' },
        after: async (tenant) => expect((await get(tenant, '/users?role=owner')).items).toEqual([]),
      }),
    ),
  ]
  testScenarios(server, rows)
})

describe('admins and owners', () => {
  const accounts: [Role, boolean][] = [
    ['attendee', false],
    ['speaker', false],
    ['admin', true],
    ['owner', true],
  ]
  const changes: [string, unknown, boolean][] = [
    ['another e-mail', { email: 'new@example.org' }, true],
    ['another letter case of the e-mail', { email: 'ADA@example.org' }, true],
    ['another username', { username: 'new' }, true],
    ['the current e-mail and username', { email: 'ada@example.org', username: 'ada' }, false],
    ['another name', { firstName: 'New' }, false],
  ]
  const rows = accounts.flatMap(([role, isProtected]) =>
    changes.flatMap(([what, body, isSignIn]) =>
      ([undefined, 'privileged'] as const).map((level): Scenario => {
        const isRefused = isProtected && isSignIn && level === undefined
        return {
          name: `${level ?? 'standard'} key, ${role}: ${what} is ${isRefused ? 'refused' : 'accepted'}`,
          before: (tenant) =>
            createUserWithRole(tenant, role, attendee('ada', { username: 'ada', externalId: 'crm-1' })),
          request: ['PUT', '/users/ext:crm-1', body],
          ...(level ? { level } : {}),
          status: isRefused ? 403 : 200,
          has: { code: isRefused ? 'protected_account' : 'ok' },
          after: async (tenant) =>
            expect(await get(tenant, '/users/ext:crm-1')).toMatchObject(
              isRefused ? { email: 'ada@example.org', username: 'ada', firstName: 'Ada' } : (body as object),
            ),
        }
      }),
    ),
  )
  testScenarios(server, rows)
})
