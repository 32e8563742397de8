// Streams that are pulled from another server: when, from where, and what staff and viewers see of them.
import { expect, test } from 'vitest'
import { queryStore } from '../../../../test/support/process.ts'
import { readSample } from '../../../../test/support/rtmp-encoder.ts'
import { startSource } from '../../../../test/support/rtmp-source.ts'
import { useApi } from '../../../../test/support/scenarios.ts'
import { createSite, type Site, signInAtSite } from '../../../../test/support/sites.ts'
import { waitUntil } from '../../../../test/support/until.ts'
import type { Visitor } from '../../../../test/support/visitors.ts'

const server = useApi()
const sample = readSample()
const PLAYLIST = 'https://live.example.org/main.m3u8'

type Stage = { site: Site; id: string; owner: Visitor; path: string }

/** A live talk whose stream is at an address of this machine, which the API would not accept. */
async function createStage(video: string, talk: object = {}): Promise<Stage> {
  const site = await createSite(server)
  const id = await site.talk('Pulled', { type: 'rtmp', video: PLAYLIST, duration: 60, ...talk })
  await setValue(site, id, { video })
  const owner = await signInAtSite(site, 'owner')
  return { site, id, owner, path: `/backoffice/talks/${id}/stream` }
}

/** Changes a talk in the store, past the rules of the API. */
const setValue = ({ tenant }: Site, id: string, value: { video: string } | { state: 'draft' }) => {
  const [[column, text] = []] = Object.entries(value)
  return queryStore(tenant.api.location, `update talks set ${column} = '${text}' where id = '${id}'`)
}

const untilShown = ({ owner, path }: Pick<Stage, 'owner' | 'path'>, part: string) =>
  waitUntil(
    () => owner.get(path),
    ({ text }) => text.includes(part),
  )

async function playlistOf({ site, id }: Stage): Promise<string> {
  const player = await site.open(`/talks/${id}/player`)
  return new URL(/<video[^>]* src="([^"]+)"/.exec(player.text)?.[1] ?? '').pathname
}

test('a stream is pulled, continues when its source is back, and follows changes of its address', async () => {
  await using source = await startSource('stage?token=1', { tags: sample })
  const address = `rtmp://127.0.0.1:${source.port}/live/stage?token=1`
  const stage = await createStage(address)
  const { site, id, owner, path } = stage
  const playlist = await playlistOf(stage)
  const untilPlaylist = (part: string) =>
    waitUntil(
      () => site.visitor.get(playlist),
      ({ text }) => text.includes(part),
    )
  await untilPlaylist('.m4s')
  expect(source.requests).toEqual([`rtmp://127.0.0.1:${source.port}/live stage?token=1`])
  const shown = (await untilShown(stage, '320 × 180')).text
  for (const part of ['Live since', 'from 127.0.0.1 and plays']) expect(shown).toContain(part)
  // Neither the address nor a key is shown.
  for (const part of ['token=1', 'stream-key', 'method="post" action="/backoffice/talks'])
    expect(shown).not.toContain(part)
  expect((await owner.post(path)).status).toBe(404)

  source.cut()
  await untilPlaylist('#EXT-X-DISCONTINUITY\n')

  await using other = await startSource('other', { tags: sample })
  await setValue(site, id, { video: `rtmp://127.0.0.1:${other.port}/live/other` })
  await waitUntil(
    async () => other.requests,
    (requests) => requests.length > 0,
  )
  const before = source.requests.length
  source.cut()
  await setValue(site, id, { state: 'draft' })
  await waitUntil(
    () => site.visitor.get(playlist),
    ({ status }) => status === 404,
  )
  expect(source.requests).toHaveLength(before)
})

test('a source is tried from five minutes before the start', async () => {
  await using source = await startSource('early')
  const address = `rtmp://127.0.0.1:${source.port}/live/early`
  const stage = await createStage(address, { start: '2027-03-01T12:10:00Z' })
  expect((await stage.owner.get(stage.path)).text).toContain('Connects five minutes before the start')
  expect(source.requests).toEqual([])
  stage.site.tenant.api.clock.pass(6 * 60_000)
  await untilShown(stage, 'Connecting to the source')
  await waitUntil(
    async () => source.requests,
    (requests) => requests.length === 1,
  )
})

test('staff read why nothing comes', async () => {
  await using source = await startSource('stage', { tags: sample })
  const refused = await createStage('rtmp://10.0.0.1/live/stage')
  const { text } = await untilShown(refused, 'The address of 10.0.0.1 is not public')
  expect(text).toContain('The server can’t get the stream, and keeps trying')
  expect(text).not.toContain('Connecting to the source')
  const base = `rtmp://127.0.0.1:${source.port}/live`
  const cases: [video: string, reason: string][] = [
    [`${base}/absent`, '127.0.0.1 has no stream at this address'],
    ['rtmp://127.0.0.1:1/live/stage', '127.0.0.1 did not answer'],
    [refused.site.tenant.api.url.replace('https', 'rtmps'), 'The certificate of 127.0.0.1 is not valid'],
    [refused.site.tenant.api.url.replace('https', 'rtmp'), 'The connection was closed'],
  ]
  for (const [video, reason] of cases) {
    await setValue(refused.site, refused.id, { video })
    await untilShown(refused, reason)
  }
  await setValue(refused.site, refused.id, { video: `${base}/stage` })
  const live = await untilShown(refused, 'Live since')
  expect(live.text).toMatch(/<dt>Last interruption<\/dt><dd>The connection was closed/)
  await setValue(refused.site, refused.id, { state: 'draft' })
  await untilShown(refused, 'A talk that is a draft or cancelled takes no stream')
})

test('an address of the platform itself takes a push', async () => {
  const site = await createSite(server)
  const id = await site.talk('Own', { type: 'rtmp', duration: 60, video: `rtmps://${site.host}:1935/live` })
  const owner = await signInAtSite(site, 'owner')
  const page = await owner.submit(`/backoffice/talks/${id}/stream`)
  expect(page.text).toContain('id="stream-key"')
})

test('speakers see whether the stream of their talk is pulled', async () => {
  await using source = await startSource('stage', { tags: sample })
  const { site, id } = await createStage(PLAYLIST)
  const speaker = await signInAtSite(site, 'speaker')
  const { email } = speaker.account
  await site.talk('Pulled', { speakers: [{ email, firstName: 'Ada', lastName: 'Sample' }] })
  await setValue(site, id, { video: `rtmp://127.0.0.1:${source.port}/live/stage` })
  const path = `/account/talks/${id}/stream`
  expect((await speaker.get('/account')).text).toContain(`href="${path}"`)
  const { text } = await untilShown({ owner: speaker, path }, 'Live since')
  expect(text).not.toContain('live/stage')
  expect(text).toContain('<h1 dir="auto">Stream of “Pulled”</h1>')
  expect((await speaker.post(path)).status).toBe(404)
})
