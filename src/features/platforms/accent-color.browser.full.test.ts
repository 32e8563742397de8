// The accent color in the settings: the color of the browser and its digits.
import { expect, test } from 'vitest'
import { useApi } from '../../../test/support/scenarios.ts'
import { useBrowser } from '../../../test/support/screens.ts'
import { createSite, signInAtSite } from '../../../test/support/sites.ts'

const server = useApi({ store: 'sqlite' })
const browser = useBrowser()

test('color and digits follow each other, and digits that are no color are not sent', async () => {
  const site = await createSite(server)
  const { page, open } = await browser.screen(site, { signedIn: await signInAtSite(site, 'owner') })
  await open('/backoffice/settings/design')
  const [color, digits] = [page.locator('[name="accent"]'), page.locator('[data-hex]')]
  const save = page.getByRole('button', { name: 'Save' })
  await color.fill('#123456')
  expect(await digits.inputValue()).toBe('#123456')
  await digits.fill('c0ffe')
  await save.click()
  expect(await digits.evaluate((field) => field.matches(':invalid:focus'))).toBe(true)
  expect(await digits.inputValue()).toBe('c0ffe')
  await digits.fill('c0ffee')
  expect(await color.inputValue()).toBe('#c0ffee')
  await save.click()
  await page.getByText('Saved', { exact: false }).first().waitFor()
  expect(await color.inputValue()).toBe('#c0ffee')
})
