// Streams that an encoder pushes by WHIP: the answers to its requests, playing, and the end.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import {
  codeWith,
  createStage,
  hasSegments,
  playlistOf,
  renew,
  renewKey,
  type Stage,
} from '../../../../test/support/pushed-talks.ts'
import { connectEncoder } from '../../../../test/support/rtmp-encoder.ts'
import { useApi } from '../../../../test/support/scenarios.ts'
import { waitUntil } from '../../../../test/support/until.ts'
import { WhipEncoder } from '../../../../test/support/whip-encoder.ts'

const server = useApi()

const CLOSED = 'The connection was closed (just now).'
const LIVE = '<span class="badge success">'

async function createEncoder(): Promise<WhipEncoder> {
  const encoder = await WhipEncoder.create()
  onTestFinished(() => encoder.close())
  return encoder
}

type Sent = { key: string | null; offer: string; type?: string; host?: string }

const post = ({ site }: Stage, { key, offer, type = 'application/sdp', host = site.host }: Sent) =>
  site.tenant.api.sendTo('POST', '/whip', { key, raw: offer, headers: { host, 'content-type': type } })

/** Begins a stream, and returns the address of its session. */
async function push(stage: Stage, key: string): Promise<string> {
  const encoder = await createEncoder()
  const { status, headers, text } = await post(stage, { key, offer: encoder.offer() })
  expect([status, headers['content-type']], text).toEqual([201, 'application/sdp'])
  await encoder.start(text)
  return headers.location ?? ''
}

const end = ({ site }: Stage, location: string) =>
  site.tenant.api.sendTo('DELETE', location, { key: null, headers: { host: site.host } })

const shows = ({ owner, path }: Stage, part: string) =>
  waitUntil(
    () => owner.get(path),
    ({ text }) => text.includes(part),
  )

/** The numbers of pictures and of packets of sound in a segment. */
function samplesOf(segment: Buffer): number[] {
  const counts: number[] = []
  for (let at = segment.indexOf('trun'); at !== -1; at = segment.indexOf('trun', at + 4))
    counts.push(segment.readUInt32BE(at + 8))
  return counts
}

