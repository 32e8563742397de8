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
  const traffic = { packetsIn: 0, packetsOut: 0, bytesIn: 0, bytesOut: 0, lostIn: 0, lostOut: 0 }
  const joinLate = async () => {
    worker.emit('message', { event: 'measured', seconds: 3, traffic, loopDelayMs: 51 })
    const { status, body } = await watch(api, id)
    return [status, body?.code]
  }
  // The thread can report its own delay in between.
  await expect.poll(joinLate).toEqual([503, 'room_busy'])
  await events.until((stream) => stream.events.at(-1)?.data?.isStreamed === true)

  await worker.terminate()
  await events.until((stream) => stream.events.at(-1)?.name === 'lost')
  expect(await metrics()).toContain('lectern_video_people{role="audience"} 0')
  const again = await waitUntil(
    () => watch(api, id),
    ({ status }) => status === 201,
  )
  expect(again.text).not.toContain(/a=fingerprint:\S+ (\S+)/.exec(watching.text)?.[1])
})
