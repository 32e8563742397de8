// What forms say while they are filled in.
import { expect, test } from 'vitest'
import { useApi } from '../../../test/support/scenarios.ts'
import { useBrowser } from '../../../test/support/screens.ts'
import { createSite, signInAtSite } from '../../../test/support/sites.ts'

const server = useApi({ store: 'sqlite' })
const browser = useBrowser()

test('a group of rows says how many are left', async () => {
  const site = await createSite(server)
  const links = ['a', 'b'].map((label) => ({ label, url: `https://${label}.example.org` }))
  const id = await site.talk('One', { links })
  const { page, open } = await browser.screen(site, { signedIn: await signInAtSite(site, 'admin') })
  await open(`/backoffice/talks/${id}`)
  const group = page.locator('#links')
  const count = group.locator('[data-set]')
  const shown = [await count.textContent()]
  for (const _link of links) {
    await group.getByRole('button', { name: 'Remove' }).first().click()
    shown.push(await count.textContent())
  }
  expect(shown).toEqual(['2', '1', 'None'])
})
