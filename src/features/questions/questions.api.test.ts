// Questions over the API: asking, reading, answering, merging, and deleting.
import { expect, test } from 'vitest'
import { createUser, ID } from '../../../test/support/accounts.ts'
import { attendee, talk } from '../../../test/support/bodies.ts'
import { readEvents } from '../../../test/support/rows.ts'
import { get, put, type Tenant, useApi } from '../../../test/support/scenarios.ts'
import { countVotes } from './votes.ts'

const server = useApi()
const Q = '/talks/ext:t/questions'

async function createTalk(): Promise<Tenant> {
  const tenant = await server.createTenant()
  await put(tenant, '/talks/ext:t', talk())
  await createUser(tenant, attendee('bob', { externalId: 'bob' }))
  return tenant
}
const post = (tenant: Tenant, body: object, sending: object = {}) =>
  tenant.send('POST', Q, { body: { text: 'Why?', label: 'Room 2', ...body }, ...sending })
const ask = async (tenant: Tenant, body: object = {}): Promise<string> => (await post(tenant, body)).body.id
const list = async (tenant: Tenant, query = '') => (await get(tenant, Q + query)).items

test('a question under a label is answered with its address, and can be read', async () => {
  const tenant = await createTalk()
  const answer = await post(tenant, { text: ' Why? ' })
  expect([answer.status, answer.body]).toEqual([201, { code: 'ok', message: 'Question created.', id: ID }])
  const { location } = answer.headers
  expect(location).toBe(`/api/external/v1/talks/ext%3At/questions/${answer.body.id}`)
  const { id: talkId } = await get(tenant, '/talks/ext:t')
  const read = await tenant.api.sendTo('GET', location ?? '', { key: tenant.standard })
  expect(read.body).toEqual({
    id: answer.body.id,
    externalId: null,
    talkId,
    text: 'Why?',
    state: 'open',
    votes: 0,
    anonymous: false,
    author: null,
    label: 'Room 2',
    answer: null,
    answeredAt: null,
    answeredAfter: null,
    mergedInto: null,
    version: 1,
    createdAt: '2027-03-01T12:00:00.000Z',
    updatedAt: '2027-03-01T12:00:00.000Z',
  })
})

test.each(['ext:bob', 'BOB@example.org', 'id'])('a question is asked as the account %s', async (user) => {
  const tenant = await createTalk()
  const { id } = await get(tenant, '/users/ext:bob')
  const { status } = await post(tenant, { label: undefined, user: user === 'id' ? id : user })
  expect(status).toBe(201)
  const author = {
    id,
    firstName: 'Bob',
    lastName: 'Sample',
    username: expect.any(String),
    avatar: null,
    role: 'attendee',
  }
  const [asked] = await list(tenant)
  expect(asked).toMatchObject({ author, label: null })
  expect(await get(tenant, `${Q}/${asked.id}`)).toEqual(asked)
  await tenant.send('DELETE', '/users/ext:bob')
  expect((await get(tenant, `${Q}/${asked.id}`)).author).toBe(null)
})

test('nothing that the API returns names the author of an anonymous question', async () => {
  const tenant = await createTalk()
  const bob = await get(tenant, '/users/ext:bob')
  const id = await ask(tenant, { label: undefined, user: 'ext:bob', anonymous: true, externalId: 'qa-1' })
  await put(tenant, `${Q}/${id}`, { state: 'on_stage' })
  const answers = [
    await get(tenant, `${Q}/ext:qa-1`),
    await get(tenant, Q),
    await get(tenant, '/talks/ext:t/live'),
    await get(tenant, '/events?types=question.*'),
    await readEvents(tenant).then((events) => events.filter(({ type }) => type.startsWith('question.'))),
  ]
  expect(answers[0]).toMatchObject({ id, anonymous: true, author: null, label: null })
  for (const answer of answers)
    for (const trace of [bob.id, bob.email, bob.username]) expect(JSON.stringify(answer)).not.toContain(trace)
})

test.each([
  ['no text', { text: undefined }, 422],
  ['a text that is too long', { text: 'x'.repeat(301) }, 422],
  ['both a user and a label', { user: 'ext:bob' }, 422],
  ['neither a user nor a label', { label: undefined }, 422],
  ['an unknown account', { label: undefined, user: 'nobody@example.org' }, 404],
  ['an unknown attribute', { votes: 9 }, 422],
  ['a state that new questions cannot have', { state: 'answered' }, 422],
])('a question with %s is refused', async (_name, body, status) => {
  const tenant = await createTalk()
  expect((await post(tenant, body)).status).toBe(status)
  expect(await list(tenant)).toEqual([])
})

