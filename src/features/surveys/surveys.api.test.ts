// Surveys in the External API: saving, opening, closing, deleting, and what they refuse.
import { describe, expect, test } from 'vitest'
import { survey, talk } from '../../../test/support/bodies.ts'
import { readRows } from '../../../test/support/rows.ts'
import {
  ETAG,
  get,
  problemsOf,
  put,
  type Tenant,
  testScenarios,
  useApi,
} from '../../../test/support/scenarios.ts'

const S = '/surveys/ext:s'
const id = expect.any(String)
const server = useApi()
const create = (tenant: Tenant) => put(tenant, S, survey())
const choice = { kind: 'single', text: 'Again?', options: ['Yes', 'No'] }

describe('saving a survey', () => {
  testScenarios(server, [
    {
      name: 'by POST returns 201 with Location and the id',
      request: ['POST', '/surveys', survey()],
      status: 201,
      body: { code: 'ok', message: 'Survey created.', etag: ETAG, id },
      after: async (_tenant, { headers: { location }, body }) =>
        expect(location).toBe(`/api/external/v1/surveys/${body.id}`),
    },
    {
      name: 'creates a draft with defaults',
      before: create,
      request: ['GET', S],
      status: 200,
      body: {
        id,
        externalId: 's',
        talkId: null,
        title: 'How was it?',
        description: null,
        state: 'draft',
        opens: 'by_hand',
        results: 'after_answering',
        anonymous: false,
        editable: false,
        questions: [
          { kind: 'single', text: 'Again?', required: true, options: ['Yes', 'No'], scale: null },
          {
            kind: 'multiple',
            text: 'What did you like?',
            required: false,
            options: ['Talk', 'Food', 'People'],
            scale: null,
          },
          {
            kind: 'scale',
            text: 'Pace?',
            required: false,
            options: [],
            scale: { min: 1, max: 5, minLabel: 'Slow', maxLabel: null },
          },
          { kind: 'text', text: 'Anything else?', required: false, options: [], scale: null },
        ],
        openedAt: null,
        closedAt: null,
        version: 1,
        createdAt: '2027-03-01T12:00:00.000Z',
        updatedAt: '2027-03-01T12:00:00.000Z',
      },
    },
    {
      name: 'accepts what a read returns, and changes nothing',
      before: create,
      request: async (tenant) => {
        const { title, description, talkId, opens, results, anonymous, editable, questions } = await get(
          tenant,
          S,
        )
        return ['PUT', S, { title, description, talkId, opens, results, anonymous, editable, questions }]
      },
      status: 200,
      has: { message: 'Nothing to change: the survey already matches the request.' },
    },
    {
      name: 'finds its talk by an identifier of yours',
      before: async (tenant) => {
        await put(tenant, '/talks/ext:t', talk())
        await put(tenant, S, survey({ talkId: 'ext:t', opens: 'talk_end' }))
      },
      request: ['GET', S],
      status: 200,
      has: { opens: 'talk_end', talkId: id },
    },
    {
      name: 'in a dry run changes nothing',
      request: ['POST', '/surveys?dryRun=true', survey()],
      status: 200,
      has: { dryRun: true, status: 201, id: null },
      after: async (tenant) => expect(await readRows(tenant, 'surveys')).toEqual([]),
    },
    {
      name: 'of another platform answers 404',
      request: async () => {
        const other = await server.createTenant()
        return ['GET', `/surveys/${(await create(other)).id}`]
      },
      status: 404,
      has: { code: 'survey_not_found' },
    },
  ])

  test.each([
    ['/talkId', { talkId: 'ext:none' }, 'must be the identifier of a talk'],
    ['/opens', { opens: 'talk_start' }, 'must be by_hand for a survey about the whole event'],
    ['/editable', { anonymous: true, editable: true }, 'must be false for an anonymous survey'],
    ['/questions', { questions: [] }, expect.any(String)],
    ['/questions/0/options', { questions: [{ ...choice, options: ['Yes'] }] }, 'must have at least 2 items'],
    [
      '/questions/0/options',
      { questions: [{ ...choice, options: ['Yes', ' Yes '] }] },
      'must not contain the same text twice',
    ],
    [
      '/questions/0/options',
      { questions: [{ ...choice, kind: 'text' }] },
      'must be empty for this kind of question',
    ],
    ['/questions/0/kind', { questions: [{ ...choice, kind: 'grid' }] }, expect.any(String)],
    ['/questions/0/scale/max', { questions: [{ kind: 'scale', text: 'a', scale: { min: 1, max: 11 } }] }, id],
    ['/titel', { titel: 'a' }, expect.any(String)],
  ])('refuses a wrong %s: %j', async (pointer, change, message) => {
    const tenant = await server.createTenant()
    const answer = await tenant.send('POST', '/surveys', { body: survey(change) })
    expect(answer.status).toBe(422)
    expect(problemsOf(answer)).toEqual([[pointer, expect.any(String), message]])
    expect(await readRows(tenant, 'surveys')).toEqual([])
  })
})

