// The viewers of a talk: heartbeats, the number, the list, and who sees them.
import { expect, test } from 'vitest'
import { type EventStream, followTalks } from '../../../test/support/live.ts'
import { useApi } from '../../../test/support/scenarios.ts'
import { createSite, type Site, signInAtSite, visibleText } from '../../../test/support/sites.ts'
import { waitUntil } from '../../../test/support/until.ts'
import { sendHeartbeat } from '../../../test/support/viewing.ts'
import { Visitor } from '../../../test/support/visitors.ts'

const server = useApi()
const FEATURES_OFF = { features: { viewersCount: false, viewersList: false } }

async function createTalk(more: object = {}) {
  const site = await createSite(server)
  const id = await site.talk('Talk', more)
  const guest = () => new Visitor(site.tenant.api, { host: site.host })
  const follow = (visitor: Pick<Visitor, 'cookies'> = guest()) =>
    followTalks(site.tenant.api, `${id}:0`, { host: site.host, cookies: visitor.cookies })
  return { site, id, guest, follow }
}

/** The text of the last event about viewers. */
const shown = ({ events }: EventStream): string =>
  visibleText(events.findLast(({ name }) => name === 'viewers')?.data.html ?? '').trim()

const agree = (visitor: Visitor) => visitor.post('/account/privacy', { listed: 'on' })

test('everyone counts once, whatever the number of tabs', async () => {
  const { site, id, guest, follow } = await createTalk()
  const [reader, visitor, person] = [await follow(), guest(), await signInAtSite(site)]
  for (const one of [visitor, person, visitor, person, guest()])
    expect((await sendHeartbeat(one, id)).status).toBe(204)
  await reader.until((stream) => shown(stream).includes('3 here now'))
  reader.close()
})

test('someone who signed in on two devices counts once', async () => {
  const { site, id, guest, follow } = await createTalk()
  const person = await signInAtSite(site)
  const phone = new Visitor(site.tenant.api, { host: site.host })
  await phone.signIn(person.account.email)
  const reader = await follow()
  for (const one of [person, phone, guest()]) await sendHeartbeat(one, id)
  await reader.until((stream) => shown(stream).includes('2 here now'))
  reader.close()
})

test('viewers without a heartbeat for 90 seconds have left', async () => {
  const { site, id, guest, follow } = await createTalk()
  const [stays, remains, leaves, reader] = [guest(), guest(), guest(), await follow()]
  for (const one of [stays, remains, leaves]) await sendHeartbeat(one, id)
  await reader.until((stream) => shown(stream).includes('3 here now'))
  site.tenant.api.clock.pass(60_000)
  for (const one of [stays, remains]) await sendHeartbeat(one, id)
  site.tenant.api.clock.pass(31_000)
  await reader.until((stream) => shown(stream).includes('2 here now'))
  reader.close()
})

test('a client that connects later gets the number at once, without a position', async () => {
  const { id, guest, follow } = await createTalk()
  const first = await follow()
  for (const one of [guest(), guest()]) await sendHeartbeat(one, id)
  await first.until((stream) => shown(stream).includes('2 here now'))
  const second = await (await follow()).until(({ events }) => events.length > 0)
  expect(shown(second)).toContain('2 here now')
  expect(second.events.map(({ name, id: position }) => [name, position])).toEqual([['viewers', '']])
  first.close()
  second.close()
})

test('the number is part of the page from two viewers on, because the first can be the reader', async () => {
  const { site, id, guest } = await createTalk()
  await sendHeartbeat(guest(), id)
  const person = await signInAtSite(site)
  await waitUntil(
    async () => (await site.tenant.send('GET', `/talks/${id}/live`)).body.viewers.count,
    (count) => count === 1,
  )
  expect((await person.get(`/talks/${id}`)).text).toContain('<p class="viewers-none">Take part</p>')
  await sendHeartbeat(guest(), id)
  await waitUntil(
    async () => visibleText((await person.get(`/talks/${id}`)).text),
    (text) => text.includes('2 here now'),
  )
})

test.each([
  ['of the talk', (site: Site) => site.talk('Talk', FEATURES_OFF)],
  [
    'of the platform',
    async (site: Site) =>
      site.change({
        features: {
          ...site.tenant.caller.platform.settings.features,
          viewersCount: false,
          viewersList: false,
        },
      }),
  ],
])('features that are off %s leave all open pages, except those of admins', async (_name, turnOff) => {
  const { site, id, guest, follow } = await createTalk()
  const [admin, person] = [await signInAtSite(site, 'admin'), await signInAtSite(site)]
  await agree(person)
  const [reader, office] = [await follow(), await follow(admin)]
  await sendHeartbeat(person, id)
  await reader.until((stream) => shown(stream).includes('Robin'))
  await turnOff(site)
  await reader.until(({ events }) => events.some(({ data }) => data.off?.length === 2))
  await sendHeartbeat(guest(), id)
  await office.until((stream) => shown(stream).includes('2 here now'))
  expect(shown(office)).toContain('Robin')
  expect(reader.events.at(-1)?.name).toBe('change')
  const path = `/talks/${id}/viewers`
  expect((await person.get(`/talks/${id}`)).text).not.toContain('class="viewers"')
  expect([(await person.get(path)).status, (await guest().get(path)).status]).toEqual([409, 409])
  expect((await admin.get(path)).text).toContain('Robin')
  reader.close()
  office.close()
})

