// The live stream of the API: what it sends, how it resumes, and when it ends.
import { expect, test } from 'vitest'
import { talk } from '../../../test/support/bodies.ts'
import { EventStream } from '../../../test/support/live.ts'
import { get, put, type Tenant, useApi } from '../../../test/support/scenarios.ts'
import { listKeys, revokeApiKey } from '../api-keys/api-keys.ts'

const server = useApi()
const S = '/api/external/v1/live/stream'

async function createTalk() {
  const tenant = await server.createTenant()
  await put(tenant, '/talks/ext:t', talk())
  const { id } = await get(tenant, '/talks/ext:t')
  return { tenant, id: String(id) }
}
const open = (tenant: Tenant, talks: string, headers: Record<string, string> = {}) =>
  new EventStream(tenant.api.url, `${S}?talks=${talks}`, {
    headers: { authorization: `Bearer ${tenant.standard}`, ...headers },
  })
const snapshotsOf = ({ events }: EventStream) => events.filter(({ name }) => name === 'reset')
const hasSnapshots = (count: number) => (stream: EventStream) => snapshotsOf(stream).length === count
/** The viewers have an event of their own. */
async function liveOf(tenant: Tenant) {
  const { viewers: _viewers, ...live } = await get(tenant, '/talks/ext:t/live')
  return live
}
const post = (tenant: Tenant, text: string, path = '/talks/ext:t/messages') =>
  tenant.send('POST', path, { body: { label: 'Bridge', text } })
const refusalOf = async (tenant: Tenant, talks: string, key = tenant.standard) => {
  const { status, body } = await tenant.send('GET', `/live/stream?talks=${talks}`, { key })
  return [status, body.code]
}

test('a stream begins with a snapshot, and then sends objects as the API returns them', async () => {
  const { tenant, id } = await createTalk()
  await post(tenant, 'One')
  const stream = await open(tenant, 'ext:t').until(hasSnapshots(1))
  const [one] = (await get(tenant, '/talks/ext:t/messages')).items
  expect(snapshotsOf(stream)).toEqual([
    {
      name: 'reset',
      id: expect.stringMatching(new RegExp(`^${id}:1:`)),
      data: {
        talk: id,
        seq: 1,
        snapshot: {
          live: await liveOf(tenant),
          messages: [one],
          questions: [],
          surveys: [],
          surveyResults: [],
        },
      },
    },
  ])
  await post(tenant, 'Two')
  await stream.until(({ items }) => items.length === 1)
  const [, two] = (await get(tenant, '/talks/ext:t/messages')).items
  expect(stream.items).toEqual([{ kind: 'message', id: two.id, value: two }])
  await put(tenant, '/talks/ext:t/live', { slowSeconds: 5 })
  await stream.until(({ items }) => items.length === 2)
  expect(stream.items[1]).toEqual({ kind: 'talk', id, value: await liveOf(tenant) })
  await tenant.send('DELETE', `/talks/ext:t/messages/${two.id}`)
  await stream.until(({ items }) => items.length === 3)
  expect(stream.items[2]).toEqual({ kind: 'message', id: two.id, value: null })
  stream.close()
})

test('a stream continues after a known change, and after its last event', async () => {
  const { tenant, id } = await createTalk()
  for (const text of ['One', 'Two', 'Three']) await post(tenant, text)
  const textsOf = ({ items }: EventStream) => items.map(({ value }) => value.text)
  const known = await open(tenant, `${id}:1`).until(({ items }) => items.length === 2)
  expect(textsOf(known)).toEqual(['Two', 'Three'])
  const resumed = await open(tenant, 'ext:t', { 'last-event-id': `${id}:2` }).until(
    ({ items }) => items.length === 1,
  )
  expect(textsOf(resumed)).toEqual(['Three'])
  const lost = await open(tenant, `${id}:99`).until(hasSnapshots(1))
  expect(snapshotsOf(lost).length).toBe(1)
  for (const stream of [known, resumed, lost]) stream.close()
})

test('a stream carries messages that wait for a moderator, of several talks', async () => {
  const { tenant, id } = await createTalk()
  await put(tenant, '/talks/ext:other', talk())
  const other = (await get(tenant, '/talks/ext:other')).id
  await put(tenant, '/talks/ext:other/live', { chatMode: 'approval' })
  const stream = await open(tenant, `ext:t,${other}`).until(hasSnapshots(2))
  await post(tenant, 'Here')
  // Talks have no order among each other.
  await stream.until(({ items }) => items.length === 1)
  await post(tenant, 'There', '/talks/ext:other/messages')
  await stream.until(({ items }) => items.length === 2)
  expect(stream.items.map(({ value }) => [value.talkId, value.state])).toEqual([
    [id, 'visible'],
    [other, 'held'],
  ])
  expect(stream.reached).toEqual([`${id}:1`, `${other}:2`].sort())
  stream.close()
})

test('turning the chat off sends a snapshot without messages', async () => {
  const { tenant } = await createTalk()
  await post(tenant, 'One')
  const stream = await open(tenant, 'ext:t').until(hasSnapshots(1))
  await put(tenant, '/talks/ext:t', { features: { chat: false } })
  await stream.until(hasSnapshots(2))
  expect(snapshotsOf(stream)[1]).toMatchObject({
    name: 'reset',
    data: { snapshot: { live: { features: { chat: false } }, messages: [] } },
  })
  stream.close()
})

test('an impossible list of talks is refused', async () => {
  const { tenant, id } = await createTalk()
  const stranger = await server.createTenant()
  expect(await refusalOf(tenant, 'ext:none')).toEqual([404, 'talk_not_found'])
  expect(await refusalOf(tenant, `${id}:x`)).toEqual([404, 'talk_not_found'])
  expect(await refusalOf(stranger, id)).toEqual([404, 'talk_not_found'])
  expect(await refusalOf(tenant, '')).toEqual([422, 'invalid_data'])
  expect(await refusalOf(tenant, Array.from({ length: 21 }, () => id).join(','))).toEqual([
    422,
    'invalid_data',
  ])
  expect((await tenant.send('GET', '/live/stream')).status).toBe(422)
  expect((await tenant.send('HEAD', `/live/stream?talks=${id}`)).status).toBe(405)
})

test('an API key has at most five streams, and each counts as one request', async () => {
  const { tenant, id } = await createTalk()
  const used = async () =>
    Number(/r=(\d+)/.exec((await tenant.send('GET', '/talks')).headers.ratelimit ?? '')?.[1])
  const before = await used()
  const streams = Array.from({ length: 5 }, () => open(tenant, id))
  for (const stream of streams) expect(await stream.status).toBe(200)
  expect(await refusalOf(tenant, id)).toEqual([429, 'too_many_requests'])
  expect(before - (await used())).toBe(7)
  streams[0]?.close()
  await expect
    .poll(async () => {
      const next = open(tenant, id)
      streams.push(next)
      return next.status
    })
    .toBe(200)
  for (const stream of streams) stream.close()
})

test('a revoked key ends its streams', async () => {
  const { tenant, id } = await createTalk()
  const stream = await open(tenant, id).until(hasSnapshots(1))
  const keys = await listKeys(tenant.api.installation, tenant.caller)
  for (const key of keys) await revokeApiKey(tenant.api.installation, tenant.caller, key.id)
  await stream.until(({ isClosed }) => isClosed)
  expect(await refusalOf(tenant, id)).toEqual([401, 'invalid_api_key'])
})
