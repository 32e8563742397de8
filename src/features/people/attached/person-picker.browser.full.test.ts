// The search for people in the form of a talk, by keyboard.
import { expect, test } from 'vitest'
import { useApi } from '../../../../test/support/scenarios.ts'
import { useBrowser } from '../../../../test/support/screens.ts'
import { createSite, personNamed, signInAtSite } from '../../../../test/support/sites.ts'

const server = useApi({ store: 'sqlite' })
const browser = useBrowser()

test('a speaker is chosen with the arrow keys and Enter', async () => {
  const site = await createSite(server)
  const id = await site.talk('Donau', { speakers: [personNamed('Ada', 'Sample')] })
  await site.talk('Rhein', { speakers: [personNamed('Zoë', 'Tester'), personNamed('Zora', 'Tester')] })
  const { page, open } = await browser.screen(site, { signedIn: await signInAtSite(site, 'admin') })
  await open(`/backoffice/talks/${id}`)
  const field = page.getByRole('combobox', { name: 'Add a speaker by name or e-mail' })
  await field.pressSequentially('zo')
  const options = page.getByRole('listbox', { name: 'Add a speaker' }).getByRole('option')
  await options.nth(1).waitFor()
  expect(await options.last().textContent()).toBe('Add “zo” as a new person')
  await field.press('ArrowDown')
  await field.press('ArrowUp')
  await field.press('ArrowDown')
  const chosen = await field.getAttribute('aria-activedescendant')
  expect(await page.locator(`#${chosen}`).textContent()).toContain('Zoë Tester')
  await field.press('Escape')
  expect(await field.getAttribute('aria-expanded')).toBe('false')
  await field.press('ArrowDown')
  await options.first().waitFor()
  await field.press('ArrowDown')
  await Promise.all([page.waitForEvent('domcontentloaded'), field.press('Enter')])
  expect(await page.locator('#speakers .row-person').allTextContents()).toEqual([
    expect.stringContaining('Ada Sample'),
    expect.stringContaining('Zoë Tester'),
  ])
})
