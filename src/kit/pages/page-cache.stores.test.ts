// Public pages from memory: always up to date, and the same for everybody who gets them.
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import pg from 'pg'
import { expect, inject, test } from 'vitest'
import { put, useApi } from '../../../test/support/scenarios.ts'
import { startPlatform } from '../../../test/support/shared-servers.ts'
import { createSite, listTitles, signInAtSite } from '../../../test/support/sites.ts'
import { Visitor } from '../../../test/support/visitors.ts'

const server = useApi()
const FEEDS = ['/schedule.ics', '/schedule.json', '/schedule.xml']

const talk = (title: string) => ({
  title,
  description: '',
  start: '2027-03-01T12:00:00Z',
  speakers: [{ email: 'ada@example.org', firstName: 'Ada', lastName: 'Sample' }],
})

test('a change is on every page and in every feed as soon as it is answered', async () => {
  const site = await createSite(server)
  const id = await site.talk('Keynote')
  const paths = ['/', '/agenda', `/talks/${id}`, `/talks/${id}.ics`, '/embed/agenda', ...FEEDS]
  for (const title of ['First title', 'Second title']) {
    await site.tenant.send('PUT', `/talks/${id}`, { body: { title } })
    const pages = await Promise.all(paths.map((path) => site.open(path)))
    expect(pages.map(({ text }) => text.includes(title))).toEqual(paths.map(() => true))
  }
  await site.change({ venue: 'Old town hall' })
  expect((await site.open('/sponsors')).text).toContain('Old town hall')
  expect((await site.open('/schedule.ics')).text).toContain('Old town hall')
})

test.each([
  { path: '/schedule.xml', codings: { gzip: gunzipSync } },
  { path: '/agenda?day=all', codings: { br: brotliDecompressSync, gzip: gunzipSync } },
])(
  '$path in memory is the same for every content coding, for plain clients, and for HEAD, and has one entity tag',
  async ({ path, codings }) => {
    const site = await createSite(server)
    const talks = Array.from({ length: 300 }, (_none, number) => ({
      externalId: `t${number}`,
      ...talk(`Talk ${number}`),
      description: 'Long text. '.repeat(50),
    }))
    await put(site.tenant, '/programme', { source: 'test', talks })
    const plain = await site.open(path)
    expect(plain.text.length).toBeGreaterThan(128 * 1024)
    expect(plain.headers['content-length']).toBe(String(Buffer.byteLength(plain.text)))
    for (const [coding, unpack] of Object.entries(codings)) {
      const packed = await site.visitor.get(path, { headers: { 'accept-encoding': coding } })
      expect(packed.headers['content-encoding']).toBe(coding)
      expect(unpack(packed.bytes).equals(plain.bytes)).toBe(true)
      expect(packed.headers.etag).toBe(plain.headers.etag)
    }
    const tag = plain.headers.etag ?? ''
    const same = await site.visitor.get(path, { headers: { 'if-none-match': tag } })
    expect([same.status, same.text]).toEqual([304, ''])
    const head = await site.tenant.api.sendTo('HEAD', path, { key: null, headers: { host: site.host } })
    expect([head.status, head.headers.etag, head.headers['content-length'], head.text]).toEqual([
      ...[200, tag, plain.headers['content-length'], ''],
    ])
  },
)

test('signed-in users and other hosts get pages of their own', async () => {
  const [site, other] = [await createSite(server), await createSite(server)]
  await site.talk('Ours')
  await other.talk('Theirs')
  const user = await signInAtSite(site)
  expect((await site.open('/agenda')).text).toContain('/sign-in')
  expect((await user.get('/agenda')).text).not.toContain('/sign-in')
  expect((await site.open('/agenda')).text).toContain('/sign-in')
  expect(listTitles((await other.open('/agenda')).text)).toEqual(['Theirs'])
})

test('a change of another node is on the next page', async () => {
  const api = await startPlatform()
  await using other = await api.addNode()
  const visitor = new Visitor(api)
  for (const title of ['First title', 'Second title']) {
    const { status } = await other.send('PUT', '/talks/ext:keynote', { body: talk(title) })
    expect([200, 201]).toContain(status)
    expect(listTitles((await visitor.get('/agenda')).text)).toEqual([title])
  }
})

test.runIf(inject('store') === 'postgres')(
  'a change is on the page even if an event with a higher number was committed first',
  async () => {
    const api = await startPlatform()
    if (api.location.dialect !== 'postgres') throw new Error('This test needs PostgreSQL.')
    const visitor = new Visitor(api)
    await api.send('PUT', '/talks/ext:slow', { body: talk('Slow') })
    const client = new pg.Client({ connectionString: api.location.url })
    await client.connect()
    try {
      await client.query('begin')
      await client.query(
        `insert into events (id, platform_id, at, actor_kind, type, object_kind, object_id, version, changes)
         select gen_random_uuid(), platform_id, at, actor_kind, 'talk.updated', object_kind, object_id, 2, '[]'
         from events where type = 'talk.created' and platform_id = $1 limit 1`,
        [api.platform.caller.platform.id],
      )
      await client.query(
        `update talks set title = 'Slow, changed', version = 2 where title = 'Slow' and platform_id = $1`,
        [api.platform.caller.platform.id],
      )
      await api.send('PUT', '/talks/ext:fast', { body: talk('Fast') })
      expect(listTitles((await visitor.get('/agenda')).text).sort()).toEqual(['Fast', 'Slow'])
      await client.query('commit')
    } finally {
      await client.end()
    }
    expect(listTitles((await visitor.get('/agenda')).text).sort()).toEqual(['Fast', 'Slow, changed'])
  },
)
