// Attached people: existing accounts, new accounts, and moderators.
import { describe, expect, test } from 'vitest'
import { attendee, person, sponsor, talk } from '../../../../test/support/bodies.ts'
import { readEmails, readTags } from '../../../../test/support/rows.ts'
import {
  get,
  put,
  type Scenario,
  type Tenant,
  testScenarios,
  useApi,
} from '../../../../test/support/scenarios.ts'
import { changeRole } from '../roles.ts'

const T = '/talks/ext:t'
const S = '/sponsors/ext:s'
const id = expect.any(String)
const password = expect.stringMatching(/^\S{20}$/)
const server = useApi()

const setRole = async (tenant: Tenant, email: string, role: 'attendee' | 'admin' | 'owner') => {
  const { id: userId } = await get(tenant, `/users/${email}`)
  await changeRole(tenant.api.installation, tenant.caller, { id: userId, role })
}
const createAttendee = async (tenant: Tenant, name: string, more = {}) =>
  expect((await tenant.send('POST', '/users', { body: attendee(name, more) })).status).toBe(201)

describe('a person with an account', () => {
  const known = {
    username: 'ada.the.first',
    job: 'Engineer',
    company: 'Example Ltd',
    description: 'Counts things.',
    avatar: 'https://static.example.org/ada.png',
    timezone: 'Europe/Paris',
    tags: ['Rust'],
  }
  const other = person('ada', {
    email: ' ADA@Example.ORG ',
    firstName: 'Changed',
    lastName: 'Changed',
    username: 'changed',
    job: 'Changed',
    company: 'Changed',
    description: 'Changed',
    avatar: 'https://static.example.org/changed.png',
    timezone: 'Asia/Tokyo',
    tags: ['Changed'],
    highlighted: true,
  })
  const expectAttachedUnchanged = async (
    tenant: Tenant,
    path: string,
    body: object,
    role?: 'admin' | 'owner',
  ) => {
    await createAttendee(tenant, 'ada', known)
    if (role) await setRole(tenant, 'ada@example.org', role)
    const before = await get(tenant, '/users/ada@example.org')
    const answer = await put(tenant, path, body)
    expect(answer.speakers).toEqual([{ id: before.id, email: 'ada@example.org' }])
    const renamed = { code: 'person_not_updated', message: expect.any(String), pointer: '/speakers/0' }
    const attending = {
      code: 'speaker_is_attendee',
      message: 'The account is attached, but its role is still attendee. Only the Back Office can change it.',
      pointer: '/speakers/0',
    }
    expect(answer.warnings).toEqual(role ? [renamed] : [renamed, attending])
    expect(await get(tenant, '/users/ada@example.org')).toEqual(before)
    expect(await readTags(tenant)).toEqual(['Rust'])
    expect(await readEmails(tenant)).toEqual(['ada@example.org'])
  }

  test('is attached without a warning if only the case and spaces of the name differ', async () => {
    const tenant = await server.createTenant()
    await put(tenant, S, sponsor({ speakers: [person('ada', { firstName: 'Ada', lastName: 'Sample' })] }))
    const again = person('ada', { firstName: ' ADA', lastName: 'sample' })
    expect(await put(tenant, S, { speakers: [again] })).not.toHaveProperty('warnings')
    const renamed = await put(tenant, S, {
      speakers: [person('ada', { firstName: 'Acme', lastName: 'Ltd' })],
    })
    expect(renamed.warnings).toMatchObject([{ code: 'person_not_updated', pointer: '/speakers/0' }])
  })

  test('is attached to a talk without changing the account or its role', async () => {
    const tenant = await server.createTenant()
    await expectAttachedUnchanged(tenant, T, talk({ speakers: [other] }))
    expect((await get(tenant, T)).speakers).toMatchObject([{ ...known, firstName: 'Ada', role: 'attendee' }])
  })
  test('is attached to a sponsor without changing the account or its role', async () => {
    const tenant = await server.createTenant()
    await expectAttachedUnchanged(tenant, S, sponsor({ speakers: [other] }))
    expect((await get(tenant, S)).speakers).toMatchObject([{ ...known, firstName: 'Ada', role: 'attendee' }])
  })
  test.each(['admin', 'owner'] as const)('keeps the role %s', async (role) => {
    const tenant = await server.createTenant()
    await expectAttachedUnchanged(tenant, T, talk({ speakers: [other] }), role)
    expect((await get(tenant, T)).speakers).toMatchObject([{ role }])
  })
  test('is found in any ASCII case and any form of the domain, but not by Unicode case folding', async () => {
    const tenant = await server.createTenant()
    await put(tenant, T, talk({ speakers: [person('ada', { email: 'İda@Bücher.example' })] }))
    const answer = await put(tenant, S, {
      ...sponsor(),
      speakers: [
        { email: 'İDA@xn--bcher-kva.EXAMPLE' },
        { email: 'ida@bücher.example' },
        { email: 'i\u0307da@bücher.example' },
      ],
    })
    expect(answer.speakers).toEqual([
      { id, email: 'İda@Bücher.example' },
      { id, email: 'ida@bücher.example', password },
      { id, email: 'i\u0307da@bücher.example', password },
    ])
  })
})

