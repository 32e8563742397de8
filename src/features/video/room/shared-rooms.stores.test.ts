// The room of a talk on two nodes: it is in one of them, and both lead to it.
import { expect, test } from 'vitest'
import { startApi, type TestApi } from '../../../../test/support/api.ts'
import { talk } from '../../../../test/support/bodies.ts'
import { EventStream } from '../../../../test/support/live.ts'
import { deleteKeys, hasRedis } from '../../../../test/support/redis.ts'
import { REDIS_URL } from '../../../../test/support/stores.ts'
import { waitUntil } from '../../../../test/support/until.ts'
import { signInAs, Visitor } from '../../../../test/support/visitors.ts'

const offerOf = (direction: 'sendonly' | 'recvonly') =>
  [
    ...['v=0', `a=fingerprint:sha-256 ${'AA:'.repeat(31)}AA`, 'm=audio 9 UDP/TLS/RTP/SAVPF 111', 'a=mid:0'],
    ...[`a=${direction}`, 'a=rtpmap:111 opus/48000/2', ''],
  ].join('\r\n')

const JSON_ONLY = { headers: { accept: 'application/json' } }

const join = (who: Visitor, id: string, role: 'publish' | 'watch') =>
  who.post(
    `/talks/${id}/room/${role}`,
    { offer: offerOf(role === 'publish' ? 'sendonly' : 'recvonly') },
    JSON_ONLY,
  )
/** Each process has its own certificate, so this names the process that a browser connects to. */
const homeOf = ({ text }: { text: string }) => /a=fingerprint:\S+ (\S+)/.exec(text)?.[1] ?? text

async function startNodes() {
  await using stack = new AsyncDisposableStack()
  const env = { LECTERN_REDIS_URL: REDIS_URL }
  const api = stack.use(await startApi({ env, settings: { roomAddress: null } }))
  stack.defer(() => deleteKeys(api.redisPrefix))
  const other = await api.addNode()
  const start = new Date(api.clock.now() - 60_000).toISOString()
  const body = talk({ type: 'embedded', start, duration: 60 })
  const { id } = (await api.send('POST', '/talks', { body })).body
  const owner = await signInAs(api, 'owner')
  const disposables = stack.move()
  return {
    ...{ api, id, owner, other, ownerAtOther: owner.copy(other) },
    [Symbol.asyncDispose]: () => disposables.disposeAsync(),
  }
}

/** Nodes connect to Redis in the background, and until then refuse to join a room of another one. */
const joinWhenConnected = (who: Visitor, id: string) =>
  waitUntil(
    () => join(who, id, 'watch'),
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
  'people at both nodes are in one room, which moderators at both of them moderate',
  async () => {
    await using nodes = await startNodes()
    const { api, id, owner, other, ownerAtOther } = nodes
    const onStage = await join(owner, id, 'publish')
    const watching = await joinWhenConnected(new Visitor(other), id)
    expect(homeOf(watching)).toBe(homeOf(onStage))

    const [atHome, before] = [await follow(api, onStage), await follow(other, watching)]
    await before.until((stream) => lastOf(stream)?.data.people.length === 1)
    // A browser that reconnects goes on with its new events.
    const elsewhere = await follow(other, watching)
    await before.until((stream) => lastOf(stream)?.name === 'lost')
    await ownerAtOther.post(
      `/talks/${id}/room/moderate`,
      { person: owner.account.id, do: 'remove' },
      JSON_ONLY,
    )
    await atHome.until((stream) => lastOf(stream)?.name === 'lost')
    await elsewhere.until((stream) => lastOf(stream)?.data.people.length === 0)
    expect((await join(ownerAtOther, id, 'publish')).body.code).toBe('removed_from_stage')

    expect((await leave(other, watching)).status).toBe(204)
    await elsewhere.until((stream) => lastOf(stream)?.name === 'lost')
  },
)

test.runIf(await hasRedis())('when a node stops, its rooms continue at another one', async () => {
  await using nodes = await startNodes()
  const { id, other, ownerAtOther, api } = nodes
  const atOther = await join(ownerAtOther, id, 'publish')
  const viewer = new Visitor(api)
  const watching = await follow(api, await joinWhenConnected(viewer, id))
  await other[Symbol.asyncDispose]()
  await watching.until((stream) => lastOf(stream)?.name === 'lost')
  const again = await join(viewer, id, 'watch')
  expect(again.status).toBe(201)
  expect(homeOf(again)).not.toBe(homeOf(atOther))
})
