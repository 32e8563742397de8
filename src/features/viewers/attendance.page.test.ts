// Attendance: what heartbeats add up to, for people and visitors, live and as a replay, and how it is read.
import { expect, test } from 'vitest'
import { get, problemsOf, useApi } from '../../../test/support/scenarios.ts'
import { createSite, type Site, signInAtSite } from '../../../test/support/sites.ts'
import { waitUntil } from '../../../test/support/until.ts'
import { sendHeartbeat } from '../../../test/support/viewing.ts'
import { Visitor } from '../../../test/support/visitors.ts'
import { applyRetention } from '../platforms/retention-job.ts'
import { Heartbeats } from './heartbeats.ts'

const server = useApi()
const VIDEO = { type: 'youtube', video: 'https://www.youtube.com/watch?v=dQw4w9WgXcQ', duration: 30 }

/** A talk from 12:00 to 12:30, the first of which is now. */
async function createTalk(more: object = VIDEO) {
  const site = await createSite(server)
  const id = await site.talk('Talk', more)
  return { site, id }
}

/** Sends a heartbeat every minute, now and until the minutes have passed. */
async function watch(site: Site, visitor: Visitor, talkId: string, minutes: number) {
  expect((await sendHeartbeat(visitor, talkId)).status).toBe(204)
  for (let minute = 0; minute < minutes; minute += 1) {
    site.tenant.api.clock.pass(60_000)
    expect((await sendHeartbeat(visitor, talkId)).status).toBe(204)
  }
}

async function expectLocked(visitor: Visitor, talkId: string) {
  const { status, text } = await sendHeartbeat(visitor, talkId)
  expect([status, text]).toEqual([
    403,
    expect.stringContaining('You may need to sign in, an accepted registration, or credits.'),
  ])
}

// biome-ignore lint/suspicious/noExplicitAny: tests read items of every shape.
type Item = any
const read = (site: Site, path: string, isDone: (items: Item[]) => boolean) =>
  waitUntil(
    () => get(site.tenant, path),
    ({ items }) => isDone(items),
  )
const has = (seconds: number) => (items: Item[]) =>
  items.reduce((total, { live, replay }) => total + live.seconds + replay.seconds, 0) === seconds

test('live and replay are separate, in intervals of server time', async () => {
  const { site, id } = await createTalk()
  const person = await signInAtSite(site)
  await watch(site, person, id, 2)
  site.tenant.api.clock.pass(10 * 60_000)
  await watch(site, person, id, 1)
  site.tenant.api.clock.pass(16.5 * 60_000)
  // From half a minute before the end to half a minute after it.
  await watch(site, person, id, 1)
  const { items, totals } = await read(site, `/talks/${id}/attendance`, has(240))
  expect(items).toMatchObject([
    {
      id: expect.any(String),
      talkId: id,
      userId: person.account.id,
      email: person.account.email,
      live: {
        seconds: 210,
        intervals: [
          { start: '2027-03-01T12:00:00.000Z', end: '2027-03-01T12:02:00.000Z' },
          { start: '2027-03-01T12:12:00.000Z', end: '2027-03-01T12:13:00.000Z' },
          { start: '2027-03-01T12:29:30.000Z', end: '2027-03-01T12:30:00.000Z' },
        ],
      },
      replay: {
        seconds: 30,
        intervals: [{ start: '2027-03-01T12:30:00.000Z', end: '2027-03-01T12:30:30.000Z' }],
      },
      updatedAt: '2027-03-01T12:30:30.000Z',
    },
  ])
  expect(totals).toEqual({
    live: { people: 1, visitors: 0, seconds: 210 },
    replay: { people: 1, visitors: 0, seconds: 30 },
  })
})

test('waiting for the start, and a page with nothing to watch, are no attendance', async () => {
  const { site } = await createTalk()
  const later = await site.talk('Later', { ...VIDEO, start: '2027-03-01T12:02:00Z', duration: 1 })
  const room = await site.talk('Room', { type: 'embedded', duration: 1 })
  const person = await signInAtSite(site)
  for (const id of [later, room]) await sendHeartbeat(person, id)
  for (let minute = 0; minute < 3; minute += 1) {
    site.tenant.api.clock.pass(60_000)
    for (const id of [later, room]) await sendHeartbeat(person, id)
  }
  const { items } = await read(site, '/attendance', has(120))
  const byTalk = new Map(items.map((item: Item) => [item.talkId, [item.live.seconds, item.replay.seconds]]))
  expect(byTalk).toEqual(
    new Map([
      [later, [60, 0]],
      [room, [60, 0]],
    ]),
  )
})

