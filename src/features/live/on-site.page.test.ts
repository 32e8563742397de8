// Talks on site: taking part does not depend on a video.
import { expect, test } from 'vitest'
import { survey, talk } from '../../../test/support/bodies.ts'
import { followTalks } from '../../../test/support/live.ts'
import { listPageRoutes } from '../../../test/support/routes.ts'
import { get, put, useApi } from '../../../test/support/scenarios.ts'
import { createSite, listTitles, type Site, signInAtSite, visibleText } from '../../../test/support/sites.ts'
import { waitUntil } from '../../../test/support/until.ts'
import { sendHeartbeat } from '../../../test/support/viewing.ts'
import { textKinds } from '../../kernel/outbox/schema.ts'
import { defaultText } from '../mail-delivery/render-texts.ts'

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

test('the page shows chat, questions, and viewers from 15 minutes before the start, or from another time', async () => {
  const isHidden = async (page: string) => /<section id="live"[^>]* hidden/.test((await site.open(page)).text)
  const { site, id, page } = await createTalk({ start: '2027-03-01T12:15:00Z' })
  const later = await site.talk('Later', { start: '2027-03-01T12:15:01Z' })
  const replay = await site.talk('Replay', { start: '2027-03-01T14:00:00Z', type: 'replay', available: true })
  const hidden = () => Promise.all([page, `/talks/${later}`, `/talks/${replay}`].map(isHidden))
  expect(await hidden()).toEqual([false, true, false])
  await site.change({ panelMinutes: 30 })
  expect(await hidden()).toEqual([false, false, false])
  await site.change({ panelMinutes: 0 })
  expect(await hidden()).toEqual([true, true, false])
  const person = await signInAtSite(site)
  expect((await person.post(`/talks/${id}/messages`, { text: 'Early' }, JSON_ONLY)).body.code).toBe('ok')
})

test('one line opens the panel of a talk on site, and that of a video is open', async () => {
  const { site, page } = await createTalk()
  const line = '<summary>Questions and chat<'
  expect((await site.open(page)).text).toContain(line)
  await site.talk('Talk', { features: { questions: false, surveys: false } })
  expect((await site.open(page)).text).toContain('<summary>Chat<')
  await site.talk('Talk', { type: 'embedded' })
  expect((await site.open(page)).text).not.toContain('live-opener')
})

test('after a video, the panel is closed if nobody wrote in it, and open if somebody did', async () => {
  const { site, id, page } = await createTalk({ start: '2027-03-01T10:00:00Z', type: 'rtmp' })
  expect((await site.open(page)).text).toContain('live-opener')
  const person = await signInAtSite(site)
  expect((await person.post(`/talks/${id}/messages`, { text: 'Thanks' }, JSON_ONLY)).body.code).toBe('ok')
  expect((await site.open(page)).text).not.toContain('live-opener')
})

/** Staff choose there whether and how talks are watched. */
const CHOICES = [
  '/backoffice/talks/new',
  '/backoffice/talks/:id',
  '/backoffice/settings/rooms',
  '/backoffice/settings/live',
  '/backoffice/setup/format',
]
/** They show the names of settings and of operations of the API. */
const RECORDS = ['/backoffice/audit', '/backoffice/requests']

test('an event on site has no word about video on its pages, in its e-mails, and in the warnings of the API', async () => {
  const { site, id, page } = await createTalk({ room: 'Hall 1', description: 'About paper.' })
  await site.change({ format: 'on_site', hasSignUp: true })
  const owner = await signInAtSite(site, 'owner')
  const attendee = await signInAtSite(site)
  await owner.post(`/talks/${id}/messages`, { text: 'Hello' }, JSON_ONLY)
  const own = ['', '/edit', '/attendance', '/history', '/delete'].map(
    (part) => `/backoffice/talks/${id}${part}`,
  )
  const office = (await listPageRoutes(site.tenant.api))
    .filter(({ method, url }) => method === 'GET' && url.startsWith('/backoffice') && !url.includes(':'))
    .map(({ url }) => url)
  const user = `/backoffice/users/${attendee.account.id}`
  const staffPages = [...office, ...own, user, `${user}/access`, '/backoffice/search?q=rooms']
  const left = [...CHOICES.map((url) => url.replace(':id', id)), ...RECORDS]
  const found: string[] = []
  const search = (where: string, text: string) => {
    for (const [word] of text.matchAll(/\b(?:videos?|streams?|streaming|streamed|watch\w*)\b/gi))
      found.push(`${where}: ${word}`)
  }
  for (const path of staffPages.filter((one) => !left.includes(one))) {
    const { status, headers, text } = await owner.get(path)
    if (status === 200 && headers['content-type']?.startsWith('text/html')) search(path, visibleText(text))
  }
  for (const path of [
    '/',
    '/agenda',
    '/agenda?view=list',
    page,
    '/speakers',
    '/my-agenda',
    '/account',
    '/sign-up',
  ])
    search(path, visibleText((await attendee.get(path)).text))
  const people = [{ email: 'sam@example.org', firstName: 'Sam', lastName: 'Sample' }]
  const talks = [{ externalId: 'more', ...talk(), speakers: people, room: 'Hall 1' }]
  const { warnings = [], ...answer } = await put(site.tenant, '/programme', { source: 'file', talks })
  expect(answer.code).toBe('ok')
  search('warnings', JSON.stringify(warnings))
  for (const kind of textKinds)
    for (const part of Object.values(defaultText(kind, 'en'))) search(`e-mail ${kind}`, part)
  expect(found).toEqual([])
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
  for (const one of [site.visitor, await signInAtSite(site)]) await sendHeartbeat(one, id)
  await reader.until(() => shown().includes('2 here now'))
  expect(visibleText((await site.visitor.get(`/talks/${id}/viewers`)).text)).toContain(
    'People who are here now',
  )
  await site.talk('Talk', { type: 'rtmp' })
  await reader.until(() => shown().includes('2 people watching'))
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
