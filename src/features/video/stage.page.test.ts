// The stage of a talk in open pages: it opens and closes by the clock of the server, and follows changes.
import { Script } from 'node:vm'
import { expect, test } from 'vitest'
import { type EventStream, followTalks } from '../../../test/support/live.ts'
import { recordReads } from '../../../test/support/reads.ts'
import { useApi } from '../../../test/support/scenarios.ts'
import { createSite, signInAtSite } from '../../../test/support/sites.ts'
import { Visitor } from '../../../test/support/visitors.ts'

const server = useApi({ settings: { roomAddress: null } })
const minutes = (count: number) => count * 60_000
const ALL_OFF = {
  chat: false,
  questions: false,
  surveys: false,
  viewersCount: false,
  viewersList: false,
  rewardsEarning: false,
}
const YOUTUBE = 'https://youtu.be/DemoTalk-01'
const OTHER_YOUTUBE = 'https://youtu.be/DemoTalk-02'
const STREAM = 'https://live.example.org/main.m3u8'

/** A talk from 12:30 to 13:30, followed at 12:00. */
async function followTalk(more: object = {}) {
  const site = await createSite(server)
  const { clock } = site.tenant.api
  clock.pass(Date.parse('2027-03-01T12:00:00Z') - clock.now())
  const title = 'Talk'
  const fields = { start: '2027-03-01T12:30:00Z', type: 'youtube', video: YOUTUBE, ...more }
  const id = await site.talk(title, fields)
  const follow = (visitor: Pick<Visitor, 'cookies'> = new Visitor(site.tenant.api)) =>
    followTalks(site.tenant.api, `${id}:0`, { host: site.host, cookies: visitor.cookies })
  return { site, clock, id, follow, change: (change: object) => site.talk(title, change) }
}

const shown = (stream: EventStream): string => stream.stages.at(-1)?.html.join('') ?? ''
const playerOf = (stream: EventStream) => /src="([^"]*)"/.exec(shown(stream))?.[1]
const untilShown = (stream: EventStream, text: string) => stream.until((one) => shown(one).includes(text))

test('a stage opens at the start and closes at the end, by the clock of the server', async () => {
  const { clock, follow, id } = await followTalk({ type: 'rtmp', video: STREAM })
  const stream = await untilShown(await follow(), 'Starts <span')
  expect(stream.stages[0].now).toBe(clock.now())
  clock.pass(minutes(30))
  await untilShown(stream, `<iframe class="stage-screen media" src="/talks/${id}/player?key=`)
  expect(shown(stream)).toContain('Live now')
  clock.pass(minutes(60))
  await untilShown(stream, 'If there is a recording, it will appear here.')
  expect(shown(stream)).not.toContain('<iframe')
  stream.close()
})

test('it does so in a talk whose features are all off', async () => {
  const { clock, follow, site, id } = await followTalk({ features: ALL_OFF })
  const page = await site.open(`/talks/${id}`)
  expect([page.text.includes('id="live"'), page.text.includes('/live.js"')]).toEqual([false, true])
  const stream = await untilShown(await follow(), 'Starts <span')
  clock.pass(minutes(30))
  await untilShown(stream, '<iframe')
  stream.close()
})

test('each script of a talk page is one file, whose parts have different names', async () => {
  const { id, site } = await followTalk()
  const page = await site.open(`/talks/${id}`)
  const paths = [...page.text.matchAll(/<script type="module" src="([^"]+)"/g)].map(([, path = '']) => path)
  expect(paths.some((path) => path.endsWith('/live.js'))).toBe(true)
  for (const path of paths) {
    const { text } = await site.open(path)
    // Neither a name that is declared twice nor an import or export.
    expect(() => new Script(text, { filename: path })).not.toThrow()
  }
})

test('it follows changes of type and video, and a player stays when only something else changes', async () => {
  const { clock, follow, change } = await followTalk()
  clock.pass(minutes(30))
  const stream = await untilShown(await follow(), '<iframe')
  const first = playerOf(stream)
  await change({ title: 'Talk', recommended: true })
  await untilShown(stream, 'Recommended')
  expect(playerOf(stream)).toBe(first)
  await change({ video: OTHER_YOUTUBE })
  await stream.until((one) => playerOf(one) !== first)
  await change({ type: 'rtmp', video: STREAM })
  await untilShown(stream, 'stage-screen media')
  const live = playerOf(stream)
  await change({ type: 'replay' })
  await stream.until((one) => playerOf(one) !== live)
  await change({ type: 'external', video: null })
  await untilShown(stream, 'The video appears here by itself')
  stream.close()
})

test('a room of another provider replaces the built-in one while people watch', async () => {
  const { clock, follow, site } = await followTalk({ type: 'embedded' })
  clock.pass(minutes(30))
  const stream = await untilShown(await follow(), 'stage-screen own-room')
  await site.change({ roomAddress: 'https://meet.example.org/{id}' })
  await untilShown(stream, 'stage-screen room')
  stream.close()
})

test('who connects again gets the stage as it is now', async () => {
  const { clock, follow } = await followTalk()
  const before = await untilShown(await follow(), 'Starts <span')
  before.close()
  clock.pass(minutes(30))
  const after = await untilShown(await follow(), '<iframe')
  after.close()
})

test('streams never carry the address, and who may no longer watch loses the stage', async () => {
  const { clock, follow, site, change } = await followTalk()
  clock.pass(minutes(30))
  const [stream, staff] = [await follow(), await follow(await signInAtSite(site, 'admin'))]
  for (const one of [stream, staff]) await untilShown(one, '<iframe')
  await change({ video: OTHER_YOUTUBE })
  await change({ type: 'external', video: 'https://rooms.example.com/talk' })
  for (const one of [stream, staff]) await untilShown(one, 'stage-screen external')
  await site.change({ watching: 'signed_in' })
  await untilShown(stream, 'Sign in</a> to watch')
  expect(shown(stream)).not.toContain('<iframe')
  const sent = JSON.stringify([stream, staff].map(({ events, stages }) => [events, stages]))
  for (const secret of ['youtube', 'DemoTalk', 'rooms.example.com']) expect(sent).not.toContain(secret)
  for (const one of [stream, staff]) one.close()
})

test('a player reads the tracks only where it shows their art', async () => {
  const { clock, id, site, change } = await followTalk({ track: 'Arts' })
  const attendee = await signInAtSite(site)
  const readsTracks = async () => {
    const names = await recordReads(site.tenant.api.installation.store, () =>
      attendee.get(`/talks/${id}/player`),
    )
    return names.includes('talk_choices.tracks_by_age')
  }
  clock.pass(minutes(30))
  expect(await readsTracks()).toBe(false)
  await change({ type: 'external', video: 'https://rooms.example.com/talk' })
  expect(await readsTracks()).toBe(false)
  await change({ type: 'rtmp', video: STREAM })
  expect(await readsTracks()).toBe(false)
  await change({ type: 'youtube', video: YOUTUBE })
  clock.pass(minutes(60))
  expect(await readsTracks()).toBe(true)
  await change({ type: 'replay', video: 'https://video.example.org/talk.mp4' })
  expect(await readsTracks()).toBe(true)
})
