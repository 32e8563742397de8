// Hostile text in every field that people or other systems can fill in, and the paths of pages that show it.
import { expect } from 'vitest'
import type { Send } from '../support/api.ts'
import { put } from '../support/scenarios.ts'
import { type Site, signUpFor } from '../support/sites.ts'
import { waitUntil } from '../support/until.ts'
import { PASSWORD, Visitor } from '../support/visitors.ts'

type HostileSite = Pick<Site, 'tenant' | 'host'>

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

export const at = (index: number): string => payloads[index % payloads.length] ?? ''
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

type Ids = { talk: string; sponsor: string; user: string }

export async function fillByApi({ tenant }: HostileSite): Promise<Ids[]> {
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
export async function fillByForms(
  site: HostileSite,
  owner: Visitor & { account: { email: string } },
): Promise<void> {
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
    '': { name: at(0), venue: at(3), tagline: at(5), timezone: 'UTC', language: 'en', format: 'mixed' },
    '/design': { accent: '#3b5bdb', scheme: 'auto', banner: urlAt(1), logo: urlAt(4) },
    '/rooms': { provider: 'address', roomAddress: `https://meet.example.org/{id}?${urlAt(1)}` },
    '/registration': { hasSignUp: 'on', acceptance: 'review', do: 'save' },
  }
  for (const [area, values] of Object.entries(settings)) {
    const path = `/backoffice/settings${area}`
    const saved = await owner.post(path, values)
    expect([saved.status, saved.headers.location]).toEqual([303, `${path}?done=saved`])
  }
  const guest = new Visitor(tenant.api, { host })
  const password = { password: PASSWORD, repeated: PASSWORD }
  for (const [n, name] of payloads.entries()) {
    if (n % 4 !== 0) continue
    const { token } = await signUpFor(tenant, `guest${n}@example.org`)
    const answer = await guest.post(`/sign-up/${token}`, {
      firstName: name,
      lastName: at(n + 1),
      ...password,
    })
    expect(answer.status, answer.text).toBe(303)
    tenant.api.clock.pass(60_000)
  }
}

/** Lists, which show all objects, also with payloads in the URL; the pages of single objects; and pages that do not exist. */
export async function hostilePaths({ tenant }: HostileSite, owner: Visitor, ids: readonly Ids[]) {
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
  return { lists, details, absent: said.flatMap((text) => [`/${text}`, `/talks/${text}`]) }
}
