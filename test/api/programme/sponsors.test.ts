// Sponsors: creation, update, deletion.
import { describe, expect } from 'vitest'
import { person, sponsor } from '../../support/bodies.ts'
import { readEmails, readEvents, readRows } from '../../support/rows.ts'
import {
  get,
  problemsOf,
  put,
  type Scenario,
  type Tenant,
  testScenarios,
  useApi,
} from '../../support/scenarios.ts'

const S = '/sponsors/ext:s'
const password = expect.stringMatching(/^\S{16}$/)
const id = expect.any(String)
const options = { displayInLobby: false, highlight: false }
const fresh = {
  id,
  externalId: 's',
  name: 'Example Ltd',
  logo: 'https://static.example.org/logo.png',
  level: 3,
  hasPage: false,
  pageContent: null,
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
const existing = (tenant: Tenant) => put(tenant, S, sponsor())
const isUntouched = async (tenant: Tenant) => expect(await get(tenant, S)).toEqual(fresh)
const isEmpty = async (tenant: Tenant) => {
  expect(await readRows(tenant, 'sponsors')).toEqual([])
  expect(await readRows(tenant, 'users')).toEqual([])
  expect(await readEvents(tenant)).toEqual([])
}

describe('creating a sponsor', () => {
  testScenarios(server, [
    {
      name: 'by POST answers 201 with Location and the id',
      request: ['POST', '/sponsors', sponsor()],
      status: 201,
      body: { code: 'ok', message: 'Sponsor created.', id, speakers: [] },
      after: async (_own, { headers: { location }, body }) =>
        expect(location).toBe(`/api/external/v1/sponsors/${body.id}`),
    },
    {
      name: 'leaves every other attribute at its default',
      before: existing,
      request: ['GET', S],
      status: 200,
      body: fresh,
    },
    {
      name: 'needs name, logo and level, by POST',
      request: ['POST', '/sponsors', {}],
      status: 422,
      has: { errors: ['/name', '/logo', '/level'].map((pointer) => ({ pointer, code: 'required' })) },
      after: isEmpty,
    },
    {
      name: 'needs the same by PUT to an identifier of the caller’s own',
      request: ['PUT', S, { speakers: [person('ada')] }],
      status: 422,
      has: { errors: ['/name', '/logo', '/level'].map((pointer) => ({ pointer, code: 'required' })) },
      after: isEmpty,
    },
    {
      name: 'takes an e-mail as all there must be of a speaker, and shows the password once',
      request: ['POST', '/sponsors', sponsor({ speakers: [{ email: 'info@example.org' }] })],
      status: 201,
      has: { speakers: [{ id, email: 'info@example.org', password }] },
    },
    {
      name: 'attaches its speakers in their order',
      before: (tenant) => put(tenant, S, sponsor({ speakers: [person('cy'), person('ada'), person('bo')] })),
      request: ['GET', S],
      status: 200,
      has: {
        speakers: [{ email: 'cy@example.org' }, { email: 'ada@example.org' }, { email: 'bo@example.org' }],
      },
    },
    {
      name: 'with one wrong speaker of twenty makes no sponsor and no account',
      request: [
        'PUT',
        S,
        sponsor({
          speakers: Array.from({ length: 20 }, (_, i) => person(i === 19 ? 'no address' : `p${i}`)),
        }),
      ],
      status: 422,
      has: { errors: [{ pointer: '/speakers/19/email', code: 'format' }] },
      after: isEmpty,
    },
    {
      name: 'has no moderators',
      request: ['POST', '/sponsors', sponsor({ moderators: [person('mo')] })],
      status: 422,
      has: { errors: [{ pointer: '/moderators', code: 'unknown' }] },
      after: isEmpty,
    },
  ])
})

describe('updating a sponsor', () => {
  const updated = { code: 'ok', message: 'Sponsor updated.', id, speakers: [] }
  const unchanged = { ...updated, message: 'Nothing to change: the sponsor already matches the request.' }
  const staying = ['name', 'logo', 'level', 'hasPage', 'speakers', 'options']
  testScenarios(server, [
    {
      name: 'changes what is sent alone',
      before: async (tenant) => {
        await existing(tenant)
        tenant.api.clock.pass(1000)
      },
      request: ['PUT', S, { level: 1 }],
      status: 200,
      body: updated,
      after: async (tenant) =>
        expect(await get(tenant, S)).toEqual({
          ...fresh,
          level: 1,
          version: 2,
          updatedAt: '2027-03-01T12:00:01.000Z',
        }),
    },
    {
      name: 'with an empty body changes nothing',
      before: existing,
      request: ['PUT', S, {}],
      status: 200,
      body: unchanged,
      after: isUntouched,
    },
    {
      name: 'with what it is already writes nothing',
      before: existing,
      request: ['PUT', S, sponsor({ options: { highlight: false }, speakers: [], color: null })],
      status: 200,
      body: unchanged,
      after: async (tenant) => {
        await isUntouched(tenant)
        expect((await readEvents(tenant)).map((event) => event.type)).toEqual(['sponsor.created'])
      },
    },
    {
      name: 'replaces its speakers whole; a list that is not sent stays',
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
      name: 'empties its speakers; the accounts stay',
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
    ...staying.map(
      (attribute): Scenario => ({
        name: `refuses null for ${attribute}`,
        before: existing,
        request: ['PUT', S, { [attribute]: null }],
        status: 422,
        has: { errors: [{ pointer: `/${attribute}`, code: 'type' }] },
        after: isUntouched,
      }),
    ),
    {
      name: 'reports all problems at once, with the closest known names, and without what was sent',
      before: existing,
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
        await isUntouched(tenant)
      },
    },
    {
      name: 'that does not exist answers 404',
      request: ['PUT', '/sponsors/01980b5c-7a40-7c3e-9f21-6d2f5b1f0a11', sponsor()],
      status: 404,
      has: { code: 'sponsor_not_found', message: 'No sponsor has this identifier.' },
      after: isEmpty,
    },
  ])
})

describe('deleting a sponsor', () => {
  testScenarios(server, [
    {
      name: 'answers its id, it is gone, and its people stay',
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
      name: 'twice answers 404 the second time',
      before: async (tenant) => {
        await existing(tenant)
        await tenant.send('DELETE', S)
      },
      request: ['DELETE', S],
      status: 404,
      has: { code: 'sponsor_not_found' },
    },
  ])
})
