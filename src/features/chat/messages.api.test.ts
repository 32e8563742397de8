// Chat messages over the API: writing as an account or under a name, reading, and removing.
import { expect, test } from 'vitest'
import { createUser, ID } from '../../../test/support/accounts.ts'
import { attendee, talk } from '../../../test/support/bodies.ts'
import { get, put, type Tenant, useApi } from '../../../test/support/scenarios.ts'

const server = useApi()
const M = '/talks/ext:t/messages'

async function createTalk(): Promise<Tenant> {
  const tenant = await server.createTenant()
  await put(tenant, '/talks/ext:t', talk())
  await createUser(tenant, attendee('bob', { externalId: 'bob' }))
  return tenant
}
const post = (tenant: Tenant, body: object, sending: object = {}) =>
  tenant.send('POST', M, { body: { label: 'Bridge', ...body }, ...sending })
const setLive = (tenant: Tenant, body: object) => put(tenant, '/talks/ext:t/live', body)
const textsOf = async (tenant: Tenant, query = '') =>
  (await get(tenant, M + query)).items.map(({ text }: { text: string | null }) => text)

test('a message under a name is answered with its address, and can be read', async () => {
  const tenant = await createTalk()
  const answer = await post(tenant, { text: ' Hello ' })
  expect([answer.status, answer.body]).toEqual([
    201,
    { code: 'ok', message: 'Message sent.', id: ID, state: 'visible' },
  ])
  const { location } = answer.headers
  expect(location).toBe(`/api/external/v1/talks/ext%3At/messages/${answer.body.id}`)
  const read = await tenant.api.sendTo('GET', location ?? '', { key: tenant.standard })
  const { id: talkId } = await get(tenant, '/talks/ext:t')
  expect(read.body).toEqual({
    id: answer.body.id,
    talkId,
    author: null,
    label: 'Bridge',
    text: 'Hello',
    replyTo: null,
    state: 'visible',
    heldFor: null,
    removedBy: null,
    removedFor: null,
    reactions: {},
    reports: 0,
    createdAt: '2027-03-01T12:00:00.000Z',
    updatedAt: '2027-03-01T12:00:00.000Z',
  })
})

test.each(['ext:bob', 'BOB@example.org', 'id'])('a message is written as the account %s', async (user) => {
  const tenant = await createTalk()
  const account = await get(tenant, '/users/ext:bob')
  const sent = await tenant.send('POST', M, {
    body: { text: 'Hello', user: user === 'id' ? account.id : user },
  })
  expect(sent.status, sent.text).toBe(201)
  const [message] = (await get(tenant, M)).items
  expect(message.author).toEqual({
    id: account.id,
    firstName: account.firstName,
    lastName: account.lastName,
    username: account.username,
    avatar: null,
    role: 'attendee',
  })
  expect(message.label).toBeNull()
})

test.each([
  [{ text: 'Hello', user: 'ext:bob', label: 'Bridge' }, 422],
  [{ text: 'Hello' }, 422],
  [{ label: 'Bridge' }, 422],
  [{ label: 'Bridge', text: ' ' }, 422],
  [{ label: 'Bridge', text: 'x'.repeat(501) }, 422],
  [{ label: '', text: 'Hello' }, 422],
  [{ label: 'x'.repeat(61), text: 'Hello' }, 422],
  [{ text: 'Hello', user: 'ext:nobody' }, 404],
  [{ text: 'Hello', user: 'nobody' }, 404],
  [{ label: 'Bridge', text: 'Hello', replyTo: 'x' }, 404],
  [{ label: 'Bridge', text: 'Hello', replyTo: '01980b5c-7a40-7c3e-9f21-6d2f5b1f0a11' }, 404],
])('%j is refused with %i, and nothing is sent', async (body, status) => {
  const tenant = await createTalk()
  expect((await tenant.send('POST', M, { body })).status).toBe(status)
  expect(await textsOf(tenant)).toEqual([])
})

