// Streams that an encoder pushes to a talk: keys, times, playing, and status.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import {
  codeWith,
  createStage,
  hasSegments,
  playlistOf,
  renew,
  renewKey,
  type Stage,
} from '../../../../test/support/pushed-talks.ts'
import { connectEncoder, type Encoder, readSample } from '../../../../test/support/rtmp-encoder.ts'
import { useApi } from '../../../../test/support/scenarios.ts'
import { signInAtSite } from '../../../../test/support/sites.ts'
import { waitUntil } from '../../../../test/support/until.ts'

const server = useApi()

const STARTED = 'NetStream.Publish.Start'
const REFUSED = 'The stream key is not valid now.'
const sample = readSample()

function connect({ site }: Stage, { server: address, key }: { server: string; key: string }): Encoder {
  const ca = readFileSync(join(site.tenant.api.dataDir, 'tls/cert.pem'))
  return connectEncoder({ server: address, key, ca })
}

const waitFor = (encoder: Encoder, text: string) =>
  waitUntil(
    async () => encoder.received(),
    (received) => received.includes(text),
  )

test('a stream plays from the playlist of the talk, and continues after its encoder has reconnected', async () => {
  const stage = await createStage(server)
  const { site, id, owner, path } = stage
  const playlist = await playlistOf(stage)
  expect((await site.visitor.get(playlist)).status).toBe(404)
  const target = await renew(stage)
  expect(target.server).toMatch(new RegExp(`^rtmps://${site.host}:\\d+/live$`))
  expect((await owner.get(`/backoffice/talks/${id}/history`)).text).toContain('Stream key created')

  const encoder = connect(stage, target)
  await waitFor(encoder, STARTED)
  encoder.push(sample)
  const first = await waitUntil(() => site.visitor.get(playlist), hasSegments)
  expect(first.headers['cache-control']).toBe('public, max-age=0, s-maxage=1')
  const shown = await waitUntil(
    () => owner.get(path),
    ({ text }) => text.includes('320 × 180'),
  )
  expect(shown.text).toContain('2.0 s')

  encoder.socket.destroy()
  await waitUntil(
    () => owner.get(path),
    ({ text }) => text.includes('The encoder is disconnected.'),
  )
  const again = connect(stage, target)
  await waitFor(again, STARTED)
  again.push(sample)
  const { text } = await waitUntil(
    () => site.visitor.get(playlist),
    (page) => page.text.includes('#EXT-X-DISCONTINUITY\n'),
  )
  again.socket.destroy()

  const base = playlist.slice(0, playlist.lastIndexOf('/'))
  const names = [...text.matchAll(/^\d+\.m4s$/gm), ...text.matchAll(/\d+\.mp4/g)].map(
    ([name]) => `${base}/${name}`,
  )
  expect(names.length).toBeGreaterThanOrEqual(5)
  for (const name of names) {
    const file = await site.visitor.get(name)
    expect([file.status, file.headers['cache-control'], file.headers['content-type']]).toEqual([
      200,
      'public, max-age=60, immutable',
      'video/mp4',
    ])
    expect(file.bytes.toString('latin1', 4, 8)).toBe(name.endsWith('.mp4') ? 'ftyp' : 'moof')
  }
})

test('a renewed key cuts the stream of the old one, which is refused from then on', async () => {
  const stage = await createStage(server)
  const target = await renew(stage)
  const encoder = connect(stage, target)
  await waitFor(encoder, STARTED)
  const next = await renew(stage)
  expect(next.key).not.toBe(target.key)
  await encoder.closed
  expect(encoder.received()).toContain(REFUSED)
  await waitFor(connect(stage, target), REFUSED)
  const renewed = connect(stage, next)
  await waitFor(renewed, STARTED)
  renewed.socket.destroy()
})

test('a wrong key, the key of another platform, and that of a talk that has ended are refused', async () => {
  const stage = await createStage(server)
  const target = await renew(stage)
  await waitFor(connect(stage, { ...target, key: `${target.key}0` }), REFUSED)

  const other = await createStage(server)
  const { server: otherServer } = await renew(other)
  await waitFor(connect(other, { server: otherServer, key: target.key }), REFUSED)

  const running = connect(stage, target)
  await waitFor(running, STARTED)
  await stage.site.talk('Pushed', { duration: 1, start: '2027-03-01T11:00:00Z' })
  await running.closed
})

