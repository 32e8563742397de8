// The live state of a talk over the API: reading it, and changing its settings.
import { expect, test } from 'vitest'
import { ID } from '../../../test/support/accounts.ts'
import { survey, talk } from '../../../test/support/bodies.ts'
import { readEvents } from '../../../test/support/rows.ts'
import { get, problemsOf, put, type Tenant, useApi } from '../../../test/support/scenarios.ts'

const server = useApi()
const L = '/talks/ext:t/live'

async function createTalk(more: Record<string, unknown> = {}): Promise<Tenant> {
  const tenant = await server.createTenant()
  await put(tenant, '/talks/ext:t', talk(more))
  return tenant
}
const untouched = {
  id: ID,
  state: 'upcoming',
  features: {
    chat: true,
    questions: true,
    surveys: true,
    viewersCount: true,
    viewersList: true,
    rewardsEarning: true,
  },
  chatMode: 'open',
  slowSeconds: 0,
  pinnedMessageId: null,
  credits: null,
  crowdedUntil: null,
  allChatsPaused: false,
  stage: null,
  viewers: { count: 0, listed: 0 },
  seq: 0,
  version: 1,
  updatedAt: '2027-03-01T12:00:00.000Z',
}

test('a talk is open before anything happened in it', async () => {
  const tenant = await createTalk({ features: { surveys: false } })
  expect(await get(tenant, L)).toEqual({ ...untouched, features: { ...untouched.features, surveys: false } })
  expect((await tenant.send('GET', '/talks/ext:none/live')).body.code).toBe('talk_not_found')
})

test('settings that are sent change, and all others stay', async () => {
  const tenant = await createTalk()
  expect(await put(tenant, L, { slowSeconds: 10 })).toEqual({
    code: 'ok',
    message: 'Live settings updated.',
    id: ID,
  })
  await put(tenant, L, { chatMode: 'approval' })
  expect(await get(tenant, L)).toEqual({
    ...untouched,
    chatMode: 'approval',
    slowSeconds: 10,
    seq: 2,
    version: 3,
  })
  expect(await put(tenant, L, { chatMode: 'approval' })).toMatchObject({ message: 'Nothing to change.' })
  expect((await get(tenant, L)).version).toBe(3)
})

test.each([
  [{ chatMode: 'closed' }, 422],
  [{ chatMode: null }, 422],
  [{ slowSeconds: -1 }, 422],
  [{ slowSeconds: 3601 }, 422],
  [{ pinnedMessageId: 'x' }, 422],
  [{ pinnedMessageId: '01980b5c-7a40-7c3e-9f21-6d2f5b1f0a11' }, 422],
  [{ stage: { kind: 'talk', id: '01980b5c-7a40-7c3e-9f21-6d2f5b1f0a11' } }, 422],
  [{ mode: 'open' }, 422],
])('%j is refused with %i, and nothing changes', async (body, status) => {
  const tenant = await createTalk()
  expect((await tenant.send('PUT', L, { body })).status).toBe(status)
  expect(await get(tenant, L)).toEqual(untouched)
})

const NONE = '01980b5c-7a40-7c3e-9f21-6d2f5b1f0a11'

