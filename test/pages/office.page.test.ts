// The Back Office: access, lists and search, and isolation between platforms.
import { describe, expect, test } from 'vitest'
import { attendee, person, talk } from '../support/bodies.ts'
import { createOffice, findLink, type Office, rowNames } from '../support/office.ts'
import { recordReads } from '../support/reads.ts'
import { put, useApi } from '../support/scenarios.ts'
import { visibleText } from '../support/sites.ts'
import { Visitor } from '../support/visitors.ts'

const server = useApi({ isJobless: true })
const areas = ['talks', 'speakers', 'sponsors', 'users', 'registrations']
const pages = areas.map((area) => `/backoffice/${area}`)

describe('access', () => {
  test('admins and owners can open every page', async () => {
    for (const role of ['admin', 'owner'] as const) {
      const { staff } = await createOffice(server, role)
      for (const path of [...pages, '/backoffice/talks/new', '/backoffice/users/new'])
        expect([role, path, (await staff.get(path)).status]).toEqual([role, path, 200])
    }
  })

  test('attendees and speakers get 404 for every page and form', async () => {
    const office = await createOffice(server)
    const id = await office.talk('Secret')
    for (const role of ['attendee', 'speaker'] as const) {
      const visitor = await office.signIn(role)
      for (const path of [...pages, `/backoffice/talks/${id}`])
        expect([role, path, (await visitor.get(path)).status]).toEqual([role, path, 404])
      const answer = await visitor.post(`/backoffice/talks/${id}/delete`)
      expect([role, answer.status]).toEqual([role, 404])
      expect(answer.text).not.toContain('Secret')
    }
    expect((await office.staff.get(`/backoffice/talks/${id}`)).status).toBe(200)
  })

  test('a visitor is redirected to the sign-in, which remembers the page', async () => {
    const { host, tenant } = await createOffice(server)
    const answer = await new Visitor(tenant.api, { host }).get('/backoffice/users?q=ada')
    expect([answer.status, answer.headers.location]).toEqual([
      303,
      '/sign-in?next=%2Fbackoffice%2Fusers%3Fq%3Dada',
    ])
  })

  test('a user who loses the role loses access immediately', async () => {
    const office = await createOffice(server, 'owner')
    const admin = await office.signIn('admin')
    expect((await admin.get('/backoffice/talks')).status).toBe(200)
    await office.staff.post(`/backoffice/users/${admin.account.id}/role`, { role: 'speaker' })
    expect((await admin.get('/backoffice/talks')).status).toBe(404)
  })

  test('forms from other sites are rejected', async () => {
    const office = await createOffice(server)
    const id = await office.talk('Stays')
    const headers = { origin: 'https://evil.example.org', 'sec-fetch-site': 'cross-site' }
    for (const path of [
      `/backoffice/talks/${id}/delete`,
      '/backoffice/talks/new',
      '/backoffice/registrations',
    ]) {
      const answer = await office.staff.post(path, {}, { headers })
      expect([path, answer.status]).toEqual([path, 403])
    }
    expect((await office.staff.get(`/backoffice/talks/${id}`)).status).toBe(200)
  })
})

const users = async (office: Office, ...names: string[]) => {
  for (const name of names)
    expect((await office.tenant.send('POST', '/users', { body: attendee(name) })).status).toBe(201)
}