test('the list is filtered by state and time, page by page', async () => {
  const tenant = await createTalk()
  const ids = []
  for (const text of ['a', 'b', 'c']) {
    ids.push(await ask(tenant, { text }))
    tenant.api.clock.pass(1000)
  }
  const [a = '', b = '', c = ''] = ids
  const idsOf = async (query: string) => (await list(tenant, query)).map(({ id }: { id: string }) => id)
  await put(tenant, `${Q}/${a}`, { state: 'dismissed' })
  await put(tenant, `${Q}/${b}`, { state: 'on_stage' })
  expect(await idsOf('')).toEqual([a, b, c])
  expect(await idsOf('?state=open')).toEqual([c])
  expect(await idsOf('?state=on_stage')).toEqual([b])
  expect(await idsOf('?state=dismissed')).toEqual([a])
  expect(await idsOf('?updatedSince=2027-03-01T12:00:02.500Z')).toEqual([a, b])
  const page = await get(tenant, `${Q}?limit=2`)
  expect(await idsOf(`?limit=2&cursor=${page.next}`)).toEqual([c])
  expect((await get(tenant, '/talks/ext:t/live')).stage).toEqual({ kind: 'question', id: b })
})

test('an answer stores its time, and other systems follow it', async () => {
  const tenant = await createTalk()
  const id = await ask(tenant)
  tenant.api.clock.pass(90_000)
  await put(tenant, `${Q}/${id}`, { answer: 'Because.' })
  expect(await get(tenant, `${Q}/${id}`)).toMatchObject({
    ...{ state: 'answered', answer: 'Because.', answeredAt: '2027-03-01T12:01:30.000Z', version: 2 },
  })
  const { items } = await get(tenant, '/events?types=question.*')
  expect(items).toMatchObject([
    { type: 'question.created', object: { kind: 'question', id }, version: 1 },
    { type: 'question.answered', object: { kind: 'question', id }, version: 2 },
  ])
  expect(JSON.stringify(items)).not.toContain('Because.')
  const again = await tenant.send('PUT', `${Q}/${id}`, { body: { answer: 'Because.' } })
  expect(again.body.message).toBe('Nothing to change: the question already matches the request.')
})

test('duplicates are merged, and must be open questions of the same talk', async () => {
  const tenant = await createTalk()
  const [kept, one, two] = [await ask(tenant), await ask(tenant), await ask(tenant)]
  const merge = (questions: string[]) => tenant.send('POST', `${Q}/${kept}/merge`, { body: { questions } })
  expect((await merge([one, ID_OF_NOTHING])).body.code).toBe('question_not_found')
  expect((await merge([kept])).body.code).toBe('question_closed')
  expect((await get(tenant, `${Q}/${one}`)).state).toBe('open')
  const answer = await merge([one, two])
  expect([answer.status, answer.body]).toEqual([
    200,
    { code: 'ok', message: '2 duplicates merged.', id: kept },
  ])
  expect(await get(tenant, `${Q}/${two}`)).toMatchObject({ state: 'dismissed', mergedInto: kept })
  const closed = await tenant.send('PUT', `${Q}/${two}`, { body: { state: 'open' } })
  expect(closed.body.code).toBe('question_closed')
})

const ID_OF_NOTHING = '01980b5c-7a40-7c3e-9f21-6d2f5b1f0a11'

test('dry runs, idempotency keys, preconditions, and batches work as everywhere', async () => {
  const tenant = await createTalk()
  const dry = await tenant.send('POST', `${Q}?dryRun=true`, { body: { text: 'Why?', label: 'Room 2' } })
  expect(dry.body).toMatchObject({ dryRun: true, status: 201, id: null })
  expect(await list(tenant)).toEqual([])
  const key = { headers: { 'idempotency-key': 'once' } }
  const [first, second] = [await post(tenant, {}, key), await post(tenant, {}, key)]
  expect(second.body).toEqual(first.body)
  const { id } = first.body
  const stale = { headers: { 'if-match': '"9"' } }
  for (const method of ['PUT', 'DELETE'] as const) {
    const { status } = await tenant.send(method, `${Q}/${id}`, {
      ...stale,
      ...(method === 'PUT' ? { body: { text: 'What?' } } : {}),
    })
    expect([method, status]).toEqual([method, 412])
  }
  const { body } = await tenant.send('POST', '/batch', {
    body: {
      operations: [
        { method: 'POST', path: Q, body: { text: 'How?', label: 'Room 3' } },
        { method: 'PUT', path: `${Q}/${id}`, body: { state: 'on_stage' } },
        { method: 'DELETE', path: `${Q}/${ID_OF_NOTHING}` },
      ],
    },
  })
  expect(body.results.map(({ status }: { status: number }) => status)).toEqual([201, 200, 404])
  const deleted = await tenant.send('DELETE', `${Q}/${id}`)
  expect(deleted.body).toEqual({ code: 'ok', message: 'Question deleted.', id })
  expect((await list(tenant)).map(({ text }: { text: string }) => text)).toEqual(['How?'])
})

