// The live state of a talk over the API: reading it, and changing its settings.
import { expect, test } from 'vitest'
import { ID } from '../../support/accounts.ts'
import { talk } from '../../support/bodies.ts'
import { readEvents } from '../../support/rows.ts'
import { get, put, type Tenant, useApi } from '../../support/scenarios.ts'

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
  [{ pinnedMessageId: 'x' }, 404],
  [{ pinnedMessageId: '01980b5c-7a40-7c3e-9f21-6d2f5b1f0a11' }, 404],
  [{ stage: { kind: 'talk', id: '01980b5c-7a40-7c3e-9f21-6d2f5b1f0a11' } }, 422],
  [{ mode: 'open' }, 422],
])('%j is refused with %i, and nothing changes', async (body, status) => {
  const tenant = await createTalk()
  expect((await tenant.send('PUT', L, { body })).status).toBe(status)
  expect(await get(tenant, L)).toEqual(untouched)
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