describe('the states of a survey', () => {
  test('are followed by other systems', async () => {
    const tenant = await server.createTenant()
    await create(tenant)
    const send = (action: string) => tenant.send('POST', `${S}/${action}`)
    expect((await send('close')).body.code).toBe('survey_not_open')
    expect((await send('open')).body.message).toBe('Survey opened.')
    expect((await send('open')).body.message).toBe(
      'Nothing to change: the survey already matches the request.',
    )
    expect(await get(tenant, S)).toMatchObject({ state: 'open', openedAt: '2027-03-01T12:00:00.000Z' })
    expect((await send('close')).body.message).toBe('Survey closed.')
    expect((await send('open')).status).toBe(200)
    expect((await tenant.send('DELETE', S)).body.message).toBe('Survey deleted.')
    expect((await send('open')).status).toBe(404)
    const { items } = await get(tenant, '/events?types=survey.*')
    expect(items.map(({ type }: { type: string }) => type)).toEqual([
      'survey.created',
      'survey.opened',
      'survey.closed',
      'survey.opened',
      'survey.deleted',
    ])
  })

  test('of an anonymous survey end with its closing', async () => {
    const tenant = await server.createTenant()
    await put(tenant, S, survey({ anonymous: true }))
    await tenant.send('POST', `${S}/open`)
    await tenant.send('POST', `${S}/close`)
    expect((await tenant.send('POST', `${S}/open`)).body.code).toBe('survey_anonymous')
  })

  test('change only if the precondition holds', async () => {
    const tenant = await server.createTenant()
    await create(tenant)
    const headers = { 'if-match': '"9-00000000"' }
    expect((await tenant.send('POST', `${S}/open`, { headers })).status).toBe(412)
    expect(await get(tenant, S)).toMatchObject({ state: 'draft', version: 1 })
  })

  test('cannot be opened where surveys are off', async () => {
    const tenant = await server.createTenant()
    await put(tenant, '/talks/ext:t', talk({ features: { surveys: false } }))
    await put(tenant, S, survey({ talkId: 'ext:t' }))
    const answer = await tenant.send('POST', `${S}/open`)
    expect([answer.status, answer.body.code]).toEqual([409, 'feature_off'])
  })
})

test('surveys are listed by talk and state', async () => {
  const tenant = await server.createTenant()
  const { id: talkId } = await put(tenant, '/talks/ext:t', talk())
  await put(tenant, '/surveys/ext:a', survey({ talkId }))
  // Objects are listed in the order of their creation.
  tenant.api.clock.pass(1)
  await put(tenant, '/surveys/ext:b', survey())
  await tenant.send('POST', '/surveys/ext:b/open')
  const names = async (query: string) =>
    (await get(tenant, `/surveys${query}`)).items.map(({ externalId }: { externalId: string }) => externalId)
  expect(await names('')).toEqual(['a', 'b'])
  expect(await names(`?talkId=${talkId}`)).toEqual(['a'])
  expect(await names('?state=open')).toEqual(['b'])
  expect(await names('?externalId=a')).toEqual(['a'])
})

test('surveys are deleted with their talk', async () => {
  const tenant = await server.createTenant()
  await put(tenant, '/talks/ext:t', talk())
  await put(tenant, S, survey({ talkId: 'ext:t' }))
  await tenant.send('DELETE', '/talks/ext:t')
  expect(await readRows(tenant, 'surveys')).toEqual([])
})

test('a batch creates and opens a survey', async () => {
  const tenant = await server.createTenant()
  const { body } = await tenant.send('POST', '/batch', {
    body: {
      operations: [
        { method: 'PUT', path: S, body: survey() },
        { method: 'POST', path: `${S}/open` },
      ],
    },
  })
  expect(body.results.map(({ status }: { status: number }) => status)).toEqual([201, 200])
  expect(await get(tenant, S)).toMatchObject({ state: 'open' })
})