test('a reply names the message that it answers, which must be of the same talk', async () => {
  const tenant = await createTalk()
  const { body: first } = await post(tenant, { text: 'One' })
  await post(tenant, { text: 'Two', replyTo: first.id })
  expect((await get(tenant, M)).items[1].replyTo).toBe(first.id)
  await put(tenant, '/talks/ext:other', talk())
  const elsewhere = await tenant.send('POST', '/talks/ext:other/messages', {
    body: { label: 'Bridge', text: 'Three', replyTo: first.id },
  })
  expect([elsewhere.status, elsewhere.body.code]).toEqual([404, 'message_not_found'])
})

test('the settings of the chat apply: messages wait, and a paused chat or a feature that is off refuses them', async () => {
  const tenant = await createTalk()
  await setLive(tenant, { chatMode: 'approval' })
  const held = await post(tenant, { text: 'Hello' })
  expect(held.body).toMatchObject({ message: 'The message waits for a moderator.', state: 'held' })
  await setLive(tenant, { chatMode: 'paused' })
  expect((await post(tenant, { text: 'Hello' })).body.code).toBe('chat_paused')
  await put(tenant, '/talks/ext:t', { features: { chat: false } })
  for (const [method, path, body] of [
    ['GET', M],
    ['POST', M, { label: 'Bridge', text: 'Hello' }],
    ['GET', `${M}/${held.body.id}`],
    ['DELETE', `${M}/${held.body.id}`],
  ] as const) {
    const answer = await tenant.send(method, path, body ? { body } : {})
    expect([method, answer.status, answer.body.code]).toEqual([method, 409, 'feature_off'])
  }
})

test('speakers write in a paused chat', async () => {
  const tenant = await createTalk()
  await setLive(tenant, { chatMode: 'paused' })
  const [speaker] = (await get(tenant, '/talks/ext:t')).speakers
  const answer = await tenant.send('POST', M, { body: { text: 'Hello', user: speaker.email } })
  expect(answer.status, answer.text).toBe(201)
})

test('lists have pages, in the order of the chat, and filters', async () => {
  const tenant = await createTalk()
  for (const text of ['a', 'b', 'c']) await post(tenant, { text })
  const first = await get(tenant, `${M}?limit=2`)
  expect(first.items.map(({ text }: { text: string }) => text)).toEqual(['a', 'b'])
  const second = await get(tenant, `${M}?limit=2&cursor=${first.next}`)
  expect([second.items.length, second.items[0].text, second.next]).toEqual([1, 'c', null])
  tenant.api.clock.pass(60_000)
  await tenant.send('DELETE', `${M}/${first.items[0].id}`)
  expect(await textsOf(tenant, '?updatedSince=2027-03-01T12:00:30Z')).toEqual([null])
  expect(await textsOf(tenant, '?state=visible')).toEqual(['b', 'c'])
  expect((await tenant.send('GET', `${M}?cursor=x`)).status).toBe(422)
  expect((await tenant.send('GET', `${M}?state=lost`)).status).toBe(422)
})

test('a removed message is read without its text, and cannot be removed again', async () => {
  const tenant = await createTalk()
  const { body: sent } = await post(tenant, { text: 'Hello' })
  await setLive(tenant, { pinnedMessageId: sent.id })
  const { version } = await get(tenant, '/talks/ext:t/live')
  const removed = await tenant.send('DELETE', `${M}/${sent.id}`)
  expect([removed.status, removed.body]).toEqual([
    200,
    { code: 'ok', message: 'Message removed.', id: sent.id },
  ])
  expect(await get(tenant, `${M}/${sent.id}`)).toMatchObject({
    state: 'removed',
    removedBy: 'moderator',
    text: null,
  })
  expect(await get(tenant, '/talks/ext:t/live')).toMatchObject({
    pinnedMessageId: null,
    version: version + 1,
  })
  expect((await tenant.send('DELETE', `${M}/${sent.id}`)).body.code).toBe('message_removed')
  for (const id of ['x', '01980b5c-7a40-7c3e-9f21-6d2f5b1f0a11'])
    expect((await tenant.send('DELETE', `${M}/${id}`)).body.code).toBe('message_not_found')
})

