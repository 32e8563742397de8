// Hostile text in every field runs nothing on any page, even without a content security policy.
import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import type { Send } from '../support/api.ts'
import { put, useApi } from '../support/scenarios.ts'
import { type Screen, useBrowser } from '../support/screens.ts'
import { createSite, type Site, signInAtSite } from '../support/sites.ts'
import { waitUntil } from '../support/until.ts'
import { PASSWORD, Visitor } from '../support/visitors.ts'

// Each calls `xss` if it runs, or leaves an element that no page has.
const payloads = [
  '<script>xss()</script>',
  '"><script>xss()</script>',
  "'><script>xss()</script>",
  '<img src=x onerror=xss()>',
  '"><img src=x onerror=xss()>',
  '<svg onload=xss()>',
  '<svg/onload=xss()//',
  '" autofocus onfocus=xss() x="',
  "' autofocus onfocus=xss() x='",
  '</textarea><script>xss()</script>',
  '</title><script>xss()</script>',
  '</style><script>xss()</script>',
  '</script><script>xss()</script>',
  '--><script>xss()</script>',
  ']]><script>xss()</script>',
  '<iframe src=javascript:parent.xss()>',
  '<iframe srcdoc="<script>parent.xss()</script>">',
  'javascript:xss()',
  '<a href=javascript:xss()>x</a>',
  '<details open ontoggle=xss()>x',
  '<body onload=xss()>',
  '<input autofocus onfocus=xss()>',
  '<style>@import"//evil.example.org/"</style>',
  '<math><mtext><style></math><img src onerror=xss()>',
  '<base href=//evil.example.org/>',
  '<meta http-equiv=refresh content=0;url=//evil.example.org>',
  '<link rel=stylesheet href=//evil.example.org/x.css>',
  '<object data=javascript:xss()>',
  '"><form action=//evil.example.org/><button>x',
  '&lt;script&gt;xss()&lt;/script&gt;',
  '\\u003cscript\\u003exss()\\u003c/script\\u003e',
  "{{constructor.constructor('xss()')()}}",
  // biome-ignore lint/suspicious/noTemplateCurlyInString: this is the payload.
  '${xss()}',
] as const

const at = (index: number): string => payloads[index % payloads.length] ?? ''
/** The payload in a URL, without the characters that URLs cannot contain. */
const urlAt = (index: number) =>
  `https://static.example.org/${at(index).replaceAll(/[\s\\]/g, '')}?${at(index).replaceAll(/[\s\\]/g, '')}`

/** Object `n` has a different payload in each field, so that over all objects, each field gets each payload. */
const person = (n: number) => ({
  email: `p${n}@example.org`,
  firstName: at(n),
  lastName: at(n + 1),
  username: `${at(n + 2)} ${n}`,
  avatar: urlAt(n + 3),
  description: `${at(n + 4)}\n\n${at(n + 5)}`,
  job: at(n + 6),
  company: at(n + 7),
  tags: [at(n + 8), at(n + 9)],
})
const user = (n: number) => ({
  ...person(n),
  externalId: at(n),
  country: at(n + 10),
  city: at(n + 11),
  website: urlAt(n + 12),
  socials: { facebook: urlAt(n), linkedin: urlAt(n + 1), twitter: urlAt(n + 2), youtube: urlAt(n + 3) },
})
const types = ['external', 'replay', 'rtmp', 'embedded'] as const
const talk = (n: number) => ({
  externalId: at(n),
  title: at(n),
  description: `${at(n + 1)}\n\n${at(n + 2)}\n${at(n + 3)}`,
  speakers: [person(n)],
  moderators: [{ ...person(n + 1), email: `m${n}@example.org`, username: `m ${at(n)} ${n}` }],
  start: '2027-03-01T11:30:00Z',
  type: types[n % types.length],
  video: urlAt(n + 4),
  image: urlAt(n + 5),
  available: true,
  links: [{ label: at(n + 6), url: urlAt(n + 7) }],
  track: at(n + 8),
  tags: [at(n + 9)],
  hiddenTags: [at(n + 10)],
  featured: n % 4 === 0,
  recommended: true,
})
const sponsor = (n: number) => ({
  externalId: at(n),
  name: at(n),
  logo: urlAt(n + 1),
  level: 1 + (n % 5),
  hasPage: true,
  pageContent: `${at(n + 2)}<p>${at(n + 3)}</p><a href="${at(n + 4)}">x</a><img src="${at(n + 5)}" alt="${at(n + 6)}"><h2 ${at(n + 7)}>x</h2><form><input name=x></form>${at(n)}`,
  website: urlAt(n + 4),
  speakers: [person(n)],
  icon: urlAt(n + 5),
  options: { displayInLobby: n % 2 === 0, highlight: n % 2 === 1 },
})

