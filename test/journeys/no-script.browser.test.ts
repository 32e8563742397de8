// The pages in a browser without scripts.
import { expect, test } from 'vitest'
import { get, useApi } from '../support/scenarios.ts'
import { useBrowser } from '../support/screens.ts'
import { createSite, signInAtSite } from '../support/sites.ts'

const server = useApi()
const browser = useBrowser()

test('the agenda can be searched, filtered, listed, and shown in another time zone', async () => {
  const site = await createSite(server)
  await site.talk('By the sea', { track: 'Coast', recommended: true })
  await site.talk('By the wood', { track: 'Forest' })
  await site.talk('A day later', { start: '2027-03-02T12:00:00Z' })
  const { page, open } = await browser.screen(site, { javaScriptEnabled: false })
  const button = (name: string) => page.getByRole('button', { name, exact: true })
  const titles = () => page.locator('.talk h3').allTextContents()

  await open('/agenda')
  expect(await titles()).toEqual(['By the sea', 'By the wood'])
  await page.getByText('Filters', { exact: true }).click()
  await page.getByRole('group', { name: 'Track' }).getByLabel('Forest').check()
  await button('Apply').click()
  expect(await titles()).toEqual(['By the wood'])
  await page.getByRole('link', { name: 'Remove filter: Forest' }).click()
  await page.getByText('Filters', { exact: true }).click()
  await page.getByLabel('Recommended only').check()
  await button('Apply').click()
  expect(await titles()).toEqual(['By the sea'])
  await open('/agenda')
  await page.getByRole('searchbox').fill('later')
  await button('Search').click()
  expect(await titles()).toEqual(['A day later'])
  await open('/agenda')
  await page.getByRole('link', { name: /All days/ }).click()
  expect(await titles()).toEqual(['By the sea', 'By the wood', 'A day later'])
  await open('/agenda?view=list')
  expect(await page.locator('.timetable').count()).toBe(0)
  await page.locator('.zone-switch summary').click()
  await page.getByLabel('Other time zone').fill('Asia/Tokyo')
  await button('Change time zone').click()
  expect(await page.locator('.slot-time').first().textContent()).toBe('21:00')
})

test('forms can be filled in, extended by rows, refused, and saved, and a talk can be deleted', async () => {
  const site = await createSite(server)
  const signedIn = await signInAtSite(site, 'owner')
  const { page, open } = await browser.screen(site, { signedIn, javaScriptEnabled: false })
  const button = (name: string) => page.getByRole('button', { name, exact: true })
  const link = (name: string) => page.getByRole('link', { name, exact: true }).first()

  await open('/account/profile')
  await page.getByLabel('Job').fill('Folder')
  await button('Save').click()
  await page.getByText('Profile saved.').waitFor()

  await open('/backoffice/talks/new')
  await page.getByLabel('Title', { exact: true }).fill('By hand')
  await page.getByLabel('Start').fill('2027-03-01T14:00')
  await page.getByLabel('Duration (minutes)').fill('0')
  if ((await page.locator('#speakers .form-row').count()) === 0)
    await button('Add a speaker by name or e-mail').click()
  await page.locator('#speakers').getByLabel('E-mail', { exact: true }).fill('hand@example.org')
  await page.locator('#speakers').getByLabel('First name').fill('Hana')
  await page.locator('#speakers').getByLabel('Last name').fill('Hand')
  await page.locator('#links summary').click()
  await button('Add link').click()
  await page.locator('#links').getByLabel('Label').fill('Slides')
  await page.locator('#links').getByLabel('URL (https)').fill('https://static.example.org/slides')
  await button('Create').click()
  expect(await page.locator('#field-duration-problem').textContent()).toBe('must be at least 1')
  await page.getByLabel('Duration (minutes)').fill('30')
  await button('Create').click()
  await page.getByRole('heading', { name: 'Talk created' }).waitFor()
  const [talk] = (await get(site.tenant, '/talks')).items
  const { title, duration, links, speakers } = await get(site.tenant, `/talks/${talk.id}`)
  expect({ title, duration, links, speakers: speakers.map((one: { email: string }) => one.email) }).toEqual({
    ...{ title: 'By hand', duration: 30, speakers: ['hand@example.org'] },
    links: [{ label: 'Slides', url: 'https://static.example.org/slides' }],
  })

  await open(`/backoffice/talks/${talk.id}`)
  await page.getByLabel('More actions').click()
  await link('Delete').click()
  await button('Delete “By hand”').click()
  await page.getByText('Deleted.').waitFor()
  expect(await open(`/talks/${talk.id}`)).toBe(404)
})