describe('lists', () => {
  test('talks are found by words of their title, track, and identifier, ignoring case and accents', async () => {
    const office = await createOffice(server)
    await put(office.tenant, '/talks/ext:crm-77', talk({ title: 'Über Größe', track: 'Workbench' }))
    await office.talk('Beta', { track: 'Front of House' })
    const found = async (q: string) =>
      rowNames(await office.staff.get(`/backoffice/talks?q=${encodeURIComponent(q)}`))
    expect(await found('uber')).toEqual(['Über Größe'])
    expect(await found('GRÖßE über')).toEqual(['Über Größe'])
    expect(await found('bench')).toEqual(['Über Größe'])
    expect(await found('crm-77')).toEqual(['Über Größe'])
    expect(await found('beta uber')).toEqual([])
    for (const odd of ['%', '_', "'", '\u0000', '\\'])
      expect([
        odd,
        (await office.staff.get(`/backoffice/talks?q=${encodeURIComponent(odd)}`)).status,
      ]).toEqual([odd, 200])
    expect(await found('%')).toEqual([])
  })

  test('people are found by their names in any order, e-mail, and username', async () => {
    const office = await createOffice(server)
    await office.tenant.send('POST', '/users', {
      body: { ...attendee('zoe'), firstName: 'Zoë', lastName: 'Ølund', username: 'quasar' },
    })
    await users(office, 'ada')
    for (const q of ['zoe olund', 'olund zoe', 'Ølund', 'zoe@example', 'QUASAR'])
      expect([q, rowNames(await office.staff.get(`/backoffice/users?q=${encodeURIComponent(q)}`))]).toEqual([
        q,
        ['Zoë Ølund'],
      ])
  })

  test('can be filtered, and sorted in both directions', async () => {
    const office = await createOffice(server)
    await office.talk('B', { start: '2027-03-02T10:00:00Z', type: 'youtube', featured: true })
    await office.talk('A', { start: '2027-03-03T10:00:00Z' })
    await office.talk('C', { start: '2027-02-20T10:00:00Z', keynote: true })
    const list = async (query: string) => rowNames(await office.staff.get(`/backoffice/talks?${query}`))
    expect(await list('')).toEqual(['B', 'A'])
    expect(await list('when=all')).toEqual(['C', 'B', 'A'])
    expect(await list('sort=-start')).toEqual(['A', 'B', 'C'])
    expect(await list('sort=title')).toEqual(['A', 'B', 'C'])
    expect(await list('sort=-title')).toEqual(['C', 'B', 'A'])
    expect(await list('sort=nonsense')).toEqual(['C', 'B', 'A'])
    expect(await list('when=upcoming')).toEqual(['B', 'A'])
    expect(await list('when=past')).toEqual(['C'])
    expect(await list('type=youtube')).toEqual(['B'])
    expect(await list('type=none&sort=title')).toEqual(['A', 'C'])
    expect(await list('mark=featured')).toEqual(['B'])
    expect(await list('mark=keynote')).toEqual(['C'])
    expect(await list('mark=recommended')).toEqual([])
  })

  test('speakers are people with the role or with a talk, and show their number of talks', async () => {
    const office = await createOffice(server)
    await users(office, 'visitor')
    await office.tenant.send('POST', '/users', { body: { ...attendee('sol'), type: 'Speaker' } })
    await office.tenant.send('POST', '/users', { body: attendee('talker') })
    await office.talk('One', { speakers: [person('talker')], moderators: [person('visitor')] })
    const page = await office.staff.get('/backoffice/speakers')
    expect(rowNames(page)).toEqual(['Sol Sample', 'Talker Sample'])
    expect(
      [...page.text.matchAll(/<td class="plain-cell hidden number">(\d+)</g)].map((match) => match[1]),
    ).toEqual(['0', '1'])
  })

  test('show every row once on their pages, forward and back', async () => {
    const office = await createOffice(server)
    const titles = Array.from({ length: 120 }, (_, i) => `Talk ${String(i).padStart(3, '0')}`)
    // All start at the same time, so the id decides.
    for (const title of titles) await office.talk(title)
    for (const sort of ['title', '-title', 'start', '-updated']) {
      const forth: string[][] = []
      let path = `/backoffice/talks?sort=${sort}`
      for (; path !== ''; path = findLink(await office.staff.get(path), 'Next'))
        forth.push(rowNames(await office.staff.get(path)))
      expect([sort, forth.map((page) => page.length)]).toEqual([sort, [50, 50, 20]])
      expect(forth.flat().sort()).toEqual(titles)
      const second = findLink(await office.staff.get(`/backoffice/talks?sort=${sort}`), 'Next')
      const back = findLink(await office.staff.get(second), 'Previous')
      expect(rowNames(await office.staff.get(back))).toEqual(forth[0])
    }
  })

  test('use the same number of queries for 20 rows as for one', async () => {
    const asked: string[][] = []
    for (const rows of [1, 20]) {
      const office = await createOffice(server)
      await users(office, ...Array.from({ length: rows }, (_, i) => `u${i}`))
      for (let i = 0; i < rows; i += 1) {
        await office.talk(`Talk ${i}`, { speakers: [person('ada'), person(`u${i}`)] })
        await office.sponsor(`Sponsor ${i}`, { speakers: [person('ada')] })
      }
      for (const path of pages) asked.push([path, ...(await readsOf(office, path))])
    }
    expect(asked.slice(pages.length)).toEqual(asked.slice(0, pages.length))
  })
})