// How a page renders a text does not depend on the store, so one store is enough.
describe('on sqlite', () => {
  const server = useApi({ store: 'sqlite' })
  const browser = useBrowser()

  test('hostile text in every field runs nothing on any page, with or without a security policy', async () => {
    const site = await createSite(server)
    const owner = await signInAtSite(site, 'owner')
    const ids = await fillByApi(site)
    await fillByForms(site, owner)
    const paths = await pathsOf(site, owner, ids)

    const screen = await browser.screen(site, { signedIn: owner, bypassCSP: true })
    const ran: string[] = []
    await watch(screen, ran)
    const found: string[] = []
    for (const path of [...paths.lists, ...paths.details]) {
      await screen.open(path)
      for (const fault of await intruders(screen.page)) found.push(`${path}: ${fault}`)
    }
    expect({ ran, found }).toEqual({ ran: [], found: [] })

    // The same with the policy, which has nothing to block.
    const guarded = await browser.screen(site, { signedIn: owner })
    await watch(guarded, ran)
    for (const path of paths.lists) await guarded.open(path)
    expect(ran).toEqual([])

    // The text is still shown as it was sent.
    await screen.open(`/talks/${ids[0]?.talk}`)
    expect(await screen.page.locator('h1').textContent()).toBe(at(0))
  })
})

type Ids = { talk: string; sponsor: string; user: string }

async function fillByApi({ tenant }: Site): Promise<Ids[]> {
  const ids: Ids[] = []
  for (let n = 0; n < payloads.length; n += 1) {
    const key = encodeURIComponent(at(n))
    ids.push({
      talk: (await put(tenant, `/talks/ext:${key}`, talk(n))).id,
      sponsor: (await put(tenant, `/sponsors/ext:${key}`, sponsor(n))).id,
      user: (await tenant.send('GET', `/users/p${n}@example.org`)).body.id,
    })
    await put(tenant, `/users/p${n}@example.org`, user(n))
    const webhook = { url: urlAt(n), description: at(n), enabled: false }
    await tenant.send('POST', '/webhooks', { body: webhook, key: tenant.privileged })
  }
  return ids
}

/** Payloads in forms, headers, and refused requests, also as names of attributes. */
async function fillByForms(site: Site, owner: Visitor & { account: { email: string } }): Promise<void> {
  const { tenant, host } = site
  const send: Send = tenant.send
  for (const [n, payload] of payloads.entries()) {
    await send('PUT', '/talks/ext:refused', { body: { [payload]: payload, title: '' } })
    const answer = await owner.post('/backoffice/settings/keys', { name: payload, level: 'standard' })
    expect(answer.status).toBe(303)
    if (n % 8 !== 0) continue
    const session = new Visitor(tenant.api, { host })
    const headers = { 'user-agent': payload }
    await session.post('/sign-in', { name: owner.account.email, password: PASSWORD }, { headers })
  }
  const settings = {
    ...{
      name: at(0),
      venue: at(3),
      timezone: 'UTC',
      accent: '#3b5bdb',
      language: 'en',
      scheme: 'auto',
      hasSignUp: 'on',
    },
    ...{ banner: urlAt(1), logo: urlAt(4), roomAddress: `https://meet.example.org/{id}?${urlAt(1)}` },
  }
  const saved = await owner.post('/backoffice/settings', settings)
  expect([saved.status, saved.headers.location]).toEqual([303, '/backoffice/settings?done=saved'])
  const guest = new Visitor(tenant.api, { host })
  const password = { password: PASSWORD, repeated: PASSWORD }
  for (const [n, name] of payloads.entries()) {
    if (n % 4 !== 0) continue
    const person = { firstName: name, lastName: at(n + 1), email: `guest${n}@example.org` }
    const answer = await guest.post('/sign-up', { ...person, ...password })
    expect(answer.status, answer.text).toBe(303)
    tenant.api.clock.pass(60_000)
  }
}

