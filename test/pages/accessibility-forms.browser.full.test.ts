// Pages that only a form or a one-time link leads to pass axe, and pages do so with every accent.
import { expect, test } from 'vitest'
import { makeSetupLink } from '../../src/features/access/setup/setup.ts'
import type { PlatformRow } from '../../src/features/platforms/tables.ts'
import { faultsInBothViews } from '../support/axe.ts'
import { useApi } from '../support/scenarios.ts'
import { type Screen, signIn, useBrowser } from '../support/screens.ts'
import { createSite, signInAtSite } from '../support/sites.ts'
import { ALLOW_LOOPBACK } from '../support/webhooks.ts'

const server = useApi({ store: 'sqlite', env: ALLOW_LOOPBACK })
const browser = useBrowser()

test('axe finds no serious problems on refused forms and behind one-time links', async () => {
  const site = await createSite(server)
  const { installation } = site.tenant.api
  const token = await makeSetupLink(installation, site.tenant.caller.platform as PlatformRow)
  const { body } = await site.tenant.send('POST', '/users', {
    body: { email: 'new@example.org', type: 'Attendee', firstName: 'Nia', lastName: 'New' },
  })
  const found: string[] = []
  const guest = await browser.screen(site)
  await guest.open(`/setup/${token}`)
  found.push(...(await faultsInBothViews(guest, 'the setup')))
  await submit(guest, 'Continue')
  found.push(...(await faultsInBothViews(guest, 'the setup, refused')))
  await signIn(guest, 'new@example.org', 'wrong')
  found.push(...(await faultsInBothViews(guest, 'the sign-in, refused')))
  await signIn(guest, 'new@example.org', body.password)
  found.push(...(await faultsInBothViews(guest, 'the change of a generated password')))
  const office = await browser.screen(site, { signedIn: await signInAtSite(site, 'owner') })
  for (const [path, button] of [
    ['/backoffice/talks/new', 'Create'],
    ['/backoffice/sponsors/new', 'Create'],
    ['/backoffice/users/new', 'Create'],
    ['/backoffice/settings/advanced?new=1', 'Create key'],
    ['/backoffice/settings/webhooks?new=1', 'Create webhook'],
    ['/account/password', 'Change password'],
  ] as const) {
    await office.open(path)
    await submit(office, button)
    found.push(...(await faultsInBothViews(office, `${path}, refused`)))
  }
  await office.open('/backoffice/settings/advanced?new=1')
  await office.page.locator('input[name=name]').fill('CRM')
  await submit(office, 'Create key')
  expect(await office.page.locator('body').innerText()).toMatch(/lecs_[0-9a-f]{64}/)
  found.push(...(await faultsInBothViews(office, 'a secret that is shown once')))
  expect(found).toEqual([])
})

test.each(['#ffee00', '#ffffff', '#000000'])(
  'axe finds enough contrast with the accent %s',
  async (accent) => {
    const site = await createSite(server)
    await site.change({ accent })
    const talk = await site.talk('Live', { track: 'Stage', keynote: true, featured: true, tags: ['colors'] })
    await site.talk('Later', { track: 'Hall', start: '2027-03-01T15:00:00Z' })
    const screen = await browser.screen(site, { signedIn: await signInAtSite(site, 'owner') })
    const paths = [
      '/',
      '/agenda',
      `/talks/${talk}`,
      '/speakers',
      '/backoffice',
      '/backoffice/settings/features',
    ]
    const found: string[] = []
    for (const path of paths) {
      await screen.open(path)
      found.push(...(await faultsInBothViews(screen, path, ['color-contrast', 'link-in-text-block'])))
    }
    expect(found).toEqual([])
  },
)

/** Sends a form without the browser's own validation. */
async function submit({ page }: Screen, button: string): Promise<void> {
  await page.locator('form').evaluateAll((forms) => {
    for (const form of forms) if (form instanceof HTMLFormElement) form.noValidate = true
  })
  const answered = page.waitForEvent('domcontentloaded')
  await page.getByRole('button', { name: button, exact: true }).click()
  await answered
}
