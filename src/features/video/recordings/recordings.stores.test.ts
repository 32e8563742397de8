// What becomes of a recording: it is made of parts, plays after the talk, and ends with its talk or its time.
import { expect, test } from 'vitest'
import { put, useApi } from '../../../../test/support/scenarios.ts'
import { createSite, type Site, signInAtSite } from '../../../../test/support/sites.ts'
import { waitUntil } from '../../../../test/support/until.ts'
import { execute } from '../../../kernel/changes/commands.ts'
import { DAY_MS, HOUR_MS } from '../../../kernel/lib/time/units.ts'
import { defaultSettings } from '../../platforms/default-settings-schema.ts'
import { applyRetention } from '../../platforms/retention-job.ts'
import type { Segment } from '../streams/hls/segmenter.ts'
import { Recorder } from './recorder.ts'
import { addRecordingPartOperation } from './recordings.ts'

const server = useApi()

const segment = (text: string): Segment => ({
  ...{ header: undefined, data: Buffer.from(text), durationMs: 6_000 },
  ...{ width: 1280, height: 720, keyFramesMs: 2_000 },
})

/** A talk that has ended, and of which two streams were recorded. */
async function createRecorded(site: Site): Promise<string> {
  const { installation } = site.tenant.api
  const id = await site.talk('Recorded', { type: 'rtmp' })
  const recorder = new Recorder(installation, (error) => {
    throw error
  })
  await recorder.update()
  const [first, second] = [Buffer.from('first header'), Buffer.from('second header')]
  for (const text of ['one ', 'two ', 'three ']) recorder.add(id, segment(text), first)
  recorder.add(id, segment('four'), second)
  recorder.add('another talk', segment('never'), first)
  await recorder.close()
  await put(site.tenant, `/talks/${id}`, { start: '2027-03-01T11:50:00Z', duration: 5 })
  return id
}

/** The path of the playlist, once the player has a recording. */
async function playlistOf({ visitor }: Site, id: string): Promise<string> {
  const { text } = await waitUntil(
    () => visitor.get(`/talks/${id}/player`),
    (page) => page.text.includes('/recordings/'),
  )
  return new URL(/<video[^>]* src="([^"]+)"/.exec(text)?.[1] ?? '').pathname
}

const filesOf = async ({ tenant }: Site, id: string) =>
  (await tenant.api.installation.files.list()).filter((name) => name.includes(id))

test('a recording plays after its talk has ended, also after the talk was deleted and restored', async () => {
  const site = await createSite(server)
  await site.change({ recordsTalks: true })
  const id = await createRecorded(site)
  const path = await playlistOf(site, id)
  const playlist = await site.open(path)
  const numbers = [...playlist.text.matchAll(/^(\d+)\.m4s$/gm)].map(([, number]) => Number(number))
  const [first = 0, second = 0, third = 0] = numbers
  expect(playlist.text.split('\n').filter((line) => !line.startsWith('#EXT-X-MEDIA-SEQUENCE'))).toEqual([
    ...['#EXTM3U', '#EXT-X-VERSION:7', '#EXT-X-TARGETDURATION:12', '#EXT-X-DISCONTINUITY-SEQUENCE:0'],
    ...['#EXT-X-INDEPENDENT-SEGMENTS', '#EXT-X-PLAYLIST-TYPE:VOD'],
    ...[
      `#EXT-X-MAP:URI="${first}.mp4"`,
      '#EXTINF:12.000,',
      `${first}.m4s`,
      '#EXTINF:6.000,',
      `${second}.m4s`,
    ],
    ...['#EXT-X-DISCONTINUITY', `#EXT-X-MAP:URI="${third}.mp4"`, '#EXTINF:6.000,', `${third}.m4s`],
    ...['#EXT-X-ENDLIST', ''],
  ])
  const read = async (name: string) => (await site.open(path.replace('recording.m3u8', name))).text
  const names = [`${first}.mp4`, `${first}.m4s`, `${second}.m4s`, `${third}.mp4`, `${third}.m4s`]
  expect(await Promise.all(names.map(read))).toEqual([
    ...['first header', 'one two ', 'three ', 'second header', 'four'],
  ])
  const wrong = await site.visitor.get(path.replace(/[0-9a-f]{32}/, '0'.repeat(32)))
  expect(wrong.status).toBe(404)

  const owner = await signInAtSite(site, 'owner')
  expect((await owner.get(`/backoffice/talks/${id}/history`)).text).toContain('Recorded')
  await site.tenant.send('DELETE', `/talks/${id}`)
  await applyRetention(site.tenant.api.installation)
  expect((await site.visitor.get(path)).status).toBe(404)
  await owner.post(`/backoffice/deleted/${id}/restore`)
  expect((await site.open(await playlistOf(site, id))).text).toBe(playlist.text)

  await site.tenant.send('DELETE', `/talks/${id}`)
  await owner.post(`/backoffice/deleted/${id}/erase`)
  await applyRetention(site.tenant.api.installation)
  await waitUntil(
    () => filesOf(site, id),
    (names) => names.length === 0,
  )
})