test('questions of other talks and platforms do not exist', async () => {
  const [tenant, other] = [await createTalk(), await createTalk()]
  const id = await ask(other)
  await put(other, '/talks/ext:second', talk())
  const requests = [
    [tenant, `${Q}/${id}`],
    [other, `/talks/ext:second/questions/${id}`],
    [other, `${Q}/ext:none`],
  ] as const
  for (const [who, path] of requests)
    for (const method of ['GET', 'PUT', 'DELETE'] as const) {
      const { status, body } = await who.send(method, path, method === 'PUT' ? { body: {} } : {})
      expect([path, method, status, body.code]).toEqual([path, method, 404, 'question_not_found'])
    }
})

test('a question is read, changed, merged, and deleted by an identifier of yours', async () => {
  const tenant = await createTalk()
  const other = await createTalk()
  const own = `${Q}/ext:qa-1`
  const id = await ask(tenant, { externalId: 'qa-1' })
  await ask(tenant)
  expect(await get(tenant, own)).toMatchObject({ id, externalId: 'qa-1', version: 1 })
  expect((await list(tenant, '?externalId=qa-1')).map((one: { id: string }) => one.id)).toEqual([id])
  await put(tenant, own, { answer: 'Because.' })
  expect(await get(tenant, own)).toMatchObject({ id, state: 'answered', version: 2 })
  await put(tenant, own, { state: 'open' })
  const duplicate = await ask(tenant, { externalId: 'qa-2' })
  const [{ id: userId }, { id: talkId }] = [
    await get(tenant, '/users/ext:bob'),
    await get(tenant, '/talks/ext:t'),
  ]
  const votes = [id, duplicate].map((questionId) => ({ questionId, userId, isOn: true }))
  await countVotes(tenant.api.installation, { platformId: tenant.caller.platform.id, id: talkId }, votes)
  const merged = await tenant.send('POST', `${own}/merge`, { body: { questions: [duplicate] } })
  expect(merged.body).toEqual({ code: 'ok', message: '1 duplicate merged.', id })
  expect(await get(tenant, `${Q}/ext:qa-2`)).toMatchObject({ mergedInto: id, votes: 1 })
  expect((await get(tenant, own)).votes).toBe(1)
  const { body } = await tenant.send('DELETE', own)
  expect(body).toEqual({ code: 'ok', message: 'Question deleted.', id })
  expect((await tenant.send('GET', own)).body.code).toBe('question_not_found')
  expect((await post(tenant, { externalId: 'qa-1' })).status).toBe(201)
  expect((await post(other, { externalId: 'qa-1' })).status).toBe(201)
})

test('an identifier names one question of the platform, even if two are asked at once', async () => {
  const tenant = await createTalk()
  await put(tenant, '/talks/ext:second', talk())
  const taken = { status: 409, code: 'external_id_taken', pointers: ['/externalId'] }
  const refusalOf = async (answer: ReturnType<Tenant['send']>) => {
    const { status, body } = await answer
    return { status, code: body.code, pointers: body.errors?.map((one: { pointer: string }) => one.pointer) }
  }
  const both = await Promise.all([post(tenant, { externalId: 'qa-1' }), post(tenant, { externalId: 'qa-1' })])
  expect(both.map(({ status }) => status).sort()).toEqual([201, 409])
  expect(await refusalOf(post(tenant, { externalId: 'qa-1' }))).toEqual(taken)
  const second = tenant.send('POST', '/talks/ext:second/questions', {
    body: { text: 'How?', label: 'Room 3', externalId: 'qa-1' },
  })
  expect(await refusalOf(second)).toEqual(taken)
  // Questions are listed in the order of their creation.
  tenant.api.clock.pass(1)
  const id = await ask(tenant)
  expect(await refusalOf(tenant.send('PUT', `${Q}/${id}`, { body: { externalId: 'qa-1' } }))).toEqual(taken)
  expect((await list(tenant)).map(({ externalId }: { externalId: string }) => externalId)).toEqual([
    'qa-1',
    null,
  ])
  await put(tenant, `${Q}/ext:qa-1`, { externalId: 'qa-2' })
  await put(tenant, `${Q}/${id}`, { externalId: 'qa-1' })
  await put(tenant, `${Q}/ext:qa-2`, { externalId: null })
  expect(await list(tenant, '?externalId=qa-2')).toEqual([])
  expect((await get(tenant, `${Q}/ext:qa-1`)).id).toBe(id)
  expect((await tenant.send('GET', '/talks/ext:second/questions/ext:qa-1')).status).toBe(404)
  expect((await post(tenant, { externalId: '' })).status).toBe(422)
})

test('all routes are refused while questions are off', async () => {
  const tenant = await createTalk()
  const id = await ask(tenant)
  await put(tenant, '/talks/ext:t', { features: { questions: false } })
  const answers = [
    await tenant.send('GET', Q),
    await post(tenant, {}),
    await tenant.send('GET', `${Q}/${id}`),
    await tenant.send('PUT', `${Q}/${id}`, { body: { state: 'open' } }),
    await tenant.send('DELETE', `${Q}/${id}`),
    await tenant.send('POST', `${Q}/${id}/merge`, { body: { questions: [id] } }),
  ]
  for (const { status, body } of answers) expect([status, body.code]).toEqual([409, 'feature_off'])
})
