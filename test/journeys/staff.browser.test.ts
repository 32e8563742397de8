// What the staff of an event do in a browser, and how it affects other people.
import type { BrowserContextOptions } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { listSignUps, makeSignUpLink } from '../../src/features/access/sign-up/sign-up.ts'
import { changeSettings } from '../../src/features/platforms/platforms.ts'
import type { Language } from '../../src/kernel/schema/languages.ts'
import { type Messages, messagesFor } from '../../src/kit/messages/messages.ts'
import { get, useApi } from '../support/scenarios.ts'
import { type Screen, signIn, useBrowser } from '../support/screens.ts'
import { createSite, type Site, signInAtSite } from '../support/sites.ts'
import { variants } from '../support/sizes.ts'
import { waitUntil } from '../support/until.ts'
import { PASSWORD } from '../support/visitors.ts'

const button = ({ page }: Screen, name: string) => page.getByRole('button', { name, exact: true })
const link = ({ page }: Screen, name: string) => page.getByRole('link', { name, exact: true }).first()
const says = ({ page }: Screen, text: string) => page.getByText(text).first().waitFor()
const pathOf = ({ page }: Screen) => new URL(page.url()).pathname

const DARK_PHONE = {
  ...{ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true },
  ...{ colorScheme: 'dark', locale: 'de-DE' },
} satisfies BrowserContextOptions

const server = useApi()
const browser = useBrowser()

const screens = [
  ['a light desktop', 'en', {}],
  ['a dark phone', 'de', DARK_PHONE],
] as const

