// What the staff of an event do in a browser, and how it affects other people.
import { describe, expect, inject, test } from 'vitest'
import { changeSettings } from '../../src/domain/platforms/platforms.ts'
import { get, useApi } from '../support/scenarios.ts'
import { type Screen, signIn, useBrowser } from '../support/screens.ts'
import { createSite, type Site, signInAtSite } from '../support/sites.ts'
import { waitUntil } from '../support/until.ts'
import { PASSWORD } from '../support/visitors.ts'

const button = ({ page }: Screen, name: string) => page.getByRole('button', { name, exact: true })
const link = ({ page }: Screen, name: string) => page.getByRole('link', { name, exact: true }).first()
const says = ({ page }: Screen, text: string) => page.getByText(text).first().waitFor()
const pathOf = ({ page }: Screen) => new URL(page.url()).pathname

describe.each(inject('stores'))('on %s', (store) => {
  const server = useApi({ store })
  const browser = useBrowser()

  const officeOf = async (site: Site, role: 'admin' | 'owner') =>
    browser.screen(site, { signedIn: await signInAtSite(site, role) })
  const accountOf = ({ tenant }: Site, email: string) => get(tenant, `/users/${email}`)

  test('registrations: people sign up, and an admin accepts one and rejects the others together', async () => {
    const site = await createSite(server)
    await changeSettings(site.tenant.api.installation, site.tenant.caller, { hasSignUp: true })
    const guests = ['Rosa', 'Remy', 'Rudi']
    for (const name of guests) await signUp(await browser.screen(site), name)

    const office = await officeOf(site, 'admin')
    await office.open('/backoffice')
    await link(office, 'Registrations').click()
    await button(office, 'Accept Rosa Guest').click()
    await says(office, '1 registration accepted.')
    await office.page.getByRole('checkbox', { name: 'Select all on this page' }).check()
    await button(office, 'Reject selected').click()
    await says(office, '2 registrations rejected.')
    await says(office, 'No registrations to review.')

    const statuses = await Promise.all(
      guests.map(async (name) => (await accountOf(site, `${name}@example.org`)).registrationStatus),
    )
    expect(statuses).toEqual(['accepted', 'rejected', 'rejected'])
    const [rosa, remy] = [await browser.screen(site), await browser.screen(site)]
    await signIn(rosa, 'rosa@example.org', PASSWORD)
    await link(rosa, 'Account').click()
    await says(rosa, 'rosa@example.org')
    expect(await rosa.page.getByText('Your registration waits').count()).toBe(0)
    await signIn(remy, 'remy@example.org', PASSWORD)
    await says(remy, 'Incorrect e-mail, username, or password.')
  })

  test('roles: an owner makes an attendee an admin, which takes effect in an open session', async () => {
    const site = await createSite(server)
    const person = await signInAtSite(site, 'attendee', { firstName: 'Pat', lastName: 'Promoted' })
    const theirs = await browser.screen(site, { signedIn: person })
    expect(await theirs.open('/backoffice')).toBe(404)

    const office = await officeOf(site, 'owner')
    await office.open('/backoffice/users')
    await office.page.getByRole('searchbox', { name: 'Search', exact: true }).fill('promoted')
    await button(office, 'Apply').click()
    await link(office, 'Pat Promoted').click()
    await link(office, 'Access').click()
    await office.page.getByLabel('Role').selectOption('admin')
    await button(office, 'Change role').click()
    await says(office, 'Role changed.')

    expect((await accountOf(site, person.account.email)).role).toBe('admin')
    expect(await theirs.open('/backoffice')).toBe(200)
    await link(office, 'History').click()
    await says(office, 'attendee')
    await says(office, 'admin')
    // An admin cannot make anyone an admin or owner, and does not see these roles.
    await theirs.open(`/backoffice/users/${(await signInAtSite(site)).account.id}/access`)
    const offered = await theirs.page.getByLabel('Role').locator('option').evaluateAll(values)
    expect(offered).toEqual(['attendee', 'speaker'])
  })

  test('keys: a working key is refused after it is revoked', async () => {
    const site = await createSite(server)
    const office = await officeOf(site, 'owner')
    await office.open('/backoffice/settings/advanced')
    await office.page.getByLabel('Name', { exact: true }).fill('Old desk')
    await office.page.getByLabel('Level').selectOption('privileged')
    await button(office, 'Create key').click()
    await says(office, 'Incorrect password.')
    await office.page.getByLabel('Current password').fill(PASSWORD)
    await button(office, 'Create key').click()
    const key = await office.page.locator('#new-key').innerText()
    const ask = async () => (await site.tenant.send('GET', '/talks', { key })).status
    expect([key.slice(0, 5), await ask()]).toEqual(['lecp_', 200])

    await link(office, 'Done').click()
    const card = office.page.getByRole('listitem').filter({ hasText: 'Old desk' })
    await card.getByRole('link', { name: 'Revoke' }).click()
    await office.page.getByLabel('Current password').fill(PASSWORD)
    await button(office, 'Revoke key').click()
    await says(office, 'Key revoked.')
    // Within a second of real time, because a node caches keys.
    await waitUntil(ask, (status) => status === 401, 1_000)
    expect(await card.getByRole('link', { name: 'Revoke' }).count()).toBe(0)
  })

  test('passwords: a generated password opens only the page that changes it, and then stops working', async () => {
    const site = await createSite(server)
    const { body } = await site.tenant.send('POST', '/users', {
      body: { email: 'new@example.org', type: 'Attendee', firstName: 'Nia', lastName: 'New' },
    })
    const own = await browser.screen(site)
    await signIn(own, body.username, body.password)
    expect(pathOf(own)).toBe('/account/password')
    await own.open('/account/profile')
    expect(pathOf(own)).toBe('/account/password')

    const choose = async (password: string) => {
      await own.page.getByLabel('Generated password', { exact: true }).fill(body.password)
      await own.page.getByLabel('New password', { exact: true }).fill(password)
      await own.page.getByLabel('Confirm password', { exact: true }).fill(password)
      await button(own, 'Change password').click()
    }
    await choose('password')
    await says(own, 'Your password was not changed.')
    await choose(PASSWORD)
    await says(own, 'Password changed.')
    await button(own, 'Sign out').click()
    await own.page.waitForURL((url) => url.pathname === '/')

    await signIn(own, 'new@example.org', body.password)
    await says(own, 'Incorrect e-mail, username, or password.')
    await signIn(own, 'new@example.org', PASSWORD)
    expect(pathOf(own)).toBe('/')
  })
})

const values = (options: (Element & { value?: string })[]) => options.map(({ value }) => value)

async function signUp(screen: Screen, firstName: string): Promise<void> {
  const { page, open } = screen
  await open('/sign-in')
  await link(screen, 'Sign up').click()
  await page.getByLabel('First name').fill(firstName)
  await page.getByLabel('Last name').fill('Guest')
  await page.getByLabel('E-mail').fill(`${firstName}@example.org`)
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD)
  await page.getByLabel('Confirm password', { exact: true }).fill(PASSWORD)
  await button(screen, 'Sign up').click()
  await says(screen, 'An organizer will review your registration.')
}
