// What search engines get: structured data, robots.txt, the sitemap, and canonical links.
import { expect, test } from 'vitest'
import { useApi } from '../../../test/support/scenarios.ts'
import { createSite, personNamed, type Site, signInAtSite } from '../../../test/support/sites.ts'

const server = useApi()

const dataOf = ({ text }: { text: string }) => {
  const blocks = [...text.matchAll(/<script type="application\/ld\+json">(.*?)<\/script>/gs)]
  expect(blocks.length).toBeLessThan(2)
  return blocks[0] && JSON.parse(blocks[0][1] ?? '')
}
const SCHEMA = 'https://schema.org'
const HOSTILE = '</script><script>xss()</script><!--'

test('a talk is an event with its times, place, speakers, and state', async () => {
  const site = await createSite(server)
  await site.change({ venue: 'Town hall, Ghent' })
  const id = await site.talk('Talk', {
    ...{ title: HOSTILE, description: 'Why & how', duration: 45, room: 'Attic', language: 'de' },
    ...{ type: 'youtube', video: 'https://www.youtube.com/watch?v=ElevenChars' },
    image: 'https://static.example.org/talk.jpg',
  })
  const origin = `https://${site.host}`
  const page = await site.open(`/talks/${id}`)
  expect(page.text).not.toContain('<script>xss')
  const data = dataOf(page)
  expect(data).toEqual({
    ...{ '@context': SCHEMA, '@type': 'Event', name: HOSTILE, url: `${origin}/talks/${id}` },
    ...{ startDate: '2027-03-01T12:00:00.000Z', endDate: '2027-03-01T12:45:00.000Z' },
    eventStatus: `${SCHEMA}/EventScheduled`,
    eventAttendanceMode: `${SCHEMA}/MixedEventAttendanceMode`,
    location: [
      { '@type': 'Place', name: 'Attic, Town hall, Ghent', address: 'Town hall, Ghent' },
      { '@type': 'VirtualLocation', url: `${origin}/talks/${id}` },
    ],
    performer: [{ '@type': 'Person', name: 'Ada Sample', url: data.performer[0].url }],
    ...{ description: 'Why & how', image: ['https://static.example.org/talk.jpg'], inLanguage: 'de' },
    organizer: { '@type': 'Organization', name: data.organizer.name, url: `${origin}/` },
    superEvent: { '@type': 'Event', '@id': `${origin}/#event`, name: data.organizer.name },
  })
  expect(data.performer[0].url).toMatch(new RegExp(`^${origin}/speakers/`))
  await site.talk('Talk', { state: 'cancelled' })
  expect(dataOf(await site.open(`/talks/${id}`)).eventStatus).toBe(`${SCHEMA}/EventCancelled`)
})

test('the home page is an event with the talks that it shows', async () => {
  const site = await createSite(server)
  expect(dataOf(await site.open('/'))).toBeUndefined()
  await site.change({ tagline: 'Well made', firstDay: '2027-03-01', lastDay: '2027-03-02' })
  await site.talk('Next', { start: '2027-03-01T14:00:00Z' })
  await site.talk('Draft', { state: 'draft', start: '2027-03-01T14:00:00Z' })
  const data = dataOf(await site.open('/'))
  expect(data).toMatchObject({
    ...{ '@type': 'Event', '@id': `https://${site.host}/#event`, description: 'Well made' },
    ...{ startDate: '2027-03-01', endDate: '2027-03-02' },
    eventAttendanceMode: `${SCHEMA}/OnlineEventAttendanceMode`,
    location: { '@type': 'VirtualLocation', url: `https://${site.host}/` },
  })
  expect(data.subEvent.map(({ name }: { name: string }) => name)).toEqual(['Next'])
})

const locations = ({ text }: { text: string }) => [...text.matchAll(/<loc>([^<]*)/g)].map(([, url]) => url)

/** The paths of all pages in the sitemap of a site. */
async function mappedPaths(site: Site): Promise<string[]> {
  const origin = `https://${site.host}`
  const files = locations(await site.open('/sitemap.xml'))
  const urls = []
  for (const file of files) urls.push(...locations(await site.open(file?.slice(origin.length) ?? '')))
  return urls.map((url = '') => {
    expect(url.startsWith(`${origin}/`)).toBe(true)
    return url.slice(origin.length)
  })
}