test('several tabs and devices of a person are one attendance', async () => {
  const { site, id } = await createTalk()
  const person = await signInAtSite(site)
  const phone = new Visitor(site.tenant.api, { host: site.host })
  await phone.signIn(person.account.email)
  for (let time = 0; time < 4; time += 1) {
    await sendHeartbeat(person, id)
    site.tenant.api.clock.pass(30_000)
    await sendHeartbeat(phone, id)
    site.tenant.api.clock.pass(30_000)
  }
  const { items } = await read(site, `/talks/${id}/attendance`, has(210))
  expect(items).toHaveLength(1)
})

test('visitors without an account are part of the totals, but not of the list', async () => {
  const { site, id } = await createTalk()
  await watch(site, new Visitor(site.tenant.api, { host: site.host }), id, 1)
  const { items } = await waitUntil(
    () => get(site.tenant, `/talks/${id}/attendance`),
    ({ totals }) => totals.live.visitors === 1 && totals.live.seconds === 60,
  )
  expect(items).toEqual([])
})

test('attendance is paged, and read since a time', async () => {
  const { site, id } = await createTalk()
  const [first, second] = [await signInAtSite(site), await signInAtSite(site)]
  await watch(site, first, id, 1)
  await watch(site, second, id, 1)
  await read(site, '/attendance', has(120))
  const page = await get(site.tenant, '/attendance?limit=1')
  const next = await get(site.tenant, `/attendance?limit=1&cursor=${page.next}`)
  expect([...page.items, ...next.items].map(({ userId }: Item) => userId).sort()).toEqual(
    [first.account.id, second.account.id].sort(),
  )
  expect(next.next).toBeNull()
  const since = await get(site.tenant, '/attendance?updatedSince=2027-03-01T12:01:30Z')
  expect(since.items.map(({ userId }: Item) => userId)).toEqual([second.account.id])
  expect((await get(site.tenant, '/talks/ext:Talk/attendance?limit=1')).items).toHaveLength(1)
  const refused = await site.tenant.send('GET', '/attendance?cursor=x&limit=0')
  expect(refused.status).toBe(422)
  expect(problemsOf(refused)[0]?.[0]).toBe('limit')
  expect((await site.tenant.send('GET', '/talks/ext:none/attendance')).body.code).toBe('talk_not_found')
})

test('attendance.completed is recorded once per person and talk, when the talk is over', async () => {
  const { site, id } = await createTalk({ ...VIDEO, duration: 5 })
  const { clock } = site.tenant.api
  const [person, absent] = [await signInAtSite(site), await signInAtSite(site)]
  await sendHeartbeat(absent, id)
  await watch(site, person, id, 2)
  await read(site, '/attendance', has(120))
  clock.pass(5 * 60_000)
  const events = () => get(site.tenant, '/events?types=attendance.*')
  const { items } = await waitUntil(events, (feed) => feed.items.length > 0)
  const [attendance] = (await get(site.tenant, '/attendance')).items
  expect(items).toMatchObject([
    {
      type: 'attendance.completed',
      actor: { kind: 'system' },
      object: { kind: 'attendance', id: attendance.id },
    },
  ])
  expect(attendance.completedAt).not.toBeNull()
  // The replay changes the attendance, but completes nothing.
  await watch(site, person, id, 1)
  await read(site, '/attendance', has(180))
  clock.pass(5 * 60_000)
  await watch(site, absent, id, 1)
  clock.pass(5 * 60_000)
  const after = await waitUntil(events, (feed) => feed.items.length > 1)
  expect(new Set(after.items.map((event: Item) => event.object.id)).size).toBe(after.items.length)
  expect(after.items).toHaveLength(2)
})

