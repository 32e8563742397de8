// Public pages from memory: rendered once, and limited by address only if they are rendered.
import { expect, test } from 'vitest'
import { useApi } from '../../../test/support/scenarios.ts'
import { createSite } from '../../../test/support/sites.ts'
import { Visitor } from '../../../test/support/visitors.ts'
import { RENDERS_PER_MINUTE } from '../limits.ts'

const server = useApi()

test('many requests for a page at once render it once; only rendering is limited by address', async () => {
  const site = await createSite(server)
  await site.talk('Keynote')
  const venue = new Visitor(site.tenant.api, { host: site.host })
  const crowd = await Promise.all(
    Array.from({ length: RENDERS_PER_MINUTE + 100 }, () => venue.get('/schedule.xml')),
  )
  expect(new Set(crowd.map(({ status }) => status))).toEqual(new Set([200]))

  const pages = Array.from({ length: RENDERS_PER_MINUTE }, (_, index) => `/speakers?page=${index + 1}`)
  const rendered: number[] = []
  for (let start = 0; start < pages.length; start += 100) {
    const some = await Promise.all(pages.slice(start, start + 100).map((path) => venue.get(path)))
    rendered.push(...some.map(({ status }) => status))
  }
  expect(rendered.filter((status) => status === 200)).toHaveLength(RENDERS_PER_MINUTE - 1)
  const refused = await venue.get('/speakers?q=one-more')
  expect([refused.status, refused.headers['retry-after']]).toEqual([429, '60'])
  expect((await venue.get('/schedule.xml')).status).toBe(200)
  expect((await site.visitor.get('/speakers?q=one-more')).status).toBe(200)
  site.tenant.api.clock.pass(60_000)
  expect((await venue.get('/speakers?q=one-more')).status).toBe(200)
})
