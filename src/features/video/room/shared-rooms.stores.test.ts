// The room of a talk on two nodes: with Redis, it is in one of them, and both lead to it.
import { expect, test } from 'vitest'
import { startApi, type TestApi } from '../../../../test/support/api.ts'
import { talk } from '../../../../test/support/bodies.ts'
import { EventStream } from '../../../../test/support/live.ts'
import { hasSegments } from '../../../../test/support/pushed-talks.ts'
import { deleteKeys, hasKey, hasRedis } from '../../../../test/support/redis.ts'
import { codeOf, createRoomTalk, moderate, publish, watch } from '../../../../test/support/room-visits.ts'
import { useApi } from '../../../../test/support/scenarios.ts'
import { signInAtSite } from '../../../../test/support/sites.ts'
import { REDIS_URL } from '../../../../test/support/stores.ts'
import { waitUntil } from '../../../../test/support/until.ts'
import { signInAs, Visitor } from '../../../../test/support/visitors.ts'

const server = useApi({ settings: { roomAddress: null } })

/** Each process has its own certificate, so this names the process that a browser connects to. */
const homeOf = ({ text }: { text: string }) => /a=fingerprint:\S+ (\S+)/.exec(text)?.[1] ?? text

async function startNodes(more: Record<string, string> = {}) {
  await using stack = new AsyncDisposableStack()
  const env = { LECTERN_REDIS_URL: REDIS_URL, ...more }
  const api = stack.use(await startApi({ env, settings: { roomAddress: null } }))
  stack.defer(() => deleteKeys(api.redisPrefix))
  const other = await api.addNode()
  const start = new Date(api.clock.now() - 60_000).toISOString()
  const createTalk = async (title: string): Promise<string> => {
    const body = talk({ title, type: 'embedded', start, duration: 60 })
    return (await api.send('POST', '/talks', { body })).body.id
  }
  const owner = await signInAs(api, 'owner')
  const disposables = stack.move()
  return {
    ...{ api, createTalk, owner, other, ownerAtOther: owner.copy(other) },
    [Symbol.asyncDispose]: () => disposables.disposeAsync(),
  }
}

/** Nodes connect to Redis in the background, and until then refuse to join a room of another one. */
const joinWhenConnected = (who: Visitor, id: string) =>
  waitUntil(
    () => watch(who, id),
    ({ status }) => status === 201,
  )

type Node = Pick<TestApi, 'sendTo' | 'url'>
type Session = { headers: Record<string, string> }

async function follow(node: Node, { headers: { location } }: Session): Promise<EventStream> {
  const stream = new EventStream(node.url, `${location}/events`)
  return stream.until(({ events }) => events.length > 0)
}

const leave = (node: Node, { headers: { location = '' } }: Session) =>
  node.sendTo('DELETE', location, {
    key: null,
    headers: { host: new URL(node.url).host, origin: node.url, 'sec-fetch-site': 'same-origin' },
  })

const lastOf = ({ events }: EventStream) => events.at(-1)

test.runIf(await hasRedis())(
  'people at both nodes are in one room, which moderators at both of them moderate and which continues when its node stops',
  async () => {
    await using nodes = await startNodes()
    const { api, createTalk, owner, other, ownerAtOther } = nodes
    const id = await createTalk('At home')
    const onStage = await publish(owner, id)
    const watching = await joinWhenConnected(new Visitor(other), id)
    expect(homeOf(watching)).toBe(homeOf(onStage))

    const [atHome, before] = [await follow(api, onStage), await follow(other, watching)]
    await before.until((stream) => lastOf(stream)?.data.people.length === 1)
    // A browser that reconnects goes on with its new events.
    const elsewhere = await follow(other, watching)
    await before.until((stream) => lastOf(stream)?.name === 'lost')
    await moderate(ownerAtOther, id, 'remove', owner.account.id)
    await atHome.until((stream) => lastOf(stream)?.name === 'lost')
    await elsewhere.until((stream) => lastOf(stream)?.data.people.length === 0)
    expect((await publish(ownerAtOther, id)).body.code).toBe('removed_from_stage')

    expect((await leave(other, watching)).status).toBe(204)
    await elsewhere.until((stream) => lastOf(stream)?.name === 'lost')

    const next = await createTalk('At the other node')
    const atOther = await publish(ownerAtOther, next)
    const viewer = new Visitor(api)
    const following = await follow(api, await joinWhenConnected(viewer, next))
    await other[Symbol.asyncDispose]()
    await following.until((stream) => lastOf(stream)?.name === 'lost')
    const again = await joinWhenConnected(viewer, next)
    expect(homeOf(again)).not.toBe(homeOf(atOther))
  },
)

test.runIf(await hasRedis())(
  'a viewer who does not fit in the room gets its stream at both nodes, while somebody watches it at one of them',
  async () => {
    await using nodes = await startNodes({ LECTERN_ROOM_VIEWERS: '0' })
    const { api, createTalk, owner, other } = nodes
    const id = await createTalk('Full')
    const onStage = await follow(api, await publish(owner, id))
    const viewer = new Visitor(other)
    const refused = await waitUntil(
      () => watch(viewer, id),
      ({ status }) => status !== 503,
    )
    expect([refused.status, refused.body.code]).toEqual([409, 'room_full'])
    const player = await viewer.get(`/talks/${id}/player?delayed=yes`)
    const playlist = new URL(/<video[^>]* src="([^"]+)"/.exec(player.text)?.[1] ?? '').pathname
    const { text } = await waitUntil(() => viewer.get(playlist), hasSegments)
    for (const name of [/[^"]+\.mp4/.exec(text)?.[0], /^\d+\.m4s$/m.exec(text)?.[0]])
      for (const who of [viewer, new Visitor(api)]) {
        const file = await who.get(playlist.replace('live.m3u8', name ?? ''))
        expect([file.status, file.headers['content-type']]).toEqual([200, 'video/mp4'])
      }
    const key = `${api.redisPrefix}stream:${id}:live.m3u8`
    // What expires in Redis is written again.
    const header = `${api.redisPrefix}stream:${id}:${/[^"]+\.mp4/.exec(text)?.[0]}`
    await deleteKeys(header)
    api.clock.pass(5_000)
    await waitUntil(
      () => hasKey(header),
      (exists) => exists,
    )
    api.clock.pass(30_000)
    await onStage.until((stream) => lastOf(stream)?.data.isStreamed === false)
    await waitUntil(
      () => hasKey(key),
      (exists) => !exists,
    )
    // Somebody asks for it again.
    await viewer.get(playlist)
    await onStage.until((stream) => lastOf(stream)?.data.isStreamed === true)
    await waitUntil(() => viewer.get(playlist), hasSegments)
  },
)

test('without Redis, a removal and a lock hold on every node, where a removed person is cut off as well', async () => {
  const { site, id, speaker } = await createRoomTalk(server)
  const admin = await signInAtSite(site, 'admin')
  await using node = await site.tenant.api.addNode()
  const elsewhere = speaker.copy(node)
  const joined = await publish(elsewhere, id)
  expect(joined.status).toBe(201)
  const events = elsewhere.get(`${joined.headers.location}/events`)
  // Once another request is answered, the server has seen this one.
  await elsewhere.get('/')
  await moderate(admin, id, 'remove', speaker.account.id)
  await events
  expect(await codeOf(publish(elsewhere, id))).toEqual([403, 'removed_from_stage'])
  await moderate(admin, id, 'let_back', speaker.account.id)
  await moderate(admin, id, 'lock')
  expect(await codeOf(publish(elsewhere, id))).toEqual([403, 'stage_locked'])
})