describe('a person without an account', () => {
  const sent = person('ada', {
    email: ' Ada.Sample@Example.org ',
    username: 'Ada S',
    avatar: 'https://static.example.org/ada.png',
    description: 'Counts things.',
    job: 'Engineer',
    company: 'Example Ltd',
    tags: ['Rust', 'Web', 'Rust'],
    timezone: 'Europe/Paris',
    highlighted: true,
  })
  const created = { ...sent, email: 'Ada.Sample@Example.org', tags: ['Rust', 'Web'], id, role: 'speaker' }
  testScenarios(server, [
    {
      name: 'becomes a speaker with the attributes in the body and the trimmed e-mail',
      before: (tenant) => put(tenant, T, talk({ speakers: [sent] })),
      request: ['GET', T],
      status: 200,
      has: { speakers: [created] },
    },
    {
      name: 'becomes the same through a sponsor',
      before: (tenant) => put(tenant, S, sponsor({ speakers: [sent] })),
      request: ['GET', S],
      status: 200,
      has: { speakers: [created] },
    },
    {
      name: 'has no value for attributes that are null or absent, and is not highlighted',
      before: (tenant) =>
        put(
          tenant,
          S,
          sponsor({ speakers: [{ email: 'ada@example.org', firstName: null, username: null, job: null }] }),
        ),
      request: ['GET', '/users/ada@example.org'],
      status: 200,
      has: {
        firstName: null,
        lastName: null,
        avatar: null,
        description: null,
        job: null,
        company: null,
        tags: [],
        timezone: null,
        role: 'speaker',
        registrationStatus: 'accepted',
        options: { highlight: false },
      },
    },
    {
      name: 'is refused the second time in one list, in any case of the e-mail',
      request: [
        'PUT',
        T,
        talk({ speakers: [person('ada'), person('bo'), person('x', { email: 'ADA@example.org' })] }),
      ],
      status: 422,
      has: {
        errors: [
          {
            pointer: '/speakers/2/email',
            code: 'duplicate',
            message: 'is already the e-mail address of an earlier person in the list',
          },
        ],
      },
      after: async (tenant) => expect(await readEmails(tenant)).toEqual([]),
    },
    {
      name: 'is refused the second time among moderators and among speakers of a sponsor',
      request: ['PUT', T, { moderators: [person('mo'), person('mo')] }],
      status: 422,
      has: { errors: [{ pointer: '/moderators/1/email', code: 'duplicate' }] },
      after: async (tenant) => {
        const answer = await tenant.send('PUT', S, {
          body: sponsor({ speakers: [person('mo'), person('mo')] }),
        })
        expect(answer.body.errors).toMatchObject([{ pointer: '/speakers/1/email', code: 'duplicate' }])
        expect(await readEmails(tenant)).toEqual([])
      },
    },
    {
      name: 'who is a speaker and a moderator gets one account, with its password only among the speakers',
      request: [
        'PUT',
        T,
        talk({
          speakers: [person('bo'), person('ada')],
          moderators: [person('ada', { email: 'ADA@example.org', firstName: 'Other' }), person('mo')],
        }),
      ],
      status: 201,
      has: {
        speakers: [
          { id, email: 'bo@example.org', password },
          { id, email: 'ada@example.org', password },
        ],
        moderators: [
          { id, email: 'ada@example.org' },
          { id, email: 'mo@example.org', password },
        ],
      },
      after: async (tenant, { body }) => {
        expect(body.moderators[0]).toEqual({ id: body.speakers[1].id, email: 'ada@example.org' })
        expect(await readEmails(tenant)).toEqual(['ada@example.org', 'bo@example.org', 'mo@example.org'])
        expect((await get(tenant, '/users/ada@example.org')).firstName).toBe('Ada')
      },
    },
    {
      name: 'who is a moderator gets the role speaker, without a warning',
      request: ['PUT', T, talk({ moderators: [person('mo')] })],
      status: 201,
      lacks: ['warnings'],
      after: async (tenant) => expect((await get(tenant, '/users/mo@example.org')).role).toBe('speaker'),
    },
    {
      name: 'may be one of up to 50 speakers and 50 moderators',
      request: [
        'PUT',
        T,
        talk({
          speakers: Array.from({ length: 50 }, (_, i) => person(`s${i}`)),
          moderators: Array.from({ length: 50 }, (_, i) => person(`m${i}`)),
        }),
      ],
      status: 201,
      after: async (tenant) => expect((await readEmails(tenant)).length).toBe(100),
    },
    {
      name: 'is refused in a list of 51, together with all others',
      request: ['PUT', T, talk({ speakers: Array.from({ length: 51 }, (_, i) => person(`s${i}`)) })],
      status: 422,
      has: { errors: [{ pointer: '/speakers', code: 'maxItems', message: 'must have at most 50 items' }] },
      after: async (tenant) => expect(await readEmails(tenant)).toEqual([]),
    },
  ])
})