describe.each(variants(screens))('on %s in %s', (_size, language: Language, view) => {
  const texts = messagesFor(language)
  const { layout, forms, office: officeTexts } = texts

  const officeOf = async (site: Site, role: 'admin' | 'owner') =>
    browser.screen(site, { ...view, signedIn: await signInAtSite(site, role) })
  /** The links to the areas of the Back Office, and those in the header, are in a menu on a phone. */
  const openMenu = async ({ page }: Screen) => {
    const menu = page.locator('header summary').first()
    if (await menu.isVisible()) await menu.click()
  }
  const accountOf = ({ tenant }: Site, email: string) => get(tenant, `/users/${email}`)

  test('registrations: people sign up, and an admin accepts one and rejects the others together', async () => {
    const site = await createSite(server)
    await changeSettings(site.tenant.api.installation, site.tenant.caller, { hasSignUp: true })
    const guestNamed = async (name: string) => {
      const screen = await browser.screen(site, view)
      await signUp(site, screen, name, texts)
      return screen
    }
    const [rosa, remy] = await Promise.all([guestNamed('Rosa'), guestNamed('Remy'), guestNamed('Rudi')])

    const office = await officeOf(site, 'admin')
    await office.open('/backoffice')
    await openMenu(office)
    await link(office, officeTexts.registrations.title).click()
    await button(office, officeTexts.registrations.acceptNamed({ name: 'Rosa Guest' })).click()
    await says(office, officeTexts.registrations.accepted({ count: 1 }))
    await office.page.getByRole('checkbox', { name: officeTexts.lists.selectAll }).first().check()
    await button(office, officeTexts.registrations.rejectSelected).click()
    await says(office, officeTexts.registrations.rejected({ count: 2 }))
    await says(office, officeTexts.registrations.noRegistrations)

    const statuses = await Promise.all(
      ['Rosa', 'Remy', 'Rudi'].map(
        async (name) => (await accountOf(site, `${name}@example.org`)).registrationStatus,
      ),
    )
    expect(statuses).toEqual(['accepted', 'rejected', 'rejected'])
    await rosa.open('/')
    await openMenu(rosa)
    await link(rosa, layout.account).click()
    await says(rosa, 'rosa@example.org')
    expect(await rosa.page.getByText(texts.account.overview.inReview).count()).toBe(0)
    await signIn(remy, 'remy@example.org', PASSWORD)
    await says(remy, texts.signIn.failures.refused)
  })

  test('roles: an owner makes an attendee an admin, which takes effect in an open session', async () => {
    const site = await createSite(server)
    const person = await signInAtSite(site, 'attendee', { firstName: 'Pat', lastName: 'Promoted' })
    const theirs = await browser.screen(site, { ...view, signedIn: person })
    expect(await theirs.open('/backoffice')).toBe(404)

    const office = await officeOf(site, 'owner')
    await office.open('/backoffice/users')
    await office.page.getByRole('searchbox', { name: officeTexts.lists.search, exact: true }).fill('promoted')
    await office.page.keyboard.press('Enter')
    await link(office, 'Pat Promoted').click()
    await link(office, officeTexts.objects.tabs.access).click()
    await office.page.getByLabel(officeTexts.userAccess.role).selectOption('admin')
    await button(office, officeTexts.userAccess.changeRole).click()
    await says(office, officeTexts.frame.done.role)

    expect((await accountOf(site, person.account.email)).role).toBe('admin')
    expect(await theirs.open('/backoffice')).toBe(200)
    await link(office, officeTexts.objects.tabs.history).click()
    const changes = office.page.getByRole('table')
    for (const role of [texts.names.roles.attendee, texts.names.roles.admin])
      await changes.getByText(role, { exact: true }).first().waitFor()
    // An admin cannot make anyone an admin or owner, and does not see these roles.
    await theirs.open(`/backoffice/users/${(await signInAtSite(site)).account.id}/access`)
    const offered = await theirs.page
      .getByLabel(officeTexts.userAccess.role)
      .locator('option')
      .evaluateAll(values)
    expect(offered).toEqual(['attendee', 'speaker'])
  })

  test('keys: a working key is refused after it is revoked', async () => {
    const site = await createSite(server)
    const office = await officeOf(site, 'owner')
    await office.open('/backoffice/settings/advanced')
    await office.page.locator('summary', { hasText: officeTexts.apiKeys.new }).click()
    await office.page.getByLabel(officeTexts.apiKeys.form.name, { exact: true }).fill('Old desk')
    await office.page.getByLabel(officeTexts.apiKeys.form.level).selectOption('privileged')
    await button(office, officeTexts.apiKeys.form.create).click()
    await says(office, forms.wrongPassword)
    await office.page.getByLabel(forms.currentPassword, { exact: true }).fill(PASSWORD)
    await button(office, officeTexts.apiKeys.form.create).click()
    const key = await office.page.locator('#new-key').innerText()
    const ask = async () => (await site.tenant.send('GET', '/talks', { key })).status
    expect([key.slice(0, 5), await ask()]).toEqual(['lecp_', 200])

    await link(office, officeTexts.forms.done).click()
    const card = office.page.getByRole('listitem').filter({ hasText: 'Old desk' })
    await card.getByRole('link', { name: officeTexts.apiKeys.card.revoke }).click()
    await office.page.getByLabel(forms.currentPassword, { exact: true }).fill(PASSWORD)
    await button(office, officeTexts.apiKeys.revocation.submit).click()
    await says(office, officeTexts.frame.done.revoked)
    // Within a second of real time, because a node caches keys.
    await waitUntil(ask, (status) => status === 401, 1_000)
    expect(await card.getByRole('link', { name: officeTexts.apiKeys.card.revoke }).count()).toBe(0)
  })

  test('passwords: a generated password opens only the page that changes it, and then stops working', async () => {
    const site = await createSite(server)
    const { body } = await site.tenant.send('POST', '/users', {
      body: { email: 'new@example.org', type: 'Attendee', firstName: 'Nia', lastName: 'New' },
    })
    const own = await browser.screen(site, view)
    await signIn(own, body.username, body.password)
    expect(pathOf(own)).toBe('/account/password')
    await own.open('/account/profile')
    expect(pathOf(own)).toBe('/account/password')

    const choose = async (password: string) => {
      await own.page.getByLabel(texts.account.password.generatedLabel, { exact: true }).fill(body.password)
      await own.page.getByLabel(forms.newPassword.label, { exact: true }).fill(password)
      await own.page.getByLabel(forms.newPassword.confirm, { exact: true }).fill(password)
      await button(own, texts.account.password.change).click()
    }
    await choose('password')
    await says(own, texts.account.password.unchanged)
    await choose(PASSWORD)
    await says(own, texts.account.overview.passwordChanged)
    await openMenu(own)
    await button(own, layout.signOut).click()
    await own.page.waitForURL((url) => url.pathname === '/')

    await signIn(own, 'new@example.org', body.password)
    await says(own, texts.signIn.failures.refused)
    await signIn(own, 'new@example.org', PASSWORD)
    expect(pathOf(own)).toBe('/')
  })
})

const values = (options: (Element & { value?: string })[]) => options.map(({ value }) => value)

async function signUp(
  { tenant }: Site,
  screen: Screen,
  firstName: string,
  { forms, invitation, signIn: texts, signUp: form, account }: Messages,
): Promise<void> {
  const { page, open } = screen
  await open('/sign-in')
  await link(screen, texts.signUp).click()
  const email = `${firstName}@example.org`
  await page.getByLabel(forms.email).fill(email)
  await button(screen, form.submit).click()
  await says(screen, form.done.textWithoutMail)
  const { installation } = tenant.api
  const { signUps } = await listSignUps(installation, tenant.caller, { cursor: undefined })
  const id = signUps.find((one) => one.email === email)?.id ?? ''
  const { url } = await makeSignUpLink(installation, tenant.caller, { id, origin: '' })
  await open(url)
  await page.getByLabel(forms.firstName).fill(firstName)
  await page.getByLabel(forms.lastName).fill('Guest')
  await page.getByLabel(forms.password, { exact: true }).fill(PASSWORD)
  await page.getByLabel(forms.newPassword.confirm, { exact: true }).fill(PASSWORD)
  await button(screen, invitation.submit).click()
  await says(screen, account.overview.inReview)
}
