// The search over everything in the Back Office.
import { expect, test } from 'vitest'
import { attendee, sponsor, survey, talk } from '../../../test/support/bodies.ts'
import { createOffice, type Office } from '../../../test/support/office.ts'
import { put, useApi } from '../../../test/support/scenarios.ts'
import { visibleText } from '../../../test/support/sites.ts'

const server = useApi()

async function searchFor(office: Office, q: string) {
  const { status, text } = await office.staff.get(`/backoffice/search?${new URLSearchParams({ q })}`)
  expect(status).toBe(200)
  const results = /<div id="search-results"[\s\S]*?<\/main>/.exec(text)?.[0] ?? ''
  const titles = [...results.matchAll(/<span class="search-hit-title"[^>]*>([^<]*)</g)].map(
    ([, title]) => title,
  )
  return { results, titles }
}

test('finds talks, people, sponsors, and surveys by name, and people by e-mail', async () => {
  const office = await createOffice(server)
  const { tenant } = office
  await put(tenant, '/talks/ext:t', talk({ title: 'Łódź after dark' }))
  await put(tenant, '/sponsors/ext:s', sponsor({ name: 'Lodz Lamps' }))
  await tenant.send('PUT', '/surveys/ext:q', { body: survey({ title: 'How was Łódź?' }) })
  await tenant.send('POST', '/users', {
    body: attendee('nia', { email: 'nia@lodz.example.org', firstName: 'Nia', lastName: 'Nowak' }),
  })

  expect((await searchFor(office, 'lodz')).titles).toEqual([
    'Łódź after dark',
    'Nia Nowak',
    'Lodz Lamps',
    'How was Łódź?',
  ])
  expect((await searchFor(office, 'nia@lodz')).titles).toEqual(['Nia Nowak'])
})

test('names that begin with the words come first, then those of which a part does', async () => {
  const office = await createOffice(server)
  for (const [index, title] of ['A piano in the attic', 'Piano nobile', 'Campiano'].entries())
    await put(office.tenant, `/talks/ext:${index}`, talk({ title }))
  expect((await searchFor(office, 'piano')).titles).toEqual([
    'Piano nobile',
    'A piano in the attic',
    'Campiano',
  ])
})

test('finds pages and what can be created; the platforms only for operators', async () => {
  const office = await createOffice(server)
  expect((await searchFor(office, '')).titles).toContain('New talk')
  expect((await searchFor(office, 'webhooks')).titles).toEqual(['Webhooks'])
  expect((await searchFor(office, 'platforms')).titles).toEqual([])
})

test('finds nothing of another platform, and says that nothing matches', async () => {
  const [office, other] = [await createOffice(server), await createOffice(server)]
  await put(other.tenant, '/talks/ext:t', talk({ title: 'Elsewhere only' }))
  const { titles, results } = await searchFor(office, 'elsewhere & <b>')
  expect(titles).toEqual([])
  expect(visibleText(results)).toContain('Nothing matches “elsewhere &amp; &lt;b>”.')
})
