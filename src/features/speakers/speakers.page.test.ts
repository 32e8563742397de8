// Speakers and sponsors: who is listed, found, and highlighted, and what their pages show.
import { expect, test } from 'vitest'
import { attendee } from '../../../test/support/bodies.ts'
import { put, useApi } from '../../../test/support/scenarios.ts'
import {
  createSite,
  findSection,
  listTitles,
  personNamed,
  type Site,
  visibleText,
} from '../../../test/support/sites.ts'
import { reviewRegistration } from '../people/registrations/registrations.ts'

const server = useApi()

const namesIn = (html: string) =>
  [...html.matchAll(/<h2 class="person-name"><a dir="auto" href="\/speakers\/[^"]*">([^<]*)/g)].map(
    (match) => match[1],
  )

/** A site with people of every kind, and their ids by last name. */
async function filled(): Promise<Site & { ids: Record<string, string> }> {
  const site = await createSite(server)
  await site.talk('Talk', {
    speakers: [
      personNamed('Zoé', 'Ångström', { job: 'Physicist', company: 'Light Ltd', tags: ['waves'] }),
      personNamed('Ada', 'Zimmer', { highlighted: true, tags: ['waves', 'sums'] }),
    ],
    moderators: [personNamed('Only', 'Moderates'), personNamed('Ada', 'Zimmer')],
  })
  await site.sponsor('Example Ltd', { speakers: [personNamed('Stands', 'Behind')] })
  const account = async (name: string, more: object) =>
    put(site.tenant, `/users/ext:${name}`, attendee(name, { email: `unseen.${name}@example.org`, ...more }))
  await account('idle', { type: 'Speaker', lastName: 'Speaker', options: { highlight: true } })
  await account('guest', { lastName: 'Attends' })
  const { items } = (await site.tenant.send('GET', '/users?limit=200')).body
  const ids = Object.fromEntries(items.map((one: { lastName: string; id: string }) => [one.lastName, one.id]))
  return { ...site, ids }
}

test.each([
  ['', ['Zoé Ångström', 'Stands Behind', 'Idle Speaker', 'Ada Zimmer']],
  ['?highlighted=1', ['Idle Speaker', 'Ada Zimmer']],
  ['?tag=waves', ['Zoé Ångström', 'Ada Zimmer']],
  ['?tag=waves&highlighted=1', ['Ada Zimmer']],
  ['?q=ANGSTROM', ['Zoé Ångström']],
  ['?q=light+zoe', ['Zoé Ångström']],
  ['?q=sums', ['Ada Zimmer']],
  ['?q=angstorm', ['Zoé Ångström']],
  ['?q=unseen', []],
  ['?q=%00', ['Zoé Ångström', 'Stands Behind', 'Idle Speaker', 'Ada Zimmer']],
  ['?page=7', ['Zoé Ångström', 'Stands Behind', 'Idle Speaker', 'Ada Zimmer']],
])('/speakers%s lists the matching speakers of talks and sponsors, by last name', async (query, names) => {
  const site = await filled()
  const { text } = await site.open(`/speakers${query}`)
  expect(namesIn(text)).toEqual(names)
  expect(text).not.toMatch(/Moderates|Attends|@example/)
})

test('moderators, attendees, and people of other platforms have no page', async () => {
  const [site, other] = [await filled(), await filled()]
  const wrong = [
    site.ids.Moderates,
    site.ids.Attends,
    other.ids.Zimmer,
    'ext:idle',
    'unseen.idle@example.org',
  ]
  for (const id of wrong) expect([id, (await site.visitor.get(`/speakers/${id}`)).status]).toEqual([id, 404])
})