describe('a moderator', () => {
  const warning = {
    code: 'moderator_is_attendee',
    message: 'The account is attached, but it can moderate only when its role is speaker, admin, or owner.',
    pointer: '/moderators/1',
  }
  testScenarios(server, [
    {
      name: 'who is an attendee is attached, keeps that role, and causes a warning',
      before: (tenant) => createAttendee(tenant, 'ada'),
      request: ['PUT', T, talk({ speakers: [person('bo')], moderators: [person('mo'), person('ada')] })],
      status: 201,
      has: { warnings: [warning] },
      after: async (tenant) =>
        expect((await get(tenant, T)).moderators).toMatchObject([
          { email: 'mo@example.org', role: 'speaker' },
          { email: 'ada@example.org', role: 'attendee' },
        ]),
    },
    ...(['admin', 'owner'] as const).map(
      (role): Scenario => ({
        name: `who is an ${role} is attached without a warning`,
        before: async (tenant) => {
          await createAttendee(tenant, 'ada')
          await setRole(tenant, 'ada@example.org', role)
        },
        request: ['PUT', T, talk({ speakers: [person('bo')], moderators: [person('ada')] })],
        status: 201,
        lacks: ['warnings'],
      }),
    ),
    {
      name: 'causes another warning as a speaker of a talk',
      before: (tenant) => createAttendee(tenant, 'ada'),
      request: ['PUT', T, talk({ speakers: [person('bo'), person('ada')] })],
      status: 201,
      has: { warnings: [{ code: 'speaker_is_attendee', pointer: '/speakers/1' }] },
      lacks: ['moderator_is_attendee'],
    },
  ])
})