/** The names of the statements that a page runs. */
const readsOf = ({ tenant, staff }: Office, path: string) =>
  recordReads(tenant.api.installation.store, async () => expect((await staff.get(path)).status).toBe(200))

describe('a new platform', () => {
  test('has lists that say that they are empty, not that nothing matches', async () => {
    const { staff } = await createOffice(server)
    const empty = async (path: string) => {
      const { text } = await staff.get(`/backoffice/${path}`)
      return visibleText(/<div class="empty">.*?<\/div>/s.exec(text)?.[0] ?? '').trim()
    }
    for (const [path, nothing, notFound] of [
      ['talks', 'No talks yet.', 'No matching talks.'],
      ['sponsors', 'No sponsors yet.', 'No matching sponsors.'],
      ['speakers', 'No speakers yet.', 'No matching speakers.'],
      ['registrations', 'No registrations to review.', 'No matching registrations.'],
    ] as const) {
      expect([path, (await empty(path)).startsWith(nothing)]).toEqual([path, true])
      expect([path, await empty(`${path}?q=fir`)]).toEqual([path, `${notFound} Clear filters`])
    }
    expect(await empty('talks?mark=keynote')).toBe('No matching talks. Clear filters')
  })
})

test('the dashboard counts all live talks, lists the first six, and links to all of them', async () => {
  const office = await createOffice(server)
  const start = (second: number) =>
    new Date(office.tenant.api.clock.now() - 60_000 + second * 1000).toISOString()
  const titles = Array.from({ length: 8 }, (_, i) => `Live ${i}`)
  for (const [i, title] of titles.entries()) await office.talk(title, { start: start(i) })
  await office.talk('Over', { start: '2020-03-01T12:00:00Z' })
  const { text } = await office.staff.get('/backoffice')
  const [, href = ''] = /<a href="([^"]*)">View 2 more live talks</.exec(text) ?? []
  expect(text).toMatch(/<h2>Live now <span class="badge">8</)
  expect(titles.filter((title) => text.includes(`>${title}</a>`))).toEqual(titles.slice(0, 6))
  expect(rowNames(await office.staff.get(href))).toEqual(titles)
})

describe('another platform', () => {
  test('has objects that cannot be listed, opened, or changed here', async () => {
    const [ours, theirs] = [await createOffice(server, 'owner'), await createOffice(server, 'owner')]
    const hidden = await theirs.talk('Hidden talk', { speakers: [person('hidden')] })
    const sponsor = await theirs.sponsor('Hidden sponsor')
    const user = theirs.staff.account.id
    for (const path of [...pages, '/backoffice/talks?q=hidden', '/backoffice/users?q=hidden'])
      expect(visibleText((await ours.staff.get(path)).text)).not.toMatch(/hidden/i)
    for (const object of [`talks/${hidden}`, `sponsors/${sponsor}`, `users/${user}`]) {
      for (const page of ['', '/history', '/delete']) {
        const path = `/backoffice/${object}${page}`
        expect([path, (await ours.staff.get(path)).status]).toEqual([path, 404])
      }
      for (const page of ['', '/delete']) {
        const path = `/backoffice/${object}${page}`
        expect([path, (await ours.staff.post(path, { title: 'Ours', name: 'Ours' })).status]).toEqual([
          path,
          404,
        ])
      }
    }
    for (const page of ['role', 'registration', 'reset-link'])
      expect([
        page,
        (await ours.staff.post(`/backoffice/users/${user}/${page}`, { role: 'attendee', status: 'rejected' }))
          .status,
      ]).toEqual([page, 404])
    const review = await ours.staff.post('/backoffice/registrations', { review: `rejected:${user}` })
    expect(review.headers.location).toBe('/backoffice/registrations?gone=1')
    expect((await theirs.staff.get(`/backoffice/talks/${hidden}`)).status).toBe(200)
  })
})