test('the attendance of a deleted account is gone, and heartbeats that still wait change nothing', async () => {
  const { site, id } = await createTalk()
  const [deleted, other] = [await signInAtSite(site), await signInAtSite(site)]
  await watch(site, deleted, id, 1)
  await read(site, '/attendance', has(60))
  await watch(site, deleted, id, 1)
  await watch(site, other, id, 1)
  await site.tenant.send('DELETE', `/users/${deleted.account.id}`)
  const { items } = await read(site, '/attendance', (all) => has(60)(all) && all.length === 1)
  expect(items[0].userId).toBe(other.account.id)
})

test('nothing of another platform is shown', async () => {
  const { site, id } = await createTalk()
  const { site: other } = await createTalk()
  await watch(site, await signInAtSite(site), id, 1)
  await read(site, '/attendance', has(60))
  expect((await get(other.tenant, '/attendance')).items).toEqual([])
  expect((await other.tenant.send('GET', `/talks/${id}/attendance`)).status).toBe(404)
})

test('two nodes add to the same attendance', async () => {
  const { site, id } = await createTalk()
  await using node = await site.tenant.api.addNode()
  const person = await signInAtSite(site)
  const elsewhere = person.copy({ ...site.tenant.api, ...node })
  for (const [index, visitor] of [person, elsewhere, person, elsewhere].entries()) {
    await sendHeartbeat(visitor, id)
    site.tenant.api.clock.pass(60_000)
    await sendHeartbeat(visitor, id)
    // The other node sends its next one only a minute later, when this one is written.
    await read(site, '/attendance', has((index + 1) * 60))
  }
})

test('attendance is deleted after the days in the settings of its platform, and not earlier', async () => {
  const [{ site, id }, { site: other, id: otherId }] = [await createTalk(), await createTalk()]
  const { clock, installation } = site.tenant.api
  const admin = await signInAtSite(site, 'admin')
  const save = (days: string) =>
    admin.post('/backoffice/settings/retention', { 'retention/attendance': days })
  expect([(await save('0')).status, (await save('')).status, (await save('30')).status]).toEqual([
    422, 422, 303,
  ])
  await watch(site, await signInAtSite(site), id, 1)
  await watch(other, await signInAtSite(other), otherId, 1)
  await read(site, '/attendance', has(60))
  await read(other, '/attendance', has(60))
  // The days begin with the last change, which is the completion.
  clock.pass(60 * 60_000)
  const isCompleted = (items: Item[]) => items.every(({ completedAt }) => completedAt !== null)
  await read(site, '/attendance', isCompleted)
  await read(other, '/attendance', isCompleted)
  clock.pass(30 * 24 * 3_600_000 - 60_000)
  await applyRetention(installation)
  expect((await get(site.tenant, '/attendance')).items).toHaveLength(1)
  clock.pass(2 * 60_000)
  await applyRetention(installation)
  expect((await get(site.tenant, '/attendance')).items).toEqual([])
  expect((await get(other.tenant, '/attendance')).items).toHaveLength(1)
})

test('the export of a person has their attendance, and nobody else’s', async () => {
  const { site, id } = await createTalk()
  const [person, other] = [await signInAtSite(site), await signInAtSite(site)]
  await watch(site, person, id, 1)
  await watch(site, other, id, 2)
  await read(site, '/attendance', has(180))
  const data = (await person.get('/account/export')).body
  expect(data.isListedAsViewer).toBe(false)
  expect(data.attendance).toEqual([
    {
      talkId: id,
      title: 'Talk',
      live: {
        seconds: 60,
        intervals: [{ start: '2027-03-01T12:00:00.000Z', end: '2027-03-01T12:01:00.000Z' }],
      },
      replay: { seconds: 0, intervals: [] },
      lastSeenAt: '2027-03-01T12:01:00.000Z',
    },
  ])
})

