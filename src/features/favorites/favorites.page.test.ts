// Stars on public pages, the page with the talks that someone has starred, and the personal calendar.
import { expect, test } from 'vitest'
import { readTables } from '../../../test/support/raw-store.ts'
import { get, useApi } from '../../../test/support/scenarios.ts'
import {
  createSite,
  findSection,
  listTitles,
  type Site,
  signInAtSite,
  visibleText,
} from '../../../test/support/sites.ts'
import type { Page, Visitor } from '../../../test/support/visitors.ts'
import { reviewRegistration } from '../people/registrations/registrations.ts'

const server = useApi()
const JSON_ONLY = { headers: { accept: 'application/json' } }

/** The ids of the talks on a page, by whether their star is on. */
const starsOf = ({ text }: Page) =>
  Object.fromEntries(
    [
      ...text.matchAll(
        /<button class="star[^>]* name="(add|remove)" value="([^"]+)" aria-pressed="(true|false)"/g,
      ),
    ].map(([, name, id = '', isOn]) => {
      expect(name).toBe(isOn === 'true' ? 'remove' : 'add')
      return [id, isOn === 'true']
    }),
  )

const star = (visitor: Visitor, ...ids: string[]) => visitor.post('/favorites', { add: ids }, JSON_ONLY)
const favoritesOf = async (visitor: Visitor): Promise<string[]> =>
  (await visitor.get('/favorites', JSON_ONLY)).body.ids

async function createTalks() {
  const site = await createSite(server)
  const first = await site.talk('First', { start: '2027-03-01T13:00:00Z', duration: 60, featured: true })
  const second = await site.talk('Second', { start: '2027-03-01T13:30:00Z', duration: 60 })
  return { site, first, second }
}

test('a signed-in user stars a talk with a form, and every page with the talk shows it to that user alone', async () => {
  const { site, first, second } = await createTalks()
  const [user, other] = [await signInAtSite(site), await signInAtSite(site)]
  const { speakers } = await get(site.tenant, `/talks/${first}`)
  const paths = ['/', '/agenda', `/talks/${first}`, `/speakers/${speakers[0].id}`]
  const shown = async (visitor: Visitor) =>
    Promise.all(paths.map(async (path) => starsOf(await visitor.get(path))[first]))
  expect(await shown(user)).toEqual([false, false, false, false])
  const answer = await user.post('/favorites', { add: first, next: '/agenda?view=list' })
  expect([answer.status, answer.headers.location]).toEqual([303, '/agenda?view=list'])
  expect(await shown(user)).toEqual([true, true, true, true])
  expect(await shown(other)).toEqual([false, false, false, false])
  expect(starsOf(await user.get('/agenda'))).toEqual({ [first]: true, [second]: false })
  expect(
    (await user.post('/favorites', { remove: first, next: '//evil.example.org' })).headers.location,
  ).toBe('/')
  expect(await shown(user)).toEqual([false, false, false, false])
})

test('a star changes no page of visitors without an account, whose stars are the same for everyone', async () => {
  const { site, first, second } = await createTalks()
  const user = await signInAtSite(site)
  const before = await site.open('/agenda')
  expect(starsOf(before)).toEqual({ [first]: false, [second]: false })
  expect(before.text).toContain('<form id="favorites" method="get" action="/sign-in"')
  await star(user, first)
  const after = await site.open('/agenda')
  expect([after.headers.etag, after.text]).toEqual([before.headers.etag, before.text])
  // The page may come from the request of another visitor, with another query.
  expect((await site.open('/agenda?utm=private')).text).not.toContain('private')
  expect((await site.open('/embed/agenda')).text).not.toContain('class="star')
})

test('without an account or after its session, nothing is stored, and the answer leads to the sign-in page', async () => {
  const { site, first } = await createTalks()
  const user = await signInAtSite(site)
  await user.post('/sign-out')
  const answer = await user.post(
    '/favorites',
    { add: first },
    { headers: { referer: `https://${site.host}/agenda` } },
  )
  expect([answer.status, answer.headers.location]).toEqual([303, '/sign-in?next=%2Fagenda'])
  expect((await site.visitor.get('/favorites')).status).toBe(303)
  expect((await get(site.tenant, `/talks/${first}/favorites`)).favorites).toBe(0)
})

test('the stars of a browser are added to those of the account, and talks that do not exist are skipped', async () => {
  const [{ site, first, second }, other] = [await createTalks(), await createTalks()]
  const user = await signInAtSite(site)
  await star(user, first)
  const unknown = ['01980b5c-7a40-7c3e-9f21-6d2f5b1f0a11', 'ext:Second', "'", other.first]
  const { status, body } = await star(user, second.toUpperCase(), first, second, ...unknown)
  expect([status, body.ids.sort(), body.left]).toEqual([200, [first, second].sort(), []])
  expect((await favoritesOf(user)).sort()).toEqual([first, second].sort())
})

test('breaks and drafts have no star, and a canceled talk clashes with nothing', async () => {
  const { site, first, second } = await createTalks()
  const lunch = await site.talk('Lunch', { kind: 'break', speakers: undefined })
  const draft = await site.talk('Draft', { state: 'draft' })
  const user = await signInAtSite(site)
  expect(Object.keys(starsOf(await user.get('/agenda'))).sort()).toEqual([first, second].sort())
  expect((await user.get(`/talks/${lunch}`)).text).not.toContain('class="star')
  await star(user, first, second, draft)
  expect((await favoritesOf(user)).sort()).toEqual([first, second].sort())
  await site.tenant.send('PUT', `/talks/${second}`, { body: { state: 'cancelled' } })
  const { days, clashes } = agendaOf(await user.get('/my-agenda'))
  expect([days, clashes]).toEqual([[['First', 'Second']], []])
  await site.tenant.send('PUT', `/talks/${second}`, { body: { state: 'draft' } })
  expect(agendaOf(await user.get('/my-agenda')).days).toEqual([['First']])
})

test('what does not fit into the account is reported, and stays in the browser', async () => {
  const { site, first } = await createTalks()
  const user = await signInAtSite(site)
  const operations = Array.from({ length: 1_000 }, (_, number) => ({
    method: 'PUT',
    path: `/talks/ext:many-${number}`,
    body: {
      title: `Talk ${number}`,
      description: '',
      start: '2027-03-02T12:00:00Z',
      speakers: [{ email: 'many@example.org', firstName: 'Grace', lastName: 'Example' }],
    },
  }))
  const ids: string[] = []
  for (let from = 0; from < operations.length; from += 100) {
    const body = { operations: operations.slice(from, from + 100) }
    const { results } = (await site.tenant.send('POST', '/batch', { body })).body
    ids.push(...results.map((one: { body: { id: string } }) => one.body.id))
  }
  await star(user, first)
  const { body } = await star(user, ...ids)
  expect([body.ids.length, body.left]).toEqual([1_000, [ids.at(-1)]])
  expect((await user.post('/favorites', { add: ids.at(-1) ?? '' })).status).toBe(409)
})

// --- My agenda ---

async function createProgramme() {
  const { site, first, second } = await createTalks()
  const past = await site.talk('Past', { start: '2027-03-01T09:00:00Z', duration: 30 })
  const later = await site.talk('Later', { start: '2027-03-02T09:00:00Z', duration: 30 })
  const replay = await site.talk('Replay', { start: '2027-03-01T13:00:00Z', type: 'replay', duration: 90 })
  return { site, first, second, past, later, replay, all: [first, second, past, later, replay] }
}

/** The days of the page and their talks, the talks that are over, and what overlaps. */
const agendaOf = ({ text }: Page) => {
  const days = [...text.matchAll(/<section aria-labelledby="(day-\d+)"/g)].map(([, id = '']) =>
    findSection(text, id),
  )
  const past = /<details class="past-talks".*?<\/details>/s.exec(text)?.[0] ?? ''
  const clashes = [...text.matchAll(/<p class="clash">.*?<\/svg>(.*?)<\/p>/gs)].map(([, what]) => what)
  return { days: days.map(listTitles), past: listTitles(past), clashes }
}

const EXPECTED = {
  days: [['First', 'Replay', 'Second'], ['Later']],
  past: ['Past'],
  clashes: ['Overlaps with “Second”', 'Overlaps with “First”'],
}
const sorted = ({ days, ...rest }: ReturnType<typeof agendaOf>) => ({
  ...rest,
  days: days.map((titles) => titles.toSorted()),
})

test('the agenda of a user has their talks by day, which of them overlap, and past talks apart', async () => {
  const { site, all } = await createProgramme()
  await site.talk('Not starred')
  const user = await signInAtSite(site)
  expect(visibleText((await user.get('/my-agenda')).text)).toContain('No talks yet')
  await star(user, ...all)
  const page = await user.get('/my-agenda')
  expect(sorted(agendaOf(page))).toEqual(EXPECTED)
  expect(visibleText(page.text)).toContain('2 talks overlap with another one in your agenda.')
  expect(Object.values(starsOf(page))).toEqual(all.map(() => true))
})

test('visitors get the same for the stars of their browser, from a page that is the same for everyone', async () => {
  const [{ site, all }, other] = [await createProgramme(), await createProgramme()]
  const shell = await site.open('/my-agenda')
  expect(shell.text).toContain('id="my-agenda" data-waits')
  expect(listTitles(shell.text)).toEqual([])
  const post = (visitor: Visitor, ids: string[]) => visitor.post('/my-agenda', { talk: ids, _csrf: '' })
  const page = await post(site.visitor, [...all, other.first, 'none'])
  expect([page.status, sorted(agendaOf(page))]).toEqual([200, EXPECTED])
  expect(page.headers['cache-control']).toContain('no-store')
  const foreign = await site.visitor.post(
    '/my-agenda',
    { talk: all },
    { headers: { origin: 'https://evil.example.org' } },
  )
  expect(foreign.status).toBe(403)
  expect(listTitles((await site.open('/my-agenda')).text)).toEqual([])
})

test('days and times of the agenda are in the time zone of the account', async () => {
  const { site, first } = await createTalks()
  const user = await signInAtSite(site, 'attendee', { timezone: 'Pacific/Auckland' })
  await star(user, first)
  const text = visibleText((await user.get('/my-agenda')).text)
  expect(text).toContain('Tuesday, March 2, 2027')
  expect(text).toContain('02:00–03:00')
})

// --- The personal calendar ---

const titlesIn = (calendar: Page) =>
  [...calendar.text.matchAll(/^SUMMARY:(.*)\r$/gm)].map(([, title]) => title)
const addressIn = ({ text }: Page) =>
  /id="calendar-address">https:\/\/[^/]*(\/calendars\/[\w-]{43}\.ics)</.exec(text)?.[1]

async function makeCalendar(visitor: Visitor): Promise<string> {
  const address = addressIn(await visitor.submit('/account/calendar'))
  if (address === undefined) throw new Error('The page shows no address.')
  return address
}

test('the calendar of a person has their starred talks, at an address that is shown once', async () => {
  const { site, first, second } = await createTalks()
  const user = await signInAtSite(site)
  await star(user, first)
  const { headers } = await user.post('/account/calendar')
  const address = addressIn(await user.get(headers.location ?? '')) ?? ''
  expect(addressIn(await user.get(headers.location ?? ''))).toBeUndefined()
  const calendar = await site.open(address)
  expect(calendar.headers).toMatchObject({
    'content-type': 'text/calendar; charset=utf-8',
    'cache-control': 'private, no-cache',
  })
  expect(titlesIn(calendar)).toEqual(['First'])
  for (const secret of [user.account.email, user.account.username, 'Robin'])
    expect(calendar.text).not.toContain(secret)
  await star(user, second)
  expect(titlesIn(await site.open(address))).toEqual(['First', 'Second'])
  const same = await site.visitor.get(address, {
    headers: { 'if-none-match': (await site.open(address)).headers.etag ?? '' },
  })
  expect(same.status).toBe(304)
  const tables = await readTables(site.tenant.api.installation.store)
  expect(JSON.stringify(tables)).not.toContain(address.slice(11, 54))
  expect(site.tenant.api.logged.join('')).not.toContain(address.slice(11, 54))
})

test('a new address ends the old one, and a removed address or one of a rejected account is not found', async () => {
  const { site } = await createTalks()
  const user = await signInAtSite(site)
  const old = await makeCalendar(user)
  const current = await makeCalendar(user)
  expect(await statusOf(site, old, current)).toEqual([404, 200])
  const other = await createSite(server)
  expect((await other.visitor.get(current)).status).toBe(404)
  const { installation } = site.tenant.api
  const review = (status: 'accepted' | 'rejected') =>
    reviewRegistration(installation, site.tenant.caller, { id: user.account.id, status })
  await review('rejected')
  expect(await statusOf(site, current)).toEqual([404])
  await review('accepted')
  expect(await statusOf(site, current)).toEqual([200])
  expect(visibleText((await user.submit('/account/calendar/end')).text)).toContain(
    'The address no longer works.',
  )
  expect(await statusOf(site, current)).toEqual([404])
})

const statusOf = (site: Site, ...paths: string[]) =>
  Promise.all(paths.map(async (path) => (await site.visitor.get(path)).status))

test('the export of an account has its favorites', async () => {
  const { site, first } = await createTalks()
  const user = await signInAtSite(site)
  await star(user, first)
  expect((await user.get('/account/export')).body.favorites).toMatchObject([{ talk: first, title: 'First' }])
})