test('people who are not in any talk are listed only if they are highlighted or were created as speakers', async () => {
  const site = await createSite(server)
  await site.talk('Short-lived', {
    speakers: [personNamed('Ada', 'Zimmer'), personNamed('Bea', 'Highlight', { highlighted: true })],
    moderators: [personNamed('Only', 'Moderates')],
  })
  await put(site.tenant, '/users/ext:made', attendee('made', { type: 'Speaker', lastName: 'Speaker' }))
  const { items } = (await site.tenant.send('GET', '/users?limit=200')).body
  const idOf = (name: string): string =>
    items.find(({ lastName }: { lastName: string }) => lastName === name).id
  expect((await site.tenant.send('DELETE', '/talks/ext:Short-lived')).status).toBe(200)
  expect(namesIn((await site.open('/speakers')).text)).toEqual(['Bea Highlight', 'Made Speaker'])
  for (const gone of ['Moderates', 'Zimmer'])
    expect([gone, (await site.visitor.get(`/speakers/${idOf(gone)}`)).status]).toEqual([gone, 404])
  await site.open(`/speakers/${idOf('Speaker')}`)
})

test('attendees are listed while they speak or belong to a sponsor, also if they did before', async () => {
  const site = await createSite(server)
  const save = (path: string, body: object) => put(site.tenant, path, body)
  const [speaker, host] = [personNamed('Bo', 'Speaks'), personNamed('Cy', 'Hosts')]
  await save('/users/ext:speaker', attendee('speaker', speaker))
  await save('/users/ext:host', attendee('host', host))
  const listed = async () => namesIn((await site.open('/speakers')).text)
  const none = personNamed('Ada', 'Zimmer')
  const talk = await site.talk('Talk', { speakers: [none] })
  const sponsor = await site.sponsor('Example Ltd', { speakers: [] })
  expect(await listed()).toEqual(['Ada Zimmer'])
  for (let round = 0; round < 2; round += 1) {
    await save(`/talks/${talk}`, { speakers: [none, speaker] })
    await save(`/sponsors/${sponsor}`, { speakers: [host] })
    expect(await listed()).toEqual(['Cy Hosts', 'Bo Speaks', 'Ada Zimmer'])
    await save(`/talks/${talk}`, { speakers: [none] })
    await save(`/sponsors/${sponsor}`, { speakers: [] })
    expect(await listed()).toEqual(['Ada Zimmer'])
  }
})

test('people whose registration was rejected are not named anywhere', async () => {
  const site = await createSite(server)
  const person = personNamed('Rhea', 'Jected', { tags: ['unmistakable'], company: 'Gone Ltd' })
  const id = await site.talk('Talk', { featured: true, speakers: [personNamed('Ada', 'Sample'), person] })
  const sponsor = await site.sponsor('Patron', { hasPage: true, speakers: [person] })
  const withoutTalk = { type: 'Speaker', lastName: 'Jected', options: { highlight: true } }
  await put(site.tenant, '/users/ext:alone', attendee('alone', withoutTalk))
  const paths = [
    ...['/', '/agenda', '/speakers', '/embed/agenda', '/embed/speakers'],
    ...[`/talks/${id}`, `/talks/${id}.ics`, `/sponsors/${sponsor}`],
    ...['/schedule.ics', '/schedule.json', '/schedule.xml'],
  ]
  const naming = async () => {
    const pages = await Promise.all(paths.map(async (path) => [path, (await site.open(path)).text] as const))
    return pages.filter(([, text]) => /Jected|unmistakable/.test(text)).map(([path]) => path)
  }
  expect(await naming()).toEqual(paths)
  const { items } = (await site.tenant.send('GET', '/users?limit=200')).body
  const rejected = items.filter(({ lastName }: { lastName: string }) => lastName === 'Jected')
  for (const account of rejected)
    await reviewRegistration(site.tenant.api.installation, site.tenant.caller, {
      id: account.id,
      status: 'rejected',
    })
  expect(await naming()).toEqual([])
  expect(listTitles((await site.open('/agenda?q=gone')).text)).toEqual([])
  for (const account of rejected) expect((await site.visitor.get(`/speakers/${account.id}`)).status).toBe(404)
})