test('the sitemap has each public page of this platform, and no drafts, breaks, or people behind them', async () => {
  const [site, other] = [await createSite(server), await createSite(server)]
  await other.talk('Elsewhere')
  const lists = ['/', '/agenda', '/speakers', '/sponsors']
  expect(await mappedPaths(site)).toEqual(lists)
  const id = await site.talk('Shown')
  await site.talk('Draft', { state: 'draft', speakers: [personNamed('Not', 'Yet')] })
  await site.tenant.send('PUT', '/talks/ext:break', {
    body: { title: 'Lunch', description: '', kind: 'break', start: '2027-03-01T12:00:00Z' },
  })
  await site.sponsor('Without a page')
  const sponsor = await site.sponsor('With a page', { hasPage: true })
  const [speaker] = (await site.tenant.send('GET', `/talks/${id}`)).body.speakers
  expect(await mappedPaths(site)).toEqual([
    ...lists,
    `/talks/${id}`,
    `/speakers/${speaker.id}`,
    `/sponsors/${sponsor}`,
  ])
  const { text, headers } = await site.open('/sitemaps/talks-1.xml')
  expect(text).toContain('<lastmod>2027-03-01T12:00:00.000Z</lastmod>')
  expect(headers['content-type']).toBe('application/xml; charset=utf-8')
  for (const name of ['talks-2', 'talks-0', 'users-1', 'talks'])
    expect([name, (await site.visitor.get(`/sitemaps/${name}.xml`)).status]).toEqual([name, 404])
})

test('robots.txt names the sitemap and leaves out private pages', async () => {
  const site = await createSite(server)
  const { text, headers } = await site.open('/robots.txt')
  expect(headers['content-type']).toBe('text/plain; charset=utf-8')
  expect(text.split('\n').slice(0, 3)).toEqual([
    'User-agent: *',
    'Disallow: /account',
    'Disallow: /backoffice',
  ])
  expect(text).toContain(`\nSitemap: https://${site.host}/sitemap.xml\n`)
})

test('lists have a canonical address without filters, in each language', async () => {
  const site = await createSite(server)
  for (const path of ['/agenda?q=x', '/speakers?q=x', '/sponsors']) {
    const { text } = await site.open(path)
    const [plain] = path.split('?')
    expect(text).toContain(`<link rel="canonical" href="https://${site.host}${plain}"/>`)
    expect(text.match(/rel="alternate" hreflang/g)).toHaveLength(5)
  }
})

test('the manifest has the name of the platform', async () => {
  const site = await createSite(server)
  await site.change({ tagline: 'Well made', scheme: 'dark' })
  const { text, headers } = await site.open('/manifest.webmanifest')
  expect(headers['content-type']).toBe('application/manifest+json; charset=utf-8')
  expect(JSON.parse(text)).toMatchObject({
    ...{ start_url: '/', display: 'minimal-ui', description: 'Well made', theme_color: '#121214' },
  })
  expect((await site.open('/')).text).toContain('<link rel="manifest" href="/manifest.webmanifest"/>')
})

test('pages name their viewer, so that the service worker never keeps a page of someone else', async () => {
  const site = await createSite(server)
  const viewerOf = ({ headers }: { headers: Record<string, unknown> }) => headers['lectern-viewer']
  expect(viewerOf(await site.open('/agenda'))).toBe('none')
  const member = await signInAtSite(site)
  const own = expect.stringMatching(new RegExp(`^${member.account.id} \\d+$`))
  expect(viewerOf(await member.get('/agenda'))).toEqual(own)
  // From memory.
  expect(viewerOf(await site.open('/agenda'))).toBe('none')
  for (const path of ['/schedule.json', '/embed/agenda'])
    expect([path, viewerOf(await member.get(path))]).toEqual([path, undefined])
  // A personal page tells who is signed in, so that pages of a session that has ended go, but is not kept itself.
  const { headers: personal } = await member.get('/account')
  expect([personal['lectern-viewer'], personal['lectern-keep']]).toEqual([own, undefined])
  const { headers } = await site.open('/service-worker.js')
  expect(headers['content-security-policy']).toBe("default-src 'none'; connect-src 'self'")
  expect(headers['cache-control']).toBe('public, no-cache')
})
