// Talks on site: taking part does not depend on a video.
import { expect, test } from 'vitest'
import { survey } from '../../../test/support/bodies.ts'
import { followTalks } from '../../../test/support/live.ts'
import { get, put, useApi } from '../../../test/support/scenarios.ts'
import { createSite, listTitles, type Site, signInAtSite, visibleText } from '../../../test/support/sites.ts'
import { waitUntil } from '../../../test/support/until.ts'
import { sendHeartbeat } from '../../../test/support/viewing.ts'

const server = useApi({ settings: { roomAddress: null, venue: 'Town Hall, Oslo' } })
const JSON_ONLY = { headers: { accept: 'application/json' } }
const FORMS = ['class="chat-form', 'class="question-form']

/** A site with a talk from 12:00 to 13:00, the first of which is now. */
async function createTalk(more: object = {}) {
  const site = await createSite(server)
  const id = await site.talk('Talk', more)
  return { site, id, page: `/talks/${id}` }
}

test('chat, questions, and surveys of a talk on site work like those of a talk with a video', async () => {
  const { site, id, page } = await createTalk()
  await put(site.tenant, '/surveys/ext:s', survey({ talkId: id }))
  await site.tenant.send('POST', '/surveys/ext:s/open')
  const person = await signInAtSite(site)
  for (const [path, fields] of [
    ['messages', { text: 'Hello' }],
    ['questions', { text: 'Why?' }],
  ] as const)
    expect((await person.post(`${page}/${path}`, fields, JSON_ONLY)).body.code).toBe('ok')
  const { text } = await person.get(page)
  for (const part of ['Hello', 'Why?', 'How was it?', 'id="chat"', 'id="questions"', 'id="surveys"'])
    expect(text).toContain(part)
})

test('the page of a talk on site has no player, no countdown, and no warning about video', async () => {
  for (const start of ['2027-03-01T14:00:00Z', '2027-03-01T12:00:00Z']) {
    const { site, page } = await createTalk({ start })
    const admin = await signInAtSite(site, 'admin')
    for (const visitor of [site.visitor, admin]) {
      const { text } = await visitor.get(page)
      for (const part of ['<iframe', 'class="countdown']) expect(text).not.toContain(part)
      for (const word of ['watch', 'video']) expect(visibleText(text).toLowerCase()).not.toContain(word)
    }
    expect((await admin.get(`${page}/player`)).status).toBe(404)
    const dashboard = visibleText((await admin.get('/backoffice')).text)
    expect(dashboard).not.toMatch(/no video|video rooms/)
    expect(listTitles((await site.open('/')).text)).toEqual(['Talk'])
  }
})

test('search engines learn that a talk on site takes place offline, and others are mixed', async () => {
  const { site, page } = await createTalk({ room: 'Hall 1' })
  const modeOf = async (path: string) =>
    /"eventAttendanceMode":"[^"]*\/(\w+)"/.exec((await site.open(path)).text)?.[1]
  expect(await modeOf(page)).toBe('OfflineEventAttendanceMode')
  await site.talk('Talk', { type: 'embedded' })
  expect(await modeOf(page)).toBe('MixedEventAttendanceMode')
})

test('the viewers of a talk on site are here, and those of a video watch', async () => {
  const { site, id } = await createTalk()
  const reader = await followTalks(site.tenant.api, `${id}:0`, { host: site.host })
  const shown = () => visibleText(reader.events.findLast(({ name }) => name === 'viewers')?.data.html ?? '')
  await sendHeartbeat(site.visitor, id)
  await reader.until(() => shown().includes('1 here now'))
  expect(visibleText((await site.visitor.get(`/talks/${id}/viewers`)).text)).toContain(
    'People who are here now',
  )
  await site.talk('Talk', { type: 'rtmp' })
  await reader.until(() => shown().includes('1 person watching'))
  reader.close()
})

test('a talk on site gives no watched time and no points for watching', async () => {
  const { site, id } = await createTalk()
  const video = await site.talk('Video', { type: 'embedded' })
  const [person, viewer] = [await signInAtSite(site), await signInAtSite(site)]
  for (let minute = 0; minute <= 6; minute += 1) {
    expect((await sendHeartbeat(person, id)).status).toBe(204)
    expect((await sendHeartbeat(viewer, video)).status).toBe(204)
    site.tenant.api.clock.pass(60_000)
  }
  const secondsOf = async (talk: string) =>
    (await get(site.tenant, `/talks/${talk}/attendance`)).items.map(
      ({ live }: { live: { seconds: number } }) => live.seconds,
    )
  await waitUntil(
    () => secondsOf(video),
    ([seconds]) => seconds === 360,
  )
  expect(await secondsOf(id)).toEqual([])
  const totalOf = async ({ account }: typeof person) =>
    (await get(site.tenant, `/users/${account.id}/points`)).total
  expect([await totalOf(person), await totalOf(viewer)]).toEqual([0, 1])
})

test('a talk on site costs no credits, and nobody can pay for it', async () => {
  const { site, id, page } = await createTalk()
  await site.change({ credits: { isOn: true, price: 2 } })
  const person = await signInAtSite(site)
  await grant(site, person.account.id)
  expect((await sendHeartbeat(person, id)).status).toBe(204)
  expect((await person.get(`${page}/open`)).headers.location).toBe(page)
  await person.post(`${page}/open`, { mode: 'live' })
  expect((await person.get(page)).text).not.toContain('credit')
  expect((await get(site.tenant, `/users/${person.account.id}/credits`)).balance).toBe(5)
  await site.talk('Talk', { type: 'embedded' })
  expect((await sendHeartbeat(person, id)).status).toBe(403)
})

test('nobody takes part in a break, with or without a video', async () => {
  const { site, page } = await createTalk({ kind: 'break', type: 'replay', available: true })
  await site.talk('Talk', { video: 'https://video.example.org/a.mp4' })
  const person = await signInAtSite(site)
  expect((await person.post(`${page}/messages`, { text: 'Hello' }, JSON_ONLY)).body.code).toBe('feature_off')
  const { text } = await person.get(page)
  expect(text).toContain('<iframe class="stage-screen media"')
  for (const form of FORMS) expect(text).not.toContain(form)
})

const grant = ({ tenant }: Site, userId: string) =>
  tenant.send('POST', `/users/${userId}/credits`, { body: { kind: 'grant', amount: 5 } })