test('the page of a speaker shows the profile and the talks', async () => {
  const site = await createSite(server)
  await put(
    site.tenant,
    '/users/ext:ada',
    attendee('ada', {
      email: 'unseen.ada.sample@example.org',
      type: 'Speaker',
      avatar: 'https://static.example.org/ada.jpg',
      description: 'Counts <b>.',
      job: 'Engineer',
      company: 'Example Ltd',
      tags: ['Web'],
      timezone: 'Asia/Tokyo',
      country: 'France',
      city: 'Lyon',
      website: 'https://ada.example.org/',
      socials: { linkedin: 'https://linkedin.example.org/ada' },
      options: { highlight: true },
    }),
  )
  await site.talk('Her talk')
  await site.talk('Not hers', {
    speakers: [personNamed('Grace', 'Other')],
    moderators: [personNamed('Ada', 'Sample')],
  })
  await site.sponsor('Patron Ltd', {
    speakers: [personNamed('Ada', 'Sample')],
    website: 'https://patron.example.org/',
  })
  const { id } = (await site.tenant.send('GET', '/users/ext:ada')).body
  const { text } = await site.open(`/speakers/${id}`)
  expect(listTitles(text)).toEqual(['Her talk'])
  expect(text).toContain('<img class="avatar large" src="https://static.example.org/ada.jpg"')
  expect(text).toContain('href="https://ada.example.org/"')
  expect(text).toContain('href="https://linkedin.example.org/ada"')
  expect(visibleText(text)).toMatch(
    /Ada Sample Engineer , Example Ltd Lyon, France Featured ada.example.org LinkedIn Counts &lt;b&gt;. Represents Patron Ltd Web Talk /,
  )
  expect(visibleText(text)).toContain('Ada Sample’s time zone is Asia/Tokyo (GMT+9).')
  expect(text).not.toContain('unseen.')
})

test('a long list has the letters of the last names as an index, across its pages', async () => {
  const site = await createSite(server)
  const talks = Array.from({ length: 66 }, (_, index) => ({
    ...{ externalId: `${index}`, title: `Talk ${index}`, description: '', start: '2027-03-01T13:00:00Z' },
    speakers: [
      personNamed(
        'Sam',
        `${index < 62 ? 'Ångström' : 'Zo'}${String.fromCharCode(97 + (index % 26))}${index}`,
      ),
    ],
  }))
  await site.tenant.send('PUT', '/programme', { body: { source: 'test', talks } })
  const { text } = await site.open('/speakers?page=2')
  const index = /<nav class="letters".*?<\/nav>/s.exec(text)?.[0] ?? ''
  expect([...index.matchAll(/href="([^"]*)">(.)/g)].map(([, href, letter]) => [letter, href])).toEqual([
    ['A', '/speakers#letter-A'],
    ['Z', '/speakers?page=2#letter-Z'],
  ])
  expect(text.match(/<li class="person" id="[^"]*"/g)).toEqual(['<li class="person" id="letter-Z"'])
})

test('the wall shows sponsors by level, highlighted ones first, with their color and logo', async () => {
  const site = await createSite(server)
  await site.change({ sponsorLevels: ['', '', '', 'Friends', ''] })
  await site.sponsor('Low', { level: 4 })
  await site.sponsor('Aside', { level: 2 })
  await site.sponsor('Bright', {
    level: 2,
    color: '#0a7d55',
    website: 'https://bright.example.org/',
    options: { highlight: true },
  })
  const { text } = await site.open('/sponsors')
  expect(
    [...text.matchAll(/<h2 [^>]*>([^<]*)|<span dir="auto" class="plate-name">([^<]*)/g)].map(
      ([, level, name]) => level ?? name,
    ),
  ).toEqual(['Gold', 'Bright', 'Aside', 'Friends', 'Low'])
  const bright = /<li class="sponsor">.*?<\/li>/s.exec(text)?.[0] ?? ''
  expect(bright).toContain('<rect width="100%" height="100%" fill="#0a7d55"')
  expect(bright).toContain('src="https://static.example.org/logo.png"')
  expect(bright).toContain('<a dir="auto" href="https://bright.example.org/" rel="noopener">Bright</a>')
})

