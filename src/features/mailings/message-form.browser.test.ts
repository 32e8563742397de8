// The form of a message counts its recipients and shows the message while it is written.
import { expect, test } from 'vitest'
import { findViolations } from '../../../test/support/axe.ts'
import { useApi } from '../../../test/support/scenarios.ts'
import { useBrowser } from '../../../test/support/screens.ts'
import { createSite, personNamed, signInAtSite } from '../../../test/support/sites.ts'

const server = useApi()
const browser = useBrowser()

test('the number of recipients and the preview follow the form', async () => {
  const site = await createSite(server)
  await site.talk('A talk', { speakers: [personNamed('Ada', 'Sample'), personNamed('Bo', 'Sample')] })
  const owner = await signInAtSite(site, 'owner')
  const { page, open } = await browser.screen(site, { signedIn: owner })
  await open('/backoffice/messages/new')
  await page.getByText('3 people are in this group now.').waitFor()
  await page.getByLabel('Who').selectOption('speakers')
  await page.getByText('2 people are in this group now.').waitFor()
  await page.getByLabel('Who').selectOption('stars')
  await expect.poll(() => page.locator('.message-count').innerText()).toBe('')
  await page.getByLabel('Who').selectOption('speakers')
  await page.getByLabel('Subject').fill('Doors')
  await page.getByLabel('Text').fill('They **open** at nine.')
  await page.getByRole('region', { name: 'Doors' }).locator('strong', { hasText: 'open' }).waitFor()
  expect(await findViolations(page)).toEqual([])
})
