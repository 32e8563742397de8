// The language of pages, e-mails, and streams: who decides it, and that each reader gets their own.
import { expect, test } from 'vitest'
import { startApi } from '../../../test/support/api.ts'
import { followTalks } from '../../../test/support/live.ts'
import { createOffice } from '../../../test/support/office.ts'
import { useApi } from '../../../test/support/scenarios.ts'
import { createSite, type Site, signInAtSite, visibleText } from '../../../test/support/sites.ts'
import { decodeQuotedPrintable, startMailServer, waitForEmails } from '../../../test/support/smtp.ts'
import { waitUntil } from '../../../test/support/until.ts'
import { addAccount, PASSWORD, type Page, Visitor } from '../../../test/support/visitors.ts'
import { makeSetupLink } from '../../features/access/setup/setup.ts'
import { findPlatform } from '../../features/platforms/platforms.ts'
import type { PlatformRow } from '../../features/platforms/tables.ts'
import { claimHosts } from '../../features/platforms/tenants.ts'

const server = useApi()

const inBrowser = (language: string) => ({ headers: { 'accept-language': language } })
const languageOf = ({ text }: Page) => /<html lang="([^"]+)"/.exec(text)?.[1]

/** Uses the menu of a page. */
const choose = ({ host }: Site, visitor: Visitor, language: string, from = '/agenda') =>
  visitor.post('/language', { language }, { headers: { referer: `https://${host}${from}` } })

test('a page is in the language of its address, the account, the cookie, the browser, or the platform', async () => {
  const site = await createSite(server)
  await site.change({ language: 'es' })
  const { visitor } = site
  expect(languageOf(await visitor.get('/agenda'))).toBe('es')
  expect(languageOf(await visitor.get('/agenda', inBrowser('nl, fr-CA;q=0.8')))).toBe('fr')
  await choose(site, visitor, 'de')
  expect(languageOf(await visitor.get('/agenda', inBrowser('fr')))).toBe('de')
  expect(languageOf(await visitor.get('/agenda?lang=en', inBrowser('fr')))).toBe('en')
  expect(languageOf(await visitor.get('/agenda?lang=xx', inBrowser('fr')))).toBe('de')

  const member = await signInAtSite(site)
  await choose(site, member, 'fr')
  member.cookies.delete('__Host-language')
  expect(languageOf(await member.get('/account', inBrowser('de')))).toBe('fr')
  expect(languageOf(await member.get('/agenda', inBrowser('de')))).toBe('fr')
})

test('the response says its language, and what it depends on', async () => {
  const site = await createSite(server)
  const german = await site.visitor.get('/agenda', inBrowser('de'))
  expect([german.headers['content-language'], german.headers.vary]).toEqual([
    'de',
    'Cookie, Accept-Language, Accept-Encoding',
  ])
  expect((await site.visitor.get('/sign-in', inBrowser('de'))).headers['content-language']).toBe('de')
  expect((await site.visitor.get('/nowhere', inBrowser('de'))).headers['content-language']).toBe('de')
  const feed = await site.visitor.get('/schedule.json', inBrowser('de'))
  expect([feed.headers['content-language'], feed.headers.vary]).toEqual([
    undefined,
    'Cookie, Accept-Encoding',
  ])
})

test('a page in memory has an entity tag of its own in each language', async () => {
  const site = await createSite(server)
  const open = (language: string, headers: Record<string, string> = {}) =>
    site.visitor.get('/agenda', { headers: { 'accept-language': language, ...headers } })
  const [english, german] = [await open('en'), await open('de')]
  expect([english, german].map(languageOf)).toEqual(['en', 'de'])
  expect(german.headers.etag).not.toBe(english.headers.etag)
  const known = { 'if-none-match': english.headers.etag ?? '' }
  expect([(await open('en', known)).status, (await open('de', known)).status]).toEqual([304, 200])
})

test('the menu of a page from memory leads back to the page, without a language in its address', async () => {
  const site = await createSite(server)
  const { visitor } = site
  const answer = await choose(site, visitor, 'de', '/agenda?track=Web&lang=fr')
  expect([answer.status, answer.headers.location]).toEqual([303, '/agenda?track=Web'])
  expect(visitor.setCookies.at(-1)).toMatch(
    /^__Host-language=de; Max-Age=31536000; Path=\/; HttpOnly; Secure; SameSite=Lax$/,
  )
  const foreign = { referer: 'https://elsewhere.example.org/agenda' }
  expect((await visitor.post('/language', { language: 'de' }, { headers: foreign })).headers.location).toBe(
    '/',
  )
  expect((await choose(site, visitor, 'de', '//elsewhere.example.org/')).headers.location).toBe('/')
  expect((await choose(site, visitor, 'xx')).status).toBe(400)
  const crossSite = { origin: 'https://elsewhere.example.org', 'sec-fetch-site': 'cross-site' }
  expect((await visitor.post('/language', { language: 'fr' }, { headers: crossSite })).status).toBe(403)
  expect(languageOf(await visitor.get('/agenda'))).toBe('de')
})