test('a recording is removed after the days that the settings say', async () => {
  const site = await createSite(server)
  const { installation, clock } = site.tenant.api
  await site.change({ recordsTalks: true, retention: { ...defaultSettings.retention, recordings: 10 } })
  const id = await createRecorded(site)
  clock.pass(9 * DAY_MS)
  await applyRetention(installation)
  const path = await playlistOf(site, id)
  expect((await site.visitor.get(path)).status).toBe(200)
  clock.pass(DAY_MS + HOUR_MS)
  await applyRetention(installation)
  expect((await site.visitor.get(path)).status).toBe(404)
  await waitUntil(
    () => filesOf(site, id),
    (names) => names.length === 0,
  )
  expect((await site.open(`/talks/${id}`)).text).toContain('it will appear here.')
})

test('a platform whose space is used up records nothing more, keeps what it has, and says so', async () => {
  const site = await createSite(server)
  const { installation } = site.tenant.api
  await site.change({ recordsTalks: true, recordingsGb: 1 })
  const id = await site.talk('Live', { type: 'rtmp' })
  const recorder = new Recorder(installation, () => {})
  const isRecorded = async () => {
    await recorder.update()
    return recorder.records(id)
  }
  const part = { talkId: id, run: 1, durationMs: 10_000 }
  const add = (sequence: number, bytes: number) =>
    execute(installation, site.tenant.caller, addRecordingPartOperation, { ...part, sequence, bytes })
  await add(1, 999_999_999)
  expect(await isRecorded()).toBe(true)
  await add(2, 1)
  expect(await isRecorded()).toBe(false)

  const owner = await signInAtSite(site, 'owner')
  const settings = await owner.get('/backoffice/settings/rooms')
  expect(settings.text).toContain('1 recording, 1 GB. Limit: 1 GB.')
  const recording = `/backoffice/talks/${id}/recording`
  for (const page of [settings, await owner.get(recording)])
    expect(page.text).toContain('The space for recordings is used up')
  expect((await owner.get('/backoffice')).text).toContain('the space for recordings is used up')
  expect((await owner.get(recording)).text).not.toContain('being recorded')
  const change = { provider: 'address', recordsTalks: 'on' }
  const refused = await owner.post('/backoffice/settings/rooms', { ...change, recordingsGb: '0' })
  expect([refused.status, /name="recordingsGb"[^>]*value="0"/.test(refused.text)]).toEqual([422, true])
  await owner.post('/backoffice/settings/rooms', { ...change, recordingsGb: '' })
  expect(await isRecorded()).toBe(true)
  expect((await owner.get(recording)).text).not.toContain('The space for recordings')
})

test('platforms that do not record talks have no recordings', async () => {
  const site = await createSite(server)
  const id = await site.talk('Not recorded', { type: 'rtmp' })
  const recorder = new Recorder(site.tenant.api.installation, () => {})
  await recorder.update()
  expect(recorder.records(id)).toBe(false)
})