test('only what people can see is pinned or on stage', async () => {
  const tenant = await createTalk()
  await put(tenant, '/talks/ext:other', talk())
  const send = async (method: 'POST' | 'PUT' | 'DELETE', path: string, body?: object): Promise<string> => {
    const answer = await tenant.send(method, path, { body })
    expect(answer.body).toMatchObject({ code: 'ok' })
    return answer.body.id
  }
  const write = (of: string) => send('POST', `/talks/ext:${of}/messages`, { label: 'Bridge', text: 'Hello' })
  const [visible, removed, elsewhere] = [await write('t'), await write('t'), await write('other')]
  await send('DELETE', `/talks/ext:t/messages/${removed}`)
  await put(tenant, L, { chatMode: 'approval' })
  const held = await write('t')
  const ask = (of: string, state: string) =>
    send('POST', `/talks/ext:${of}/questions`, { label: 'Room 2', text: 'Why?', state })
  const [open, pending, answered, dismissed, asked] = [
    await ask('t', 'open'),
    await ask('t', 'pending'),
    await ask('t', 'open'),
    await ask('t', 'open'),
    await ask('other', 'open'),
  ]
  await put(tenant, `/talks/ext:t/questions/${answered}`, { answer: 'Because.' })
  await put(tenant, `/talks/ext:t/questions/${dismissed}`, { state: 'dismissed' })
  const create = async (more: Record<string, unknown>, ...actions: string[]) => {
    const id = await send('POST', '/surveys', survey(more))
    for (const action of actions) await send('POST', `/surveys/${id}/${action}`)
    return id
  }
  const talkId = 'ext:t'
  const surveys = {
    draft: await create({ talkId }),
    open: await create({ talkId, results: 'moderators' }, 'open'),
    closed: await create({ talkId }, 'open', 'close'),
    secret: await create({ talkId, results: 'moderators' }, 'open', 'close'),
    other: await create({ talkId: 'ext:other' }, 'open'),
    event: await create({}, 'open'),
    past: await create({}, 'open', 'close'),
  }
  const stranger = await server.createTenant()
  const { id: foreign } = await put(stranger, '/surveys/ext:s', survey())
  const before = await get(tenant, L)
  const pin = (pinnedMessageId: string) => ({ pinnedMessageId })
  const stage = (kind: string, id: string) => ({ stage: { kind, id } })
  const refused: [body: object, ...[pointer: string, code: string][]][] = [
    [pin(NONE), ['/pinnedMessageId', 'message_not_found']],
    [pin(elsewhere), ['/pinnedMessageId', 'message_not_found']],
    [pin(removed), ['/pinnedMessageId', 'message_removed']],
    [pin(held), ['/pinnedMessageId', 'message_held']],
    [stage('question', NONE), ['/stage/id', 'question_not_found']],
    [stage('question', asked), ['/stage/id', 'question_not_found']],
    [stage('question', surveys.open), ['/stage/id', 'question_not_found']],
    ...[pending, answered, dismissed].map((id): (typeof refused)[number] => [
      stage('question', id),
      ['/stage/id', 'question_closed'],
    ]),
    [stage('survey', NONE), ['/stage/id', 'survey_not_found']],
    [stage('survey', open), ['/stage/id', 'survey_not_found']],
    [stage('survey', foreign), ['/stage/id', 'survey_not_found']],
    ...[surveys.draft, surveys.secret, surveys.other, surveys.past].map((id): (typeof refused)[number] => [
      stage('survey', id),
      ['/stage/id', 'survey_not_shown'],
    ]),
    [
      { ...pin(held), ...stage('survey', surveys.draft), slowSeconds: 5 },
      ['/pinnedMessageId', 'message_held'],
      ['/stage/id', 'survey_not_shown'],
    ],
  ]
  for (const [body, ...problems] of refused) {
    const answer = await tenant.send('PUT', L, { body })
    expect([body, answer.status, answer.body.code]).toEqual([body, 422, 'invalid_data'])
    expect([body, ...problemsOf(answer).map(([pointer, code]: string[]) => [pointer, code])]).toEqual([
      body,
      ...problems,
    ])
  }
  expect(await get(tenant, L)).toEqual(before)
  await put(tenant, L, { ...pin(visible), ...stage('question', open) })
  expect(await get(tenant, L)).toMatchObject({ ...pin(visible), ...stage('question', open) })
  for (const id of [surveys.open, surveys.closed, surveys.event]) {
    await put(tenant, L, stage('survey', id))
    expect((await get(tenant, L)).stage).toEqual({ kind: 'survey', id })
  }
})

test('a write with the tag of an older state is refused', async () => {
  const tenant = await createTalk()
  const { headers } = await tenant.send('GET', L)
  const write = (slowSeconds: number) =>
    tenant.send('PUT', L, { body: { slowSeconds }, headers: { 'if-match': headers.etag ?? '' } })
  expect((await write(5)).status).toBe(200)
  expect((await write(6)).status).toBe(412)
  expect((await get(tenant, L)).slowSeconds).toBe(5)
})

test('messages do not make the tag of the settings stale', async () => {
  const tenant = await createTalk()
  const { headers } = await tenant.send('GET', L)
  await tenant.send('POST', '/talks/ext:t/messages', { body: { label: 'Bridge', text: 'Hello' } })
  const answer = await tenant.send('PUT', L, {
    body: { slowSeconds: 5 },
    headers: { 'if-match': headers.etag ?? '' },
  })
  expect(answer.status).toBe(200)
})

test('a dry run says what would change', async () => {
  const tenant = await createTalk()
  const { body } = await tenant.send('PUT', `${L}?dryRun=true`, { body: { chatMode: 'paused' } })
  expect(body).toMatchObject({
    dryRun: true,
    status: 200,
    changes: [{ pointer: '/chatMode', before: 'open', after: 'paused' }],
  })
  expect(await get(tenant, L)).toEqual(untouched)
})

test('the settings of a feature that is off cannot be changed', async () => {
  const tenant = await createTalk({ features: { chat: false, questions: false } })
  for (const body of [
    { chatMode: 'paused' },
    { stage: { kind: 'question', id: '01980b5c-7a40-7c3e-9f21-6d2f5b1f0a11' } },
  ])
    expect((await tenant.send('PUT', L, { body })).body.code).toBe('feature_off')
})

test('a change is in the audit log, but not in the change feed', async () => {
  const tenant = await createTalk()
  await put(tenant, L, { chatMode: 'paused' })
  expect((await readEvents(tenant)).map(({ type }) => type)).toContain('talk.live_updated')
  const feed = await get(tenant, '/events')
  expect(feed.items.map(({ type }: { type: string }) => type)).not.toContain('talk.live_updated')
})