test('a platform can offer fewer languages, and always offers its default', async () => {
  const office = await createOffice(server)
  const fields = { name: 'Lights', timezone: 'UTC', format: 'on_site' }
  const saved = await office.staff.post('/backoffice/settings', {
    ...fields,
    language: 'de',
    languages: ['fr'],
  })
  expect(saved.status, saved.text).toBe(303)
  const page = await office.visitor.get('/agenda', inBrowser('en'))
  expect(languageOf(page)).toBe('de')
  expect(visibleText(page.text)).toMatch(/Deutsch\s+Français\s*$/)
  expect(page.text).not.toContain('Español')
  expect((await choose(office, office.visitor, 'en')).status).toBe(400)
  await office.staff.post('/backoffice/settings', { ...fields, language: 'de' })
  expect((await office.visitor.get('/agenda')).text).not.toContain('language-menu')
  const refused = await office.staff.post('/backoffice/settings', { ...fields, language: 'xx' })
  expect(refused.status).toBe(422)
})

test('search engines find each language of a page at an address of its own', async () => {
  const site = await createSite(server)
  const id = await site.talk('Keynote')
  const linksOf = ({ text }: Page) =>
    [...text.matchAll(/<link rel="(canonical|alternate)"(?: hreflang="([^"]+)")? href="([^"]+)"/g)].map(
      ([, rel, language, href]) => [language ?? rel, href?.replace(/^https:\/\/[^/]+/, '')],
    )
  const path = `/talks/${id}`
  const alternates = [
    ['en', path],
    ['de', `${path}?lang=de`],
    ['es', `${path}?lang=es`],
    ['fr', `${path}?lang=fr`],
    ['x-default', path],
  ]
  expect(linksOf(await site.open(path))).toEqual([['canonical', path], ...alternates])
  const german = await site.open(`${path}?lang=de`)
  expect(linksOf(german)).toEqual([['canonical', `${path}?lang=de`], ...alternates])
  expect(languageOf(german)).toBe('de')
})

test('people choose the language of pages and e-mails in their profile, or when they sign up', async () => {
  await using mail = await startMailServer()
  await using api = await startApi({
    env: { LECTERN_SMTP_URL: mail.url, LECTERN_MAIL_FROM: 'events@example.org' },
    settings: { hasSignUp: true },
  })
  const host = 'lights.example.org'
  const { caller } = api.platform
  await claimHosts(api.installation, caller, {
    platformId: caller.platform.id,
    hosts: [host],
    currentHost: '',
  })
  const ada = await addAccount(api, 'attendee', { firstName: 'Ada', lastName: 'Sample' })
  const visitor = new Visitor(api, { host })
  await visitor.signIn(ada.email)
  const profile = { firstName: 'Ada', lastName: 'Sample', username: ada.username, email: ada.email }
  expect((await visitor.post('/account/profile', { ...profile, language: 'fr' })).status).toBe(303)
  expect(languageOf(await visitor.get('/account/profile', inBrowser('de')))).toBe('fr')

  const guest = new Visitor(api, { host })
  await guest.post('/language', { language: 'es' })
  expect((await guest.post('/sign-up', { email: 'bea@example.org' })).status).toBe(303)
  const [invited = ''] = (await waitForEmails(mail, 1)).map(({ content }) => decodeQuotedPrintable(content))
  const link = /https:\/\/lights\.example\.org(\/sign-up\/[\w-]+)/.exec(invited)?.[1] ?? ''
  const own = { firstName: 'Bea', lastName: 'Sample', password: PASSWORD, repeated: PASSWORD }
  expect((await guest.post(link, own)).status).toBe(303)
  await waitForEmails(mail, 2)

  const admin = new Visitor(api, { host })
  await admin.signIn((await addAccount(api, 'admin')).email)
  const sendLink = async (id: string) => {
    const sent = mail.emails.length
    await admin.submit(`/backoffice/users/${id}/reset-link`)
    await waitForEmails(mail, sent + 1)
  }
  await sendLink(ada.id)
  await sendLink((await api.send('GET', '/users/bea@example.org')).body.id)
  await visitor.post('/account/profile', profile)
  await sendLink(ada.id)
  const contents = mail.emails.map(({ content }) => decodeQuotedPrintable(content))
  expect(contents.map((content) => /^(?:Bonjour|Hola|Hello|Hallo)/m.exec(content)?.[0])).toEqual([
    // The sign-up, and the e-mail that confirms it.
    ...['Hola', 'Hola'],
    ...['Bonjour', 'Hola', 'Hello'],
  ])
  expect(languageOf(await visitor.get('/account/profile', inBrowser('de')))).toBe('de')
})

test('after a German setup, invitations, acceptances, and links are in German, and others have the language of their browser', async () => {
  await using mail = await startMailServer()
  await using api = await startApi({
    env: {
      LECTERN_SMTP_URL: mail.url,
      LECTERN_MAIL_FROM: 'events@example.org',
      LECTERN_PUBLIC_URL: 'https://lights.example.org',
    },
    settings: { hasSignUp: true },
  })
  const host = 'lights.example.org'
  const newVisitor = () => new Visitor(api, { host })
  const owner = newVisitor()
  const setup = `/setup/${await makeSetupLink(api.installation, (await findPlatform(api.installation, 'default')) as PlatformRow)}`
  const own = { firstName: 'Olga', lastName: 'Sample', password: PASSWORD, repeated: PASSWORD }
  const event = { name: 'Lights', timezone: 'Europe/Berlin', language: 'de' }
  expect((await owner.post(setup, { ...event, ...own, email: 'olga@example.org' })).status).toBe(303)
  const mailsTo = async (to: string, count: number) => {
    const sent = await waitUntil(
      async () => mail.emails.filter((one) => one.to.includes(to)),
      (found) => found.length >= count,
    )
    return decodeQuotedPrintable(sent.at(-1)?.content ?? '')
  }
  const linkIn = (text: string) => /https:\/\/lights\.example\.org(\/[\w-]+\/[\w-]+)/.exec(text)?.[1] ?? ''

  const kim = { email: 'kim@example.org', type: 'Speaker', firstName: 'Kim', lastName: 'Sample' }
  expect((await owner.post('/backoffice/users/new', { ...kim, do: 'save' })).status).toBe(303)
  const invitation = await mailsTo(kim.email, 1)
  expect(invitation).toMatch(/^Hallo Kim/m)
  const speaker = newVisitor()
  expect((await speaker.post(linkIn(invitation), { ...own, firstName: 'Kim' }, inBrowser('fr'))).status).toBe(
    303,
  )
  expect(languageOf(await speaker.get('/account'))).toBe('fr')
  await newVisitor().post('/sign-in/email', { email: kim.email }, inBrowser('es'))
  expect(await mailsTo(kim.email, 2)).toMatch(/^Bonjour Kim/m)

  for (const [email, language, greeting, accepted] of [
    ['bea@example.org', 'nl', /^Hallo/m, /^Hallo Olga/m],
    ['cas@example.org', 'es', /^Hola/m, /^Hola, Olga/m],
  ] as const) {
    const guest = newVisitor()
    expect((await guest.post('/sign-up', { email }, inBrowser(language))).status).toBe(303)
    const link = await mailsTo(email, 1)
    expect(link).toMatch(greeting)
    expect((await guest.post(linkIn(link), own)).status).toBe(303)
    const { id } = (await api.send('GET', `/users/${email}`)).body
    await owner.post('/backoffice/registrations', { review: `accepted:${id}` })
    expect(await mailsTo(email, 2)).toMatch(accepted)
  }
})

test('each page of a live talk gets events in its own language', async () => {
  const site = await createSite(server)
  const id = await site.talk('Keynote', { start: '2027-03-01T11:59:00Z', duration: 60 })
  const follow = (talks: string, headers: Record<string, string> = {}) =>
    followTalks(site.tenant.api, talks, { host: site.host, headers })
  const streams = await Promise.all([
    follow(`${id}:0`),
    follow(`${id}:0&lang=de`),
    follow(`${id}:0`, { 'accept-language': 'de' }),
    follow(`${id}:0&lang=fr`),
  ])
  const person = await signInAtSite(site)
  expect((await person.post(`/talks/${id}/messages`, { text: 'Salut' })).status).toBe(303)
  for (const stream of streams) await stream.until(({ items }) => items.length > 0)
  const actions = streams.map(({ items }) => /: (reply|antworten|répondre)/.exec(items[0].html)?.[1])
  expect(actions).toEqual(['reply', 'antworten', 'antworten', 'répondre'])
  const stages = streams.map(({ stages }) => /Live now|Jetzt live|En direct/.exec(stages[0].html[0])?.[0])
  expect(stages).toEqual(['Live now', 'Jetzt live', 'Jetzt live', 'En direct'])
  for (const stream of streams) stream.close()
})