test('what waits is written at shutdown, for thousands of viewers', async () => {
  const { site, id } = await createTalk()
  const { clock, installation } = site.tenant.api
  const platformId = site.tenant.caller.platform.id
  const heartbeats = new Heartbeats({
    services: installation,
    onError: (error) => {
      throw error
    },
  })
  for (const pauseMs of [60_000, 60_000, 0]) {
    for (let viewer = 0; viewer < 3_000; viewer += 1)
      heartbeats.add({
        platformId,
        talkId: id,
        viewer: `viewer ${viewer}`,
        userId: null,
        watchedTo: null,
        modes: ['live'],
        canEarn: false,
      })
    clock.pass(pauseMs)
  }
  await heartbeats.close()
  const { totals } = await get(site.tenant, `/talks/${id}/attendance`)
  expect(totals.live).toEqual({ people: 0, visitors: 3_000, seconds: 360_000 })
})

test('without payment, heartbeats are neither attendance nor points', async () => {
  const { site, id } = await createTalk({ ...VIDEO, start: '2027-03-01T12:01:00Z' })
  await site.change({ credits: { isOn: true, price: 1 } })
  const { clock } = site.tenant.api
  const [payer, other] = [await signInAtSite(site), await signInAtSite(site)]
  const staff = await signInAtSite(site, 'admin')
  const grant = { body: { kind: 'grant', amount: 1 } }
  await site.tenant.send('POST', `/users/${payer.account.id}/credits`, grant)
  // Before the start, there is nothing to pay for.
  for (const visitor of [payer, other, site.visitor, staff])
    expect((await sendHeartbeat(visitor, id)).status).toBe(204)
  clock.pass(60_000)
  for (const visitor of [payer, other, site.visitor]) await expectLocked(visitor, id)
  await payer.post(`/talks/${id}/open`, { mode: 'live' })
  for (let minute = 0; minute <= 6; minute += 1) {
    if (minute > 0) clock.pass(60_000)
    for (const visitor of [other, site.visitor]) await expectLocked(visitor, id)
    for (const visitor of [payer, staff]) expect((await sendHeartbeat(visitor, id)).status).toBe(204)
  }
  const { totals } = await read(site, `/talks/${id}/attendance`, has(720))
  expect(totals).toEqual({
    live: { people: 2, visitors: 0, seconds: 720 },
    replay: { people: 0, visitors: 0, seconds: 0 },
  })
  const pointsOf = async ({ account }: typeof payer) =>
    (await get(site.tenant, `/users/${account.id}/points`)).total
  expect([await pointsOf(payer), await pointsOf(other)]).toEqual([1, 0])
})

test('who has paid for watching live only has no attendance of the replay, and the other way round', async () => {
  const { site, id } = await createTalk()
  await site.change({ credits: { isOn: true, price: 1 } })
  const { clock } = site.tenant.api
  const [live, replay] = [await signInAtSite(site), await signInAtSite(site)]
  for (const { account } of [live, replay])
    await site.tenant.send('POST', `/users/${account.id}/credits`, { body: { kind: 'grant', amount: 1 } })
  await live.post(`/talks/${id}/open`, { mode: 'live' })
  clock.pass(29.5 * 60_000)
  await expectLocked(replay, id)
  expect((await sendHeartbeat(live, id)).status).toBe(204)
  clock.pass(60_000)
  await replay.post(`/talks/${id}/open`, { mode: 'replay' })
  for (const minute of [0, 1]) {
    if (minute > 0) clock.pass(60_000)
    for (const person of [live, replay]) expect((await sendHeartbeat(person, id)).status).toBe(204)
  }
  const { items } = await read(site, `/talks/${id}/attendance`, has(90))
  const seconds = new Map(items.map((item: Item) => [item.userId, [item.live.seconds, item.replay.seconds]]))
  expect([seconds.get(live.account.id), seconds.get(replay.account.id)]).toEqual([
    [30, 0],
    [0, 60],
  ])
})

test.each([
  ['freeLive', 120, 0],
  ['freeReplay', 0, 120],
])('%s also counts for people who have not paid', async (feature, liveSeconds, replaySeconds) => {
  const { site, id } = await createTalk({ ...VIDEO, features: { [feature]: true } })
  await site.change({ credits: { isOn: true, price: 1 } })
  if (feature === 'freeReplay') site.tenant.api.clock.pass(60 * 60_000)
  await watch(site, await signInAtSite(site), id, 2)
  const { totals } = await read(site, `/talks/${id}/attendance`, has(120))
  expect([totals.live.seconds, totals.replay.seconds]).toEqual([liveSeconds, replaySeconds])
})
