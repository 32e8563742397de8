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

test('a featured recording is on the home page once, in the section that comes first, and others are there when their talk is over; one that can be watched already is up next, too', async () => {
  const site = await createSite(server)
  const recording = { type: 'replay', video: 'https://static.example.org/talk.mp4', duration: 30 } as const
  await site.talk('Opening', { ...recording, start: '2027-03-01T10:00:00Z', featured: true })
  await site.talk('Other', { ...recording, start: '2027-03-01T10:00:00Z' })
  const sections = async () => {
    const { text } = await site.open('/')
    return ['next', 'featured', 'recorded'].map((id) => listTitles(findSection(text, id)))
  }
  await site.talk('Early', { ...recording, start: '2027-03-02T10:00:00Z', available: true })
  await site.talk('Closing', { start: '2027-03-01T14:00:00Z' })
  expect(await sections()).toEqual([['Closing', 'Early'], ['Opening'], ['Other']])
  await site.talk('Early', { start: '2027-03-01T09:00:00Z' })
  await site.talk('Closing', { start: '2027-03-01T11:00:00Z' })
  expect(await sections()).toEqual([[], [], ['Opening', 'Other', 'Early']])
})

test('the filter of the speakers page is called Highlighted', async () => {
  const site = await createSite(server)
  await site.talk('Talk', { speakers: [personNamed('Ada', 'Zimmer', { highlighted: true })] })
  const page = await site.open('/speakers')
  expect(page.text).toContain('<label for="filter-highlighted">Highlighted</label>')
})
