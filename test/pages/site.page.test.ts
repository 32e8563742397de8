// Rules for every public page: caching, size, and number of queries; and the responses to unknown URLs.
import { createHash } from 'node:crypto'
import { gzipSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { seedDemo } from '../../src/demo/demo.ts'
import type { PlatformRow } from '../../src/features/platforms/tables.ts'
import { recordReads } from '../support/reads.ts'
import { useApi } from '../support/scenarios.ts'
import { createSite, personNamed, type Site } from '../support/sites.ts'
import { Visitor } from '../support/visitors.ts'

const server = useApi({ isJobless: true })

/** A site with content on every page, and the paths of its pages. */
async function filled(rows: number): Promise<Site & { paths: string[] }> {
  const site = await createSite(server)
  const people = Array.from({ length: Math.min(rows, 10) }, (_, i) => personNamed(`P${i}`, 'Sample'))
  let [talk, sponsor] = ['', '']
  for (let i = 0; i < rows; i += 1) {
    const more = {
      featured: true,
      tags: [`tag ${i}`],
      track: `Track ${i % 9}`,
      speakers: people.slice(0, 1 + (i % 10)),
    }
    talk = await site.talk(`Talk ${i}`, more)
    sponsor = await site.sponsor(`Sponsor ${i}`, {
      hasPage: true,
      speakers: people,
      options: { highlight: true },
    })
  }
  const person = (await site.tenant.send('GET', `/talks/${talk}`)).body.speakers[0].id
  const paths = [
    '/',
    '/agenda',
    '/agenda?q=p0',
    '/agenda?tag=tag+0&speaker=p0&recommended=1',
    '/speakers',
    '/speakers?q=p0',
    '/sponsors',
  ]
  return {
    ...site,
    paths: [...paths, `/talks/${talk}`, `/talks/${talk}.ics`, `/speakers/${person}`, `/sponsors/${sponsor}`],
  }
}

const readsOf = ({ tenant, open }: Site, path: string) =>
  recordReads(tenant.api.installation.store, () => open(path))

/** What every page reads besides its content: its version, until when it is valid, and its navigation. */
const OF_CACHE = ['platforms.by_id', 'programme.next_boundary', 'surveys.any_of_event']
const OF_VISIT = ['platforms.by_host', 'events.after']

test('a page uses the same queries for 200 rows as for one, at most thirteen, and none of its own from memory', async () => {
  const [few, many] = [await filled(1), await filled(200)]
  for (const site of [few, many]) await site.open('/embed/agenda')
  for (const [index, path] of few.paths.entries()) {
    const asked = await readsOf(few, path)
    const sameOfMany = many.paths[index] ?? ''
    expect([path, await readsOf(many, sameOfMany)]).toEqual([path, asked])
    const own = asked.filter((name) => ![...OF_CACHE, 'events.after'].includes(name))
    // The home page and the pages of talks have more parts than others, the agenda and a home page with live talks read
    // abstracts, and a search looks for talks and speakers first.
    const ofList = /\b(q|speaker)=/.test(path) ? 10 : path.startsWith('/agenda') ? 9 : 8
    const most = /^\/talks\/[^.]+$/.test(path) ? 13 : path === '/' ? 12 : ofList
    expect([path, own.length <= most || own]).toEqual([path, true])
    expect([path, await readsOf(many, sameOfMany)]).toEqual([path, OF_VISIT])
  }
}, 120_000)

test('an unchanged page gets 304, compressed or not', async () => {
  const site = await filled(3)
  for (const path of site.paths) {
    const page = await site.open(path)
    const etag = page.headers.etag ?? ''
    expect([path, page.headers['cache-control'], page.headers.vary]).toEqual([
      path,
      'private, no-cache',
      path.startsWith('/schedule') || path.endsWith('.ics')
        ? 'Cookie, Accept-Encoding'
        : 'Cookie, Accept-Language, Accept-Encoding',
    ])
    for (const tag of [etag, `"other", ${etag}`, etag.replace('W/', ''), '*']) {
      const again = await site.visitor.get(path, {
        headers: { 'if-none-match': tag, 'accept-encoding': 'gzip' },
      })
      expect([path, tag, again.status, again.text]).toEqual([path, tag, 304, ''])
    }
  }
  const etag = (await site.open('/')).headers.etag ?? ''
  await site.talk('One more', { featured: true })
  expect((await site.visitor.get('/', { headers: { 'if-none-match': etag } })).status).toBe(200)
})

test.each([
  ['gzip', 'gzip'],
  ['gzip, deflate, br, zstd', 'br'],
  ['br;q=0, gzip', 'gzip'],
  ['gzip;q=0', undefined],
  ['gzip;q=0.0, identity', undefined],
  ['br', 'br'],
])('with Accept-Encoding: %s, the Content-Encoding of a page is %s', async (accepted, encoding) => {
  const site = await createSite(server)
  const answer = await site.visitor.get('/speakers', { headers: { 'accept-encoding': accepted } })
  expect(answer.headers['content-encoding']).toBe(encoding)
})

/** The sizes of larger pages, by the start of their paths. */
const MOST_BYTES: Record<string, number> = { '/': 22_000, '/agenda': 29_000, '/talks': 34_000 }

test('every page of the demo is smaller than 16 kB with its styles and scripts, without pictures, fonts, and print, the home page than 22 kB, the agenda than 29 kB, talks than 34 kB, and all are our own', async () => {
  const site = await createSite(server)
  const { installation } = site.tenant.api
  await seedDemo(installation, site.tenant.caller.platform as PlatformRow)
  const talks = (await site.tenant.send('GET', '/talks?limit=200')).body.items
  const sponsors = (await site.tenant.send('GET', '/sponsors')).body.items
  const paths = [
    ...['/', '/agenda', '/agenda?day=all', '/agenda?view=list', '/speakers', '/sponsors'],
    ...talks.flatMap((talk: { id: string; speakers: { id: string }[] }) => [
      `/talks/${talk.id}`,
      `/speakers/${talk.speakers[0]?.id}`,
    ]),
    ...sponsors.flatMap(({ id, hasPage }: { id: string; hasPage: boolean }) =>
      hasPage ? [`/sponsors/${id}`] : [],
    ),
  ]
  const weights = new Map<string, number>()
  const weigh = async (path: string) => {
    const packed = await site.visitor.get(path, { headers: { 'accept-encoding': 'gzip' } })
    expect([path, packed.headers['content-encoding']]).toEqual([path, 'gzip'])
    return Number(packed.headers['content-length'])
  }
  for (const path of paths) {
    const { text } = await site.open(path)
    const parts = [
      ...text.matchAll(
        /<(?:link rel="stylesheet" href|script type="module" src)="([^"]*)"(?! media="print")/g,
      ),
    ]
    await weigh(path)
    let weight = gzipSync(withFixedNames(text, site)).length
    for (const [, part = ''] of parts) {
      expect(part).toMatch(/^\/(assets|theme)\//)
      if (!weights.has(part)) weights.set(part, await weigh(part))
      weight += weights.get(part) ?? 0
    }
    const most = MOST_BYTES[/^\/\w*/.exec(path)?.[0] ?? ''] ?? 16_000
    expect([path, weight < most || weight]).toEqual([path, true])
    expect(text).not.toMatch(/ style="|<style|<script>|<img(?![^>]*(?:loading="lazy"|hero-banner))/)
  }
}, 120_000)

/** A page as if identifiers and host names were the same in every run: how well they are compressed varies. */
function withFixedNames(html: string, { host, tenant }: Site): string {
  const ids = new Map<string, string>()
  return html
    .replaceAll(`${host}:${new URL(tenant.api.url).port}`, 'events.example.org')
    .replaceAll(host, 'events.example.org')
    .replace(/[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[0-9a-f]{4}-[0-9a-f]{12}/g, (id) => {
      const hash = createHash('sha256').update(`${ids.size}`).digest('hex')
      // Identifiers made within a second begin alike (RFC 9562, section 5.7).
      const fixed = hash.replace(/^(..)(...)(.{4})(.{12}).*$/, '01a21425-4e$1-7$2-$3-$4')
      ids.set(id, ids.get(id) ?? fixed)
      return ids.get(id) ?? fixed
    })
}

test('an unknown URL gets a page for people and a problem for programs', async () => {
  const site = await createSite(server)
  const page = await site.visitor.get('/nothing/here')
  expect([page.status, page.headers['content-type']]).toEqual([404, 'text/html; charset=utf-8'])
  expect(page.text).toContain('<h1>Page not found</h1>')
  for (const method of ['GET', 'POST', 'PUT']) {
    const answer = await site.tenant.api.sendTo(method, '/nothing/here', {
      body: method === 'GET' ? undefined : {},
    })
    expect([method, answer.status, answer.body.code]).toEqual([method, 404, 'not_found'])
  }
  const api = await site.tenant.send('GET', '/nothing', { headers: { accept: 'text/html' } })
  expect([api.status, api.headers['content-type']]).toEqual([404, 'application/problem+json'])
})

test('a form has at most 5,000 fields, which would otherwise keep others waiting', async () => {
  const site = await createSite(server)
  const visitor = new Visitor(site.tenant.api, { host: site.host })
  // Short names, so that the fields fit into the form.
  const fields = (count: number) =>
    Object.fromEntries(Array.from({ length: count }, (_, index) => [index.toString(36), '']))
  const statusOf = async (count: number) => (await visitor.post('/sign-out', fields(count))).status
  // The token is a field, too.
  expect([await statusOf(4_999), await statusOf(5_000)]).toEqual([303, 413])
})