test('a talk takes a stream from an hour before its start', async () => {
  const stage = await createStage(server, { start: '2027-03-01T13:30:00Z' })
  // Another talk keeps the port open.
  const { server: address } = await renew(await createStage(server))
  const key = await renewKey(stage)
  const target = { key, server: address.replace(/\/\/[^:]+/, `//${stage.site.host}`) }
  await waitFor(connect(stage, target), REFUSED)
  stage.site.tenant.api.clock.pass(31 * 60_000)
  const encoder = connect(stage, target)
  await waitFor(encoder, STARTED)
  encoder.socket.destroy()
})

test('staff read why a stream has ended', async () => {
  const stage = await createStage(server)
  const encoder = connect(stage, await renew(stage))
  await waitFor(encoder, STARTED)
  // The first key frame only.
  encoder.push(sample.filter(({ timestampMs, type }) => type === 8 || timestampMs < 2000))
  encoder.push(
    sample
      .filter(({ type, timestampMs }) => type === 9 && timestampMs >= 2000 && timestampMs < 4000)
      .map((tag) => ({ ...tag, timestampMs: tag.timestampMs + 4500 })),
  )
  await encoder.closed
  const page = await waitUntil(
    () => stage.owner.get(stage.path),
    ({ text }) => text.includes('(just now)'),
  )
  expect(page.text).toContain('Key frames are more than 4 seconds apart')
})

test('only staff see the page with the key, and only for a talk that takes a stream', async () => {
  const { site, path, owner } = await createStage(server)
  const speaker = await signInAtSite(site, 'speaker')
  expect((await speaker.get(path)).status).toBe(404)
  const id = await site.talk('Pulled', { type: 'rtmp', video: 'https://live.example.org/a.m3u8' })
  expect((await owner.get(`/backoffice/talks/${id}/stream`)).status).toBe(404)
})

test('speakers of the talk create its key in their account, and other people do not', async () => {
  const { site, owner } = await createStage(server)
  const speaker = await signInAtSite(site, 'speaker')
  const { email } = speaker.account
  const id = await site.talk('Spoken', {
    type: 'rtmp',
    speakers: [{ email, firstName: 'Ada', lastName: 'Sample' }],
  })
  const path = `/account/talks/${id}/stream`
  expect((await speaker.get('/account')).text).toContain(`href="${path}"`)
  const shown = await speaker.submit(path)
  expect(codeWith('stream-key', shown.text)).toMatch(/^live_[0-9a-f]{48}$/)
  expect(codeWith('stream-key', (await speaker.get(shown.path)).text)).toBe('')
  expect((await owner.get(path)).status).toBe(200)
  const other = await signInAtSite(site, 'speaker')
  expect([(await other.get(path)).status, (await other.post(path)).status]).toEqual([404, 404])
})

test('the playlist has a signature, which expires after one to two hours', async () => {
  const stage = await createStage(server, { duration: 300 })
  const { site } = stage
  const playlist = await playlistOf(stage)
  const statusOf = async (path: string) => (await site.visitor.get(path)).status
  const [, hour = ''] = /\/(\d+)-[0-9a-f]{32}\//.exec(playlist) ?? []
  const forged = [
    playlist.replace(/-[0-9a-f]{32}\//, `-${'0'.repeat(32)}/`),
    playlist.replace(`/${hour}-`, `/${Number(hour) + 1}-`),
    playlist.replace(`/${hour}-`, '/'),
  ]
  for (const path of forged) expect(await statusOf(path)).toBe(404)
  // Nothing has been pushed yet.
  expect(await statusOf(playlist)).toBe(404)
  site.tenant.api.clock.pass(3_600_000)
  expect(await statusOf(playlist)).toBe(404)
  site.tenant.api.clock.pass(3_600_000)
  expect(await statusOf(playlist)).toBe(410)
  const next = await playlistOf(stage)
  expect([next === playlist, await statusOf(next)]).toEqual([false, 404])
  const person = await signInAtSite(site)
  expect(await playlistOf({ ...stage, site: { ...site, open: (path) => person.get(path) } })).toBe(next)
})
