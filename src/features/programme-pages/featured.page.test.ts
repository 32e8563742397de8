// Featured talks on the home page, and the filter of highlighted speakers.
import { expect, test } from 'vitest'
import { useApi } from '../../../test/support/scenarios.ts'
import { createSite, findSection, listTitles, personNamed } from '../../../test/support/sites.ts'

const server = useApi()

test('the home page shows all featured talks', async () => {
  const site = await createSite(server)
  const titles = Array.from({ length: 20 }, (_, index) => `Talk ${String(index).padStart(2, '0')}`)
  for (const title of titles) await site.talk(title, { featured: true })
  const section = findSection((await site.open('/')).text, 'featured')
  expect(section).toContain('<h2 id="featured">Featured talks</h2>')
  expect(listTitles(section).sort()).toEqual(titles)
})

test('the filter of the speakers page is called Highlighted', async () => {
  const site = await createSite(server)
  await site.talk('Talk', { speakers: [personNamed('Ada', 'Zimmer', { highlighted: true })] })
  const page = await site.open('/speakers')
  expect(page.text).toContain('<label for="filter-highlighted">Highlighted</label>')
})
