// Lists of the Back Office: their search, filters, columns, pages, and selection.
import { describe, expect, test } from 'vitest'
import { createOffice, decoded, findLink, type Office, rowNames } from '../../../test/support/office.ts'
import { useApi } from '../../../test/support/scenarios.ts'
import { visibleText } from '../../../test/support/sites.ts'

const server = useApi()
const open = ({ staff }: Office, query = '') => staff.get(`/backoffice/talks${query}`)
const headers = (text: string) =>
  [
    ...(/<thead>.*?<\/thead>/s.exec(text)?.[0] ?? '').matchAll(
      /<th scope="col"(?: (?:aria-sort|class)="\w+")?>(.*?)<\/th>/gs,
    ),
  ].map(([, cell = '']) => visibleText(cell).replace(/[↑↓]/, '').trim())

test('a misspelled search shows the most similar words, also on the links of the page', async () => {
  const office = await createOffice(server)
  await office.talk('Rivers at night')
  await office.talk('Something else')
  expect(rowNames(await open(office, '?q=tremendous'))).toEqual([])
  const found = await open(office, '?q=givers')
  expect(rowNames(found)).toEqual(['Rivers at night'])
  const text = visibleText(found.text)
  expect(text).toContain('No results for “givers”. Showing results for “Rivers”.')
  expect(text).toContain('1 talk')
  expect(findLink(found, 'Export as CSV')).toBe('/backoffice/talks.csv?q=Rivers')
  // A word that other rows have is not corrected.
  expect(rowNames(await open(office, '?q=rivers&state=draft'))).toEqual([])
})

test('an active filter is a chip that removes it, and keeps the others', async () => {
  const office = await createOffice(server)
  await office.talk('One', { room: 'Hall', track: 'Rivers' })
  await office.talk('Two', { room: 'Attic', track: 'Rivers' })
  const page = await open(office, '?q=o&room=Hall&track=Rivers')
  expect(rowNames(page)).toEqual(['One'])
  const chips = [...page.text.matchAll(/<a class="filter-chip" href="([^"]*)"/g)].map(([, href = '']) =>
    decoded(href),
  )
  expect(chips).toEqual(['/backoffice/talks?q=o&track=Rivers', '/backoffice/talks?q=o&room=Hall'])
  expect(rowNames(await office.staff.get(chips[0] ?? ''))).toEqual(['One', 'Two'])
  expect(findLink(page, 'Clear')).toBe('/backoffice/talks?q=o')
})

test('columns are kept once they are chosen, and one with equal values is left out until then', async () => {
  const office = await createOffice(server)
  const ids = [await office.talk('One'), await office.talk('Two')]
  expect(headers((await open(office)).text)).toEqual(['Title', 'Time', 'Room', 'Track', 'Speakers'])
  await office.talk('Three', { state: 'draft' })
  expect(headers((await open(office)).text)).toEqual(['Title', 'Time', 'Room', 'Track', 'Speakers', 'State'])
  await office.staff.post('/favorites', { add: [ids[0] ?? ''] })
  expect(headers((await open(office)).text)).toContain('Stars')
  const chosen = await open(office, '?columns=room.language')
  expect(headers(chosen.text)).toEqual(['Title', 'Room', 'Language'])
  expect(headers((await open(office)).text)).toEqual(['Title', 'Room', 'Language'])
  expect(headers((await open(office, '?columns=-')).text)).toEqual(['Title'])
})

test('a narrow window offers the columns that it hides, and shows them once they are chosen', async () => {
  const office = await createOffice(server)
  await office.talk('One')
  await office.talk('Two')
  const { text } = await open(office)
  const [item] = /<li class="if-narrow">.*?<\/li>/s.exec(text) ?? ['']
  expect(visibleText(item).trim()).toBe('Track')
  expect(item).not.toContain('aria-current')
  expect(text).toContain('class="minor"')
  const chosen = await office.staff.get(/href="([^"]*)"/.exec(item)?.[1] ?? '')
  expect(headers(chosen.text)).toEqual(['Title', 'Time', 'Room', 'Track', 'Speakers'])
  expect(chosen.text).not.toMatch(/minor|if-narrow/)
})

describe('a list of three pages', () => {
  test('says how many rows there are, and links to each page', async () => {
    const office = await createOffice(server)
    for (let i = 0; i < 101; i += 1) await office.talk(`Talk ${String(i).padStart(3, '0')}`)
    const first = await open(office, '?sort=title')
    expect(visibleText(first.text)).toMatch(/101 talks/)
    expect(visibleText(first.text)).toMatch(/1–50 of 101/)
    const last = await office.staff.get(findLink(first, '3'))
    expect([rowNames(last), visibleText(last.text).includes('101–101 of 101')]).toEqual([['Talk 100'], true])
    expect(rowNames(await open(office, '?sort=title&page=9'))).toEqual(['Talk 100'])
    // All matching rows can be selected if there are more than on the page.
    expect(visibleText(first.text)).toContain('All 101 that match')
  })
})

test('selected rows are exported, or all that match', async () => {
  const office = await createOffice(server)
  const one = await office.talk('One', { room: 'Hall' })
  await office.talk('Two', { room: 'Hall' })
  await office.talk('Three')
  const exported = async (query: string) => {
    const { text } = await office.staff.get(`/backoffice/talks.csv?${query}`)
    return ['One', 'Two', 'Three'].filter((title) => text.includes(title))
  }
  expect(await exported(`id=${one}`)).toEqual(['One'])
  expect(await exported(`scope=matching&room=Hall&id=${one}`)).toEqual(['One', 'Two'])
})

test('talks are sorted by their stars', async () => {
  const office = await createOffice(server)
  await office.talk('None', { start: '2027-05-20T09:00:00Z' })
  const [one, two] = [await office.talk('One'), await office.talk('Two')]
  const fan = await office.signIn('attendee')
  await fan.post('/favorites', { add: [two] })
  await office.staff.post('/favorites', { add: [one, two] })
  expect(rowNames(await open(office, '?sort=-stars'))).toEqual(['Two', 'One', 'None'])
  expect(rowNames(await open(office, '?sort=stars'))).toEqual(['None', 'One', 'Two'])
})