test('a stream plays with picture and sound until its encoder ends it', async () => {
  const stage = await createStage(server)
  const { site, owner, path } = stage
  const key = await renewKey(stage)
  expect(codeWith('stream-whip', (await owner.get(path)).text)).toBe(`https://${site.host}/whip`)
  const location = await push(stage, key)
  expect(location).toMatch(/^\/whip\/[0-9a-f]{32}$/)

  const playlist = await playlistOf(stage)
  const { text } = await waitUntil(() => site.visitor.get(playlist), hasSegments)
  const [header = '', segment = ''] = [/[^"]+\.mp4/, /^\d+\.m4s$/m].map((name) => name.exec(text)?.[0])
  const [start, media] = [
    await site.visitor.get(playlist.replace('live.m3u8', header)),
    await site.visitor.get(playlist.replace('live.m3u8', segment)),
  ]
  expect(['avc1', 'Opus'].map((box) => start.bytes.includes(box))).toEqual([true, true])
  const durationMs = 1000 * Number(/#EXTINF:([\d.]+)/.exec(text)?.[1])
  const [pictures = 0, sounds = 0] = samplesOf(media.bytes)
  expect(Math.abs(pictures * 200 - durationMs)).toBeLessThan(200)
  expect(Math.abs(sounds * 20 - durationMs)).toBeLessThan(80)
  expect((await shows(stage, '320 × 180')).text).toContain(LIVE)

  expect((await end(stage, location)).status).toBe(200)
  expect((await shows(stage, CLOSED)).text).toContain('The encoder is disconnected.')
  expect((await end(stage, location)).status).toBe(404)
})

test('a request that cannot begin a stream says why', async () => {
  const stage = await createStage(server)
  const key = await renewKey(stage)
  const later = await createStage(server, { start: '2027-03-01T13:30:00Z' })
  const early = await renewKey(later)
  const encoder = await createEncoder()
  const offer = encoder.offer()
  const answerTo = async (sent: Sent, of = stage) => {
    const { status, headers, body } = await post(of, sent)
    return [status, body.code, headers['www-authenticate']]
  }
  const challenge = 'Bearer realm="streams", error="invalid_token"'
  expect(await answerTo({ key, offer, type: 'application/json' })).toEqual([
    ...[415, 'unsupported_media_type', undefined],
  ])
  expect(await answerTo({ key: null, offer })).toEqual([401, 'invalid_stream_key', challenge])
  expect(await answerTo({ key: `${key}0`, offer })).toEqual([401, 'invalid_stream_key', challenge])
  expect(await answerTo({ key: early, offer })).toEqual([401, 'invalid_stream_key', challenge])
  expect(await answerTo({ key: early, offer }, later)).toEqual([409, 'stream_not_open', undefined])
  expect(await answerTo({ key, offer: 'v=0' })).toEqual([400, 'bad_request', undefined])
  const passive = offer.replace('actpass', 'passive')
  expect(await answerTo({ key, offer: passive })).toEqual([400, 'bad_request', undefined])
  expect(await answerTo({ key, offer: encoder.offer('VP8') })).toEqual([422, 'invalid_data', undefined])
  expect((await stage.owner.get(stage.path)).text).not.toContain(LIVE)

  const { sendTo } = stage.site.tenant.api
  for (const [method, path] of [
    ['GET', '/whip'],
    ['PUT', '/whip'],
    ['PATCH', '/whip/0'],
    ['POST', '/whip/0'],
  ] as const)
    expect([method, path, (await sendTo(method, path, { key: null })).status]).toEqual([method, path, 405])
  const { status, headers } = await sendTo('OPTIONS', '/whip', { key: null })
  expect([status, headers['accept-post'], headers['access-control-allow-methods']]).toEqual([
    ...[200, 'application/sdp', 'POST'],
  ])
})

test('an address can send 60 requests a minute', async () => {
  const stage = await createStage(server)
  const statuses: number[] = []
  for (let sent = 0; sent < 61; sent += 1)
    statuses.push((await post(stage, { key: `wrong-${sent}`, offer: 'v=0' })).status)
  expect([new Set(statuses.slice(0, 60)), statuses[60]]).toEqual([new Set([401]), 429])
})

test('the last encoder has the stream, whether it came by WHIP or RTMP', async () => {
  const stage = await createStage(server)
  const { site } = stage
  const target = await renew(stage)
  const ca = readFileSync(join(site.tenant.api.dataDir, 'tls/cert.pem'))
  const connect = () => {
    const encoder = connectEncoder({ ...target, ca })
    onTestFinished(() => void encoder.socket.destroy())
    return encoder
  }
  const first = await push(stage, target.key)
  const second = await push(stage, target.key)
  expect((await end(stage, first)).status).toBe(404)
  const encoder = connect()
  await waitUntil(
    async () => encoder.received(),
    (received) => received.includes('NetStream.Publish.Start'),
  )
  expect((await end(stage, second)).status).toBe(404)
  const third = await push(stage, target.key)
  await encoder.closed
  expect((await stage.owner.get(stage.path)).text).toContain(LIVE)
  expect((await end(stage, third)).status).toBe(200)
})

test('a stream ends when its key is renewed, and when its talk is over', async () => {
  const stage = await createStage(server)
  const encoder = await createEncoder()
  const key = await renewKey(stage)
  const renewed = await push(stage, key)
  const next = await renewKey(stage)
  expect((await end(stage, renewed)).status).toBe(404)
  expect((await stage.owner.get(stage.path)).text).toContain('The key was renewed')
  expect((await post(stage, { key, offer: encoder.offer() })).status).toBe(401)

  const over = await push(stage, next)
  await stage.site.talk('Pushed', { duration: 1, start: '2027-03-01T11:00:00Z' })
  await waitUntil(
    () => end(stage, over),
    ({ status }) => status === 404,
  )
  expect((await post(stage, { key: next, offer: encoder.offer() })).status).toBe(409)
})

test('no more than four streams run on a platform', async () => {
  const stage = await createStage(server)
  const { site, owner } = stage
  for (const title of ['One', 'Two', 'Three', 'Four']) {
    const id = await site.talk(title, { type: 'rtmp', duration: 60 })
    await push(stage, await renewKey({ owner, path: `/backoffice/talks/${id}/stream` }))
  }
  const encoder = await createEncoder()
  const { status, body } = await post(stage, { key: await renewKey(stage), offer: encoder.offer() })
  expect([status, body.code]).toEqual([503, 'stream_unavailable'])
})
