// Streams of two nodes: one of them takes the streams, and viewers, staff, and encoders get the same at both.
import { describe, expect, test } from 'vitest'
import { startApi } from '../../../../test/support/api.ts'
import { talk } from '../../../../test/support/bodies.ts'
import { queryStore } from '../../../../test/support/process.ts'
import { renewKey } from '../../../../test/support/pushed-talks.ts'
import { deleteKeys, hasRedis } from '../../../../test/support/redis.ts'
import { readSample } from '../../../../test/support/rtmp-encoder.ts'
import { startSource } from '../../../../test/support/rtmp-source.ts'
import { REDIS_URL } from '../../../../test/support/stores.ts'
import { waitUntil } from '../../../../test/support/until.ts'
import { signInAs, Visitor } from '../../../../test/support/visitors.ts'
import { ALLOW_LOOPBACK } from '../../../../test/support/webhooks.ts'
import { WhipEncoder } from '../../../../test/support/whip-encoder.ts'

const LIVE = '<span class="badge success">'

/** Two nodes, and a live talk whose stream one of them takes. */
async function startNodes(env: Record<string, string> = {}) {
  await using stack = new AsyncDisposableStack()
  const api = stack.use(await startApi({ env: { LECTERN_REDIS_URL: REDIS_URL, ...env } }))
  stack.defer(() => deleteKeys(api.redisPrefix))
  const other = await api.addNode()
  const owner = await signInAs(api, 'owner')
  const body = talk({ type: 'rtmp', start: '2027-03-01T12:00:00Z', duration: 60 })
  const id: string = (await api.send('POST', '/talks', { body })).body.id
  const disposables = stack.move()
  return { api, other, owner, id, [Symbol.asyncDispose]: () => disposables.disposeAsync() }
}

describe.skipIf(!(await hasRedis()))('two nodes with one Redis', () => {
  test('one pulls the source, and both play it and show its status', async () => {
    await using source = await startSource('stage', { tags: readSample() })
    await using nodes = await startNodes(ALLOW_LOOPBACK)
    const { api, other, owner, id } = nodes
    const video = `rtmp://127.0.0.1:${source.port}/live/stage`
    await queryStore(api.location, `update talks set video = '${video}' where id = '${id}'`)
    const player = await owner.get(`/talks/${id}/player`)
    const playlist = new URL(/<video[^>]* src="([^"]+)"/.exec(player.text)?.[1] ?? '').pathname
    for (const node of [api, other]) {
      const visitor = new Visitor(node)
      for (const [name, value] of owner.cookies) visitor.cookies.set(name, value)
      const { text } = await waitUntil(
        () => visitor.get(playlist),
        (answer) => answer.text.includes('.m4s'),
      )
      for (const name of [/[^"]+\.mp4/.exec(text)?.[0], /^\d+\.m4s$/m.exec(text)?.[0]]) {
        const file = await visitor.get(playlist.replace('live.m3u8', name ?? ''))
        expect([file.status, file.headers['content-type']]).toEqual([200, 'video/mp4'])
      }
      await waitUntil(
        () => visitor.get(`/backoffice/talks/${id}/stream`),
        (page) => page.text.includes('320 × 180'),
      )
    }
    expect(source.requests).toHaveLength(1)
  })

  test('an encoder can send its stream by WHIP to either of them, and end it at either', async () => {
    await using nodes = await startNodes()
    await using stack = new AsyncDisposableStack()
    const { api, other, owner, id } = nodes
    const path = `/backoffice/talks/${id}/stream`
    const key = await renewKey({ owner, path })
    for (const [first, second] of [
      [api, other],
      [other, api],
    ] as const) {
      const encoder = stack.adopt(await WhipEncoder.create(), (one) => one.close())
      const sending = { key, raw: encoder.offer(), headers: { 'content-type': 'application/sdp' } }
      const begun = await waitUntil(
        () => first.sendTo('POST', '/whip', sending),
        ({ status }) => status === 201,
      )
      await encoder.start(begun.text)
      const isLive = (node: typeof first) => async () =>
        (await owner.copy(node).get(path)).text.includes(LIVE)
      for (const node of [first, second]) await waitUntil(isLive(node), (live) => live)
      const location = begun.headers.location ?? ''
      expect((await second.sendTo('DELETE', location, { key: null })).status).toBe(200)
      expect((await first.sendTo('DELETE', location, { key: null })).status).toBe(404)
      await waitUntil(isLive(second), (live) => !live)
    }
    const headers = { 'content-type': 'application/sdp' }
    for (const node of [api, other])
      for (const [sent, refusal] of [
        [{ key: `${key}0`, raw: 'v=0', headers }, [401, 'invalid_stream_key']],
        // The one that takes the streams says so.
        [{ key, raw: 'v=0', headers }, [400, 'bad_request']],
      ] as const) {
        const { status, body: refused } = await node.sendTo('POST', '/whip', sent)
        expect([status, refused.code]).toEqual(refusal)
      }
  })
})