test('the author of a removed message sees the reason', async () => {
  const tenant = await createTalk()
  const ids = []
  for (const text of ['One', 'Two', 'Three']) ids.push((await post(tenant, { text })).body.id)
  const [one, two, three] = ids
  const remove = (id: string, body?: object) => tenant.send('DELETE', `${M}/${id}`, { body })
  for (const [body, pointer] of [
    [{ reason: 'x'.repeat(201) }, '/reason'],
    [{ reason: ' ' }, '/reason'],
    [{ why: 'Spam' }, '/why'],
  ] as const) {
    const refused = await remove(one, body)
    expect([refused.status, refused.body.errors[0].pointer]).toEqual([422, pointer])
  }
  expect(await textsOf(tenant)).toEqual(['One', 'Two', 'Three'])
  expect((await remove(one, { reason: ' Off topic ' })).status).toBe(200)
  expect((await remove(two, { reason: null })).status).toBe(200)
  const operations = [{ method: 'DELETE', path: `${M}/${three}`, body: { reason: 'Spam' } }]
  expect((await tenant.send('POST', '/batch', { body: { operations } })).body.results[0].status).toBe(200)
  const { items } = await get(tenant, M)
  expect(items.map(({ removedFor }: { removedFor: string | null }) => removedFor)).toEqual([
    'Off topic',
    null,
    'Spam',
  ])
})

test('messages of another platform, or of another talk, do not exist', async () => {
  const tenant = await createTalk()
  const { body: sent } = await post(tenant, { text: 'Hello' })
  const { id } = await get(tenant, '/talks/ext:t')
  await put(tenant, '/talks/ext:other', talk())
  const stranger = await server.createTenant()
  for (const [reader, path, code] of [
    [tenant, `/talks/ext:other/messages/${sent.id}`, 'message_not_found'],
    [stranger, `/talks/${id}/messages/${sent.id}`, 'talk_not_found'],
    [stranger, `/talks/${id}/messages`, 'talk_not_found'],
  ] as const)
    expect((await reader.send('GET', path)).body.code).toBe(code)
  expect((await stranger.send('DELETE', `/talks/${id}/messages/${sent.id}`)).body.code).toBe('talk_not_found')
  expect(await textsOf(tenant)).toEqual(['Hello'])
})

test('a dry run sends nothing and names no id; a repeat with an idempotency key sends once', async () => {
  const tenant = await createTalk()
  const dry = await tenant.send('POST', `${M}?dryRun=true`, { body: { label: 'Bridge', text: 'Hello' } })
  expect(dry.body).toMatchObject({ dryRun: true, status: 201, id: null })
  expect(await textsOf(tenant)).toEqual([])
  const headers = { 'idempotency-key': 'once' }
  const [first, second] = [
    await post(tenant, { text: 'Hello' }, { headers }),
    await post(tenant, { text: 'Hello' }, { headers }),
  ]
  expect(second.body).toEqual(first.body)
  expect(await textsOf(tenant)).toEqual(['Hello'])
})

test('a batch sends and removes messages', async () => {
  const tenant = await createTalk()
  const { body: sent } = await post(tenant, { text: 'Hello' })
  const operations = [
    { method: 'POST', path: M, body: { label: 'Bridge', text: 'Two' } },
    { method: 'DELETE', path: `${M}/${sent.id}` },
    { method: 'POST', path: M, body: { text: 'Three' } },
    { method: 'PUT', path: `${M}/${sent.id}`, body: {} },
  ]
  const { body } = await tenant.send('POST', '/batch', { body: { operations } })
  expect(body.results.map(({ status }: { status: number }) => status)).toEqual([201, 200, 422, 405])
  expect(await textsOf(tenant)).toEqual([null, 'Two'])
})

test('messages of a deleted account stay without a name', async () => {
  const tenant = await createTalk()
  await createUser(tenant, attendee('carl', { externalId: 'carl' }))
  await tenant.send('POST', M, { body: { text: 'Hello', user: 'ext:carl' } })
  await tenant.send('DELETE', '/users/ext:carl')
  expect((await get(tenant, M)).items).toMatchObject([{ author: null, label: null, text: 'Hello' }])
})
