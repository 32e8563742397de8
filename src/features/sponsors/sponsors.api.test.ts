// Sponsors: creating, updating, and deleting them.
import { describe, expect } from 'vitest'
import { person, sponsor } from '../../../test/support/bodies.ts'
import { readEmails, readEvents, readRows } from '../../../test/support/rows.ts'
import {
  ETAG,
  get,
  problemsOf,
  put,
  type Scenario,
  type Tenant,
  testScenarios,
  useApi,
} from '../../../test/support/scenarios.ts'

const S = '/sponsors/ext:s'
const password = expect.stringMatching(/^\S{20}$/)
const id = expect.any(String)
const options = { displayInLobby: false, highlight: false }
const minimalSponsor = {
  id,
  externalId: 's',
  name: 'Example Ltd',
  logo: 'https://static.example.org/logo.png',
  level: 3,
  hasPage: false,
  pageContent: null,
  pageFormat: 'html',
  website: null,
  speakers: [],
  icon: null,
  color: null,
  options,
  version: 1,
  createdAt: '2027-03-01T12:00:00.000Z',
  updatedAt: '2027-03-01T12:00:00.000Z',
}

const server = useApi()
const createSponsor = (tenant: Tenant) => put(tenant, S, sponsor())
const expectUntouched = async (tenant: Tenant) => expect(await get(tenant, S)).toEqual(minimalSponsor)
const expectNothing = async (tenant: Tenant) => {
  expect(await readRows(tenant, 'sponsors')).toEqual([])
  expect(await readRows(tenant, 'users')).toEqual([])
  expect(await readEvents(tenant)).toEqual([])
}

describe('creating a sponsor', () => {
  testScenarios(server, [
    {
      name: 'by POST returns 201 with Location and the id',
      request: ['POST', '/sponsors', sponsor()],
      status: 201,
      body: { code: 'ok', message: 'Sponsor created.', etag: ETAG, id, speakers: [] },
      after: async (_tenant, { headers: { location }, body }) =>
        expect(location).toBe(`/api/external/v1/sponsors/${body.id}`),
    },
    {
      name: 'sets every other attribute to its default',
      before: createSponsor,
      request: ['GET', S],
      status: 200,
      body: minimalSponsor,
    },
    {
      name: 'by POST requires name, logo, and level',
      request: ['POST', '/sponsors', {}],
      status: 422,
      has: { errors: ['/name', '/logo', '/level'].map((pointer) => ({ pointer, code: 'required' })) },
      after: expectNothing,
    },
    {
      name: 'by PUT to an external id requires the same',
      request: ['PUT', S, { speakers: [person('ada')] }],
      status: 422,
      has: { errors: ['/name', '/logo', '/level'].map((pointer) => ({ pointer, code: 'required' })) },
      after: expectNothing,
    },
    {
      name: 'requires only the e-mail of a speaker and returns the password once',
      request: ['POST', '/sponsors', sponsor({ speakers: [{ email: 'info@example.org' }] })],
      status: 201,
      has: { speakers: [{ id, email: 'info@example.org', password }] },
    },
    {
      name: 'keeps the order of its speakers',
      before: (tenant) => put(tenant, S, sponsor({ speakers: [person('cy'), person('ada'), person('bo')] })),
      request: ['GET', S],
      status: 200,
      has: {
        speakers: [{ email: 'cy@example.org' }, { email: 'ada@example.org' }, { email: 'bo@example.org' }],
      },
    },
    {
      name: 'with one invalid speaker of twenty creates no sponsor and no account',
      request: [
        'PUT',
        S,
        sponsor({
          speakers: Array.from({ length: 20 }, (_, i) => person(i === 19 ? 'no address' : `p${i}`)),
        }),
      ],
      status: 422,
      has: { errors: [{ pointer: '/speakers/19/email', code: 'format' }] },
      after: expectNothing,
    },
    {
      name: 'refuses moderators',
      request: ['POST', '/sponsors', sponsor({ moderators: [person('mo')] })],
      status: 422,
      has: { errors: [{ pointer: '/moderators', code: 'unknown' }] },
      after: expectNothing,
    },
  ])
})