test('a sponsor has a page only with hasPage, and only on its own platform', async () => {
  const [site, other] = [await createSite(server), await createSite(server)]
  const content = { pageContent: '<p>Hello</p>', website: 'https://patron.example.org/' }
  const id = await site.sponsor('Patron', {
    ...content,
    hasPage: true,
    speakers: [personNamed('Ada', 'Sample')],
  })
  const without = await site.sponsor('Pageless', content)
  const beside = await site.sponsor('Beside', { ...content, hasPage: true })
  await site.talk('Of Ada', { speakers: [personNamed('Ada', 'Sample')] })
  await site.talk('Of Grace', { speakers: [personNamed('Grace', 'Sample')] })
  const foreign = await other.sponsor('Foreign', { ...content, hasPage: true })
  expect((await site.open('/sponsors')).text).toContain(`<a dir="auto" href="/sponsors/${id}">Patron</a>`)
  const { text } = await site.open(`/sponsors/${id}`)
  expect(text).toContain('<div dir="auto" class="prose"><p>Hello</p></div>')
  expect(visibleText(text)).toContain('Visit patron.example.org')
  expect(visibleText(text)).toContain('Meet the team AS Ada Sample')
  expect(listTitles(text)).toEqual(['Of Ada'])
  expect(findSection(text, 'others')).toContain(`href="/sponsors/${beside}"`)
  expect(findSection(text, 'others')).not.toContain(`href="/sponsors/${id}"`)
  for (const wrong of [without, foreign, 'ext:Patron', 'nonsense'])
    expect([wrong, (await site.visitor.get(`/sponsors/${wrong}`)).status]).toEqual([wrong, 404])
})

test.each([
  ['<h1>Big</h1><h2>Small</h2>', '<h2>Big</h2><h2>Small</h2>'],
  ['<p style="color:red" class="x" onclick="alert(1)" id="main">Text</p>', '<p>Text</p>'],
  ['<script>alert(1)</script><style>*{}</style><p>Left</p>', '<p>Left</p>'],
  [
    '<a href="https://example.org/" target="_top">Link</a>',
    '<a href="https://example.org/" rel="nofollow noopener">Link</a>',
  ],
  ['<a href="javascript:alert(1)">Link</a>', '<a rel="nofollow noopener">Link</a>'],
  [
    '<img src="https://static.example.org/a.png" alt="A" onerror="alert(1)">',
    '<img src="https://static.example.org/a.png" alt="A" loading="lazy" decoding="async" />',
  ],
  ['<img src=x onerror=alert(1)><img src="http://example.org/a.png">', ''],
  ['<iframe src="https://evil.example.org"></iframe><form action="/sign-out"><input name=a></form>', ''],
  ['<svg><script>alert(1)</script></svg><math><mi>x</mi></math>', 'x'],
  ['<p>Open', '<p>Open</p>'],
])('page content %j is shown as %j', async (pageContent, shown) => {
  const site = await createSite(server)
  const { text } = await site.open(
    `/sponsors/${await site.sponsor('Patron', { hasPage: true, pageContent })}`,
  )
  expect(/<div dir="auto" class="prose">(.*?)<\/div><\/div>/s.exec(text)?.[1]).toBe(shown)
})

test('page content is HTML unless its format is Markdown, which has no pictures', async () => {
  const site = await createSite(server)
  const pageContent = '**Bold** <b onclick="alert(1)">HTML</b> ![x](https://static.example.org/x.png)'
  const id = await site.sponsor('Patron', { hasPage: true, pageContent })
  const contentOf = async () =>
    /<div[^>]* class="prose">(.*)<\/div><\/article>|<div class="prose">(.*)<\/div><\/article>/s
      .exec((await site.open(`/sponsors/${id}`)).text)
      ?.slice(1)
      .find((html) => html !== undefined)
  expect(await contentOf()).toContain('**Bold** <b>HTML</b>')
  await site.sponsor('Patron', { pageFormat: 'markdown' })
  const shown = await contentOf()
  expect(shown).toContain('<strong>Bold</strong> <strong>HTML</strong>')
  expect(shown).not.toContain('<img')
})