/** Lists, which show all objects, also with payloads in the URL; and the pages of single objects. */
async function pathsOf({ tenant }: Site, owner: Visitor, ids: readonly Ids[]) {
  const { body: webhooks } = await tenant.send('GET', '/webhooks', { key: tenant.privileged })
  expect(webhooks.items.length).toBe(payloads.length)
  const refused = await tenant.send('PUT', '/talks/ext:refused', { body: { [at(4)]: at(4) } })
  const request = refused.headers['x-request-id'] ?? ''
  await waitUntil(
    () => owner.get(`/backoffice/requests/${request}`),
    ({ status }) => status === 200,
  )
  const said = [4, 7, 17].map((n) => encodeURIComponent(at(n)))
  const lists = [
    ...['/', '/agenda', '/agenda?view=list', '/agenda?day=all', '/speakers', '/sponsors', '/sign-up'],
    ...['talks', 'speakers', 'sponsors', 'users', 'registrations', 'audit', 'requests', 'settings'].map(
      (area) => `/backoffice/${area}`,
    ),
    ...['/backoffice', '/backoffice/settings/advanced', `/backoffice/requests/${request}`],
    ...['/backoffice/settings/webhooks', `/backoffice/settings/webhooks/${webhooks.items[0].id}`],
    ...['', '/profile', '/sessions', '/delete'].map((part) => `/account${part}`),
    ...said.flatMap((text) => [
      `/agenda?q=${text}&track=${text}&tag=${text}&speaker=${text}&zone=${text}&day=${text}&view=${text}`,
      `/speakers?q=${text}&tag=${text}&page=${text}`,
      `/sign-in?next=${text}&done=${text}`,
      `/backoffice/talks?q=${text}&sort=${text}&after=${text}`,
      `/backoffice/users?q=${text}&role=${text}`,
      `/backoffice/audit?q=${text}&actor=${text}&kind=${text}`,
      `/backoffice/requests?key=${text}&status=${text}&operation=${text}&id=${text}`,
      `/${text}`,
      `/talks/${text}`,
    ]),
  ]
  const details = ids.flatMap(({ talk, sponsor, user }, n) => [
    `/talks/${talk}`,
    `/speakers/${user}`,
    `/sponsors/${sponsor}`,
    ...(n % 6 === 0
      ? [
          ...[`/backoffice/talks/${talk}`, `/backoffice/sponsors/${sponsor}`, `/backoffice/users/${user}`],
          ...[`/backoffice/talks/${talk}/history`, `/backoffice/users/${user}/history`],
          ...[`/backoffice/talks/${talk}/delete`, `/backoffice/users/${user}/access`],
        ]
      : []),
  ])
  return { lists, details }
}

/** Records payloads that run, dialogs, and requests to a hostile host. */
async function watch({ page, context }: Screen, ran: string[]): Promise<void> {
  await context.exposeFunction('xss', () => void ran.push(`xss on ${page.url()}`))
  page.on('dialog', async (dialog) => {
    ran.push(`dialog on ${page.url()}`)
    await dialog.dismiss()
  })
  page.on('request', (request) => {
    if (/evil/.test(new URL(request.url()).host)) ran.push(`${page.url()} asked ${request.url()}`)
  })
}

/** Elements, attributes, and URLs that none of our pages has, so that they must come from a payload. */
const intruders = (page: Page): Promise<string[]> =>
  page.evaluate(foreignParts).catch((error: unknown) => [`navigated away: ${error}`])

function foreignParts(): string[] {
  const found: string[] = []
  const forbidden =
    'script:not([src^="/assets/"], [type="application/ld+json"]), style, object, embed, base, meta[http-equiv], math, .prose form'
  for (const element of document.querySelectorAll(forbidden)) found.push(element.outerHTML.slice(0, 100))
  for (const element of document.querySelectorAll('*')) {
    // Our own script draws the chart and sets styles.
    if (element.closest('.traffic-plot')) continue
    for (const { name, value } of element.attributes) {
      if (name.startsWith('on') || name === 'srcdoc' || name === 'style') found.push(`${name}=${value}`)
      if (!['href', 'src', 'action', 'formaction', 'poster'].includes(name)) continue
      const { protocol } = new URL(value, document.baseURI)
      if (!/^(https|mailto|rtmps?):$/.test(protocol)) found.push(`${name}=${value}`)
    }
  }
  const own = [...document.querySelectorAll<HTMLElement>('link[rel=stylesheet], form')].map((one) =>
    one instanceof HTMLFormElement ? one.action : one.getAttribute('href'),
  )
  for (const address of own)
    if (new URL(address ?? '', document.baseURI).origin !== location.origin) found.push(String(address))
  return found
}