test('admins see the viewers even if every feature is off', async () => {
  const off = { chat: false, questions: false, surveys: false, rewardsEarning: false }
  const { site, id, guest } = await createTalk({ features: { ...off, ...FEATURES_OFF.features } })
  const admin = await signInAtSite(site, 'admin')
  expect((await admin.get(`/talks/${id}`)).text).toContain('class="viewers"')
  expect((await guest().get(`/talks/${id}`)).text).not.toContain('id="live"')
})

test('only people who agreed are listed, and only while they watch', async () => {
  const { site, id, guest } = await createTalk()
  const [listed, unlisted, away] = [
    await signInAtSite(site, 'attendee', { firstName: 'Lis', lastName: 'Ted' }),
    await signInAtSite(site, 'attendee', { firstName: 'Un', lastName: 'Listed' }),
    await signInAtSite(site, 'attendee', { firstName: 'Not', lastName: 'Here' }),
  ]
  const waiting = await signInAtSite(site, 'attendee', {
    ...{ firstName: 'Un', lastName: 'Reviewed', options: { endRegistration: false } },
  })
  await agree(waiting)
  expect((await agree(listed)).status).toBe(303)
  await agree(away)
  for (const one of [listed, unlisted, waiting, guest()]) await sendHeartbeat(one, id)
  const read = async () => visibleText((await guest().get(`/talks/${id}/viewers`)).text)
  const text = await waitUntil(read, (found) => found.includes('Lis Ted'))
  expect(text).toContain('1 listed viewer')
  expect(text).not.toMatch(/Un Listed|Un Reviewed|Not Here/)
  await listed.post('/account/privacy')
  expect(await read()).not.toContain('Lis Ted')
})

test('the list is paged, and searched by name only', async () => {
  const { site, id, guest } = await createTalk()
  for (let at = 0; at < 52; at += 1) {
    const person = await signInAtSite(site, 'attendee', {
      email: `secret${at}@example.org`,
      firstName: 'Łukasz',
      lastName: `Viewer${String(at).padStart(2, '0')}`,
    })
    await agree(person)
    await sendHeartbeat(person, id)
  }
  const read = async (query: string) => visibleText((await guest().get(`/talks/${id}/viewers?${query}`)).text)
  const first = await waitUntil(
    () => read(''),
    (text) => text.includes('52 listed viewers'),
  )
  expect([first.includes('Viewer00'), first.includes('Viewer51')]).toEqual([true, false])
  const second = await read('page=2')
  expect([second.includes('Viewer00'), second.includes('Viewer51')]).toEqual([false, true])
  expect(await read('q=lukasz+viewer07')).toContain('1 listed viewer')
  expect(await read('q=secret7')).toContain('No matching viewers')
  expect(await read('q=%25')).toContain('No matching viewers')
})

test.each([
  ['an unknown talk', '01980b5c-7a40-7c3e-9f21-6d2f5b1f0a12', undefined, 404],
  ['something that is no talk', 'x', undefined, 404],
  ['a visitor with a false name', undefined, 'x'.repeat(5000), 400],
  ['a visitor without a name', undefined, '', 400],
])('a heartbeat of %s is refused', async (_name, talk, visitor, status) => {
  const { id, guest } = await createTalk()
  const answer = await guest().post(`/talks/${talk ?? id}/heartbeat`, {
    visitor: visitor ?? '0b5c7a40-1111-4222-8333-444455556666',
  })
  expect(answer.status).toBe(status)
})

test('a heartbeat needs no token, but must come from a page of the site', async () => {
  const { id, guest } = await createTalk()
  const visitor = '0b5c7a40-1111-4222-8333-444455556666'
  const send = (headers: Record<string, string>) =>
    guest().post(`/talks/${id}/heartbeat`, { visitor, _csrf: 'none' }, { headers })
  expect((await send({})).status).toBe(204)
  expect((await send({ 'sec-fetch-site': 'cross-site' })).status).toBe(403)
  expect((await send({ origin: 'https://evil.example.org' })).status).toBe(403)
})

test('a flood of heartbeats is limited, by account and by address', async () => {
  const { site, id } = await createTalk()
  const person = await signInAtSite(site)
  const statuses = new Map<number, number>()
  for (let count = 0; count < 70; count += 1) {
    const { status } = await sendHeartbeat(person, id)
    statuses.set(status, (statuses.get(status) ?? 0) + 1)
  }
  expect(statuses.get(204)).toBe(60)
  expect(statuses.get(429)).toBe(10)
})

test('who may not watch is not counted', async () => {
  const { site, id, guest } = await createTalk()
  await site.change({ watching: 'signed_in' })
  expect((await sendHeartbeat(guest(), id)).status).toBe(403)
  expect((await sendHeartbeat(await signInAtSite(site), id)).status).toBe(204)
})

test('viewers of another node are counted and listed', async () => {
  const { site, id, follow } = await createTalk()
  await using node = await site.tenant.api.addNode()
  const person = await signInAtSite(site)
  await agree(person)
  const reader = await follow()
  await sendHeartbeat(person.copy({ ...site.tenant.api, ...node }), id)
  await reader.until((stream) => shown(stream).includes('Robin'))
  reader.close()
})

test('a heartbeat keeps the session alive', async () => {
  const { site, id } = await createTalk()
  const person = await signInAtSite(site)
  for (let minutes = 0; minutes < 60; minutes += 20) {
    site.tenant.api.clock.pass(20 * 60_000)
    expect((await sendHeartbeat(person, id)).status).toBe(204)
  }
  expect((await person.get('/account')).status).toBe(200)
})