describe('updating a sponsor', () => {
  const updated = { code: 'ok', message: 'Sponsor updated.', etag: ETAG, id, speakers: [] }
  const unchanged = { ...updated, message: 'Nothing to change: the sponsor already matches the request.' }
  const required = ['name', 'logo', 'level', 'hasPage', 'speakers', 'options']
  testScenarios(server, [
    {
      name: 'changes only the attributes in the body',
      before: async (tenant) => {
        await createSponsor(tenant)
        tenant.api.clock.pass(1000)
      },
      request: ['PUT', S, { level: 1 }],
      status: 200,
      body: updated,
      after: async (tenant) =>
        expect(await get(tenant, S)).toEqual({
          ...minimalSponsor,
          level: 1,
          version: 2,
          updatedAt: '2027-03-01T12:00:01.000Z',
        }),
    },
    {
      name: 'with an empty body changes nothing',
      before: createSponsor,
      request: ['PUT', S, {}],
      status: 200,
      body: unchanged,
      after: expectUntouched,
    },
    {
      name: 'with its current values writes nothing',
      before: createSponsor,
      request: ['PUT', S, sponsor({ options: { highlight: false }, speakers: [], color: null })],
      status: 200,
      body: unchanged,
      after: async (tenant) => {
        await expectUntouched(tenant)
        expect((await readEvents(tenant)).map((event) => event.type)).toEqual(['sponsor.created'])
      },
    },
    {
      name: 'replaces the list of speakers and keeps a list that is not sent',
      before: async (tenant) => {
        await put(tenant, S, sponsor({ speakers: [person('ada'), person('bo')] }))
        await put(tenant, S, { speakers: [person('bo')] })
        await put(tenant, S, { name: 'Renamed' })
      },
      request: ['GET', S],
      status: 200,
      has: { name: 'Renamed', speakers: [{ email: 'bo@example.org' }] },
    },
    {
      name: 'can empty the list of speakers and keeps their accounts',
      before: (tenant) => put(tenant, S, sponsor({ speakers: [person('ada')] })),
      request: ['PUT', S, { speakers: [] }],
      status: 200,
      body: updated,
      after: async (tenant) => {
        expect((await get(tenant, S)).speakers).toEqual([])
        expect(await readEmails(tenant)).toEqual(['ada@example.org'])
      },
    },
    ...['externalId', 'pageContent', 'website', 'icon', 'color'].map(
      (attribute): Scenario => ({
        name: `with null clears ${attribute}`,
        before: (tenant) =>
          put(
            tenant,
            S,
            sponsor({
              pageContent: '<p>Hi</p>',
              website: 'https://example.org',
              icon: 'https://example.org/i',
              color: '#000000',
            }),
          ),
        request: ['PUT', S, { [attribute]: null }],
        status: 200,
        body: updated,
        after: async (tenant, { body }) =>
          expect((await get(tenant, `/sponsors/${body.id}`))[attribute]).toBeNull(),
      }),
    ),
    ...required.map(
      (attribute): Scenario => ({
        name: `refuses null for ${attribute}`,
        before: createSponsor,
        request: ['PUT', S, { [attribute]: null }],
        status: 422,
        has: { errors: [{ pointer: `/${attribute}`, code: 'type' }] },
        after: expectUntouched,
      }),
    ),
    {
      name: 'reports all problems at once, with the closest known names and without the values sent',
      before: createSponsor,
      request: ['PUT', S, { lvl: 2, webiste: 'submitted', color: 'submit', speakers: [{}] }],
      status: 422,
      lacks: ['submit'],
      after: async (tenant, answer) => {
        expect(problemsOf(answer)).toEqual([
          ['/lvl', 'unknown', 'is not a known attribute; did you mean "level"?'],
          ['/webiste', 'unknown', 'is not a known attribute; did you mean "website"?'],
          ['/color', 'format', 'must be a color in the form #rrggbb'],
          ['/speakers/0/email', 'required', 'is required'],
        ])
        await expectUntouched(tenant)
      },
    },
    {
      name: 'that does not exist returns 404',
      request: ['PUT', '/sponsors/01980b5c-7a40-7c3e-9f21-6d2f5b1f0a11', sponsor()],
      status: 404,
      has: { code: 'sponsor_not_found', message: 'No sponsor has this identifier.' },
      after: expectNothing,
    },
  ])
})

describe('deleting a sponsor', () => {
  testScenarios(server, [
    {
      name: 'returns its id and keeps the accounts of its people',
      before: (tenant) => put(tenant, S, sponsor({ speakers: [person('ada')] })),
      request: ['DELETE', S],
      status: 200,
      body: { code: 'ok', message: 'Sponsor deleted.', id },
      after: async (tenant) => {
        expect((await tenant.send('GET', S)).status).toBe(404)
        expect(await readEmails(tenant)).toEqual(['ada@example.org'])
      },
    },
    {
      name: 'returns 404 the second time',
      before: async (tenant) => {
        await createSponsor(tenant)
        await tenant.send('DELETE', S)
      },
      request: ['DELETE', S],
      status: 404,
      has: { code: 'sponsor_not_found' },
    },
  ])
})
