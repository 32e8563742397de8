// The thread of the video rooms: its port, which may be in use, its end, and its metrics.
import { once } from 'node:events'
import { type AddressInfo, createServer } from 'node:net'
import type { Worker } from 'node:worker_threads'
import { expect, test } from 'vitest'
import { startApi, type TestApi } from '../../../../test/support/api.ts'
import { talk } from '../../../../test/support/bodies.ts'
import { EventStream } from '../../../../test/support/live.ts'
import { waitUntil } from '../../../../test/support/until.ts'
import { signInAs, Visitor } from '../../../../test/support/visitors.ts'

const OFFER = [
  ...['v=0', `a=fingerprint:sha-256 ${'AA:'.repeat(31)}AA`, 'm=audio 9 UDP/TLS/RTP/SAVPF 111', 'a=mid:0'],
  ...['a=recvonly', 'a=rtpmap:111 opus/48000/2', ''],
].join('\r\n')
const JSON_ONLY = { headers: { accept: 'application/json' } }

const NO_TRAFFIC = { packetsIn: 0, packetsOut: 0, bytesIn: 0, bytesOut: 0, lostIn: 0, lostOut: 0 }
const TRAFFIC = {
  ...{ packetsIn: 3, packetsOut: 6, bytesIn: 375_000, bytesOut: 750_000, lostIn: 1, lostOut: 2 },
}
const named = (metric: string) => `lectern_video_${metric}`

async function createTalk(api: TestApi): Promise<string> {
  const start = new Date(api.clock.now() - 60_000).toISOString()
  return (await api.send('POST', '/talks', { body: talk({ type: 'embedded', start, duration: 60 }) })).body.id
}

const watch = (api: TestApi, id: string) =>
  new Visitor(api).post(`/talks/${id}/room/watch`, { offer: OFFER }, JSON_ONLY)

test('a port that is in use is shown in the settings of video rooms, and the rest of the server works', async () => {
  const taken = createServer().listen(0, '127.0.0.1')
  await once(taken, 'listening')
  const { port } = taken.address() as AddressInfo
  await using api = await startApi({
    store: 'sqlite',
    settings: { roomAddress: null },
    env: { LECTERN_MEDIA_PORT: String(port) },
  })
  const id = await createTalk(api)
  const admin = await signInAs(api, 'admin')
  expect((await admin.get('/backoffice/settings/rooms')).text).toContain(
    `Port ${port} opens when somebody joins a room`,
  )
  const { status, body } = await watch(api, id)
  expect([status, body.code]).toEqual([503, 'room_unavailable'])
  expect((await admin.get('/backoffice/settings/rooms')).text).toContain(
    `because port ${port} can’t be opened (EADDRINUSE).`,
  )
  expect((await admin.get('/backoffice')).text).toContain('Video rooms don’t work')
  taken.close()
})

test('when the thread is late, further viewers get a stream; when it ends, everyone is told, and the next join starts another', async () => {
  const started = Promise.withResolvers<Worker>()
  const keep = (worker: Worker) => started.resolve(worker)
  await using api = await startApi({ store: 'sqlite', settings: { roomAddress: null } })
  const id = await createTalk(api)
  process.once('worker', keep)
  const watching = await watch(api, id)
  const worker = await started.promise
  const events = new EventStream(api.url, `${watching.headers.location}/events`)
  await events.until((stream) => stream.events.length > 0)
  const metrics = async () => (await api.sendTo('GET', '/metrics', { key: null })).text
  expect(await metrics()).toContain('lectern_video_people{role="audience"} 1')

  const admin = await signInAs(api, 'admin')
  const offer = OFFER.replace('recvonly', 'sendonly')
  expect((await admin.post(`/talks/${id}/room/publish`, { offer }, JSON_ONLY)).status).toBe(201)
  const late = { event: 'measured', seconds: 3, traffic: NO_TRAFFIC, loopDelayMs: 51 }
  const joinLate = async () => {
    worker.emit('message', late)
    const { status, body } = await watch(api, id)
    return [status, body?.code]
  }
  // The thread can report its own delay in between.
  await expect.poll(joinLate).toEqual([503, 'room_busy'])
  await events.until((stream) => stream.events.at(-1)?.data?.isStreamed === true)

  // The real measurements, which can come in between, have no packets.
  worker.emit('message', { ...late, traffic: TRAFFIC })
  expect((await metrics()).match(/^lectern_video_(?!loop).*$/gm)).toEqual([
    'lectern_video_rooms 1',
    'lectern_video_people{role="stage"} 1',
    'lectern_video_people{role="audience"} 1',
    ...['packets_total{direction="in"} 3', 'packets_total{direction="out"} 6'].map(named),
    ...['bytes_total{direction="in"} 375000', 'bytes_total{direction="out"} 750000'].map(named),
    ...['lost_packets_total{direction="in"} 1', 'lost_packets_total{direction="out"} 2'].map(named),
  ])
  const afterEmit = async (read: () => Promise<string>) => {
    worker.emit('message', { ...late, traffic: TRAFFIC })
    return await read()
  }
  await expect.poll(() => afterEmit(metrics)).toContain('lectern_video_loop_delay_seconds 0.051')
  const state = async () => (await admin.get('/backoffice/settings/rooms')).text
  await expect
    .poll(() => afterEmit(state))
    .toContain('1 room, 1 on stage, 1 viewer, 1 Mbit/s in, 2 Mbit/s out')

  await worker.terminate()
  await events.until((stream) => stream.events.at(-1)?.name === 'lost')
  expect(await metrics()).toContain('lectern_video_people{role="audience"} 0')
  const again = await waitUntil(
    () => watch(api, id),
    ({ status }) => status === 201,
  )
  expect(again.text).not.toContain(/a=fingerprint:\S+ (\S+)/.exec(watching.text)?.[1])
})
