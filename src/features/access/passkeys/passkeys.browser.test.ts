// Passkeys in a browser with a virtual authenticator: adding one, signing in with it, and what is refused.
import { Secret, TOTP } from 'otpauth'
import { expect, test } from 'vitest'
import { faultsInAllViews } from '../../../../test/support/axe.ts'
import { get, useApi } from '../../../../test/support/scenarios.ts'
import { originOf, type Screen, useBrowser } from '../../../../test/support/screens.ts'
import { createSite, invitationFor, type Site, signInAtSite } from '../../../../test/support/sites.ts'
import { PASSWORD, Visitor } from '../../../../test/support/visitors.ts'
import { generateTotpSecret } from '../../../kernel/lib/security/totp.ts'

/** An authenticator inside the browser that confirms every request, and whether it verifies the person. */
async function addAuthenticator({ context, page }: Screen, isVerified = true) {
  const cdp = await context.newCDPSession(page)
  await cdp.send('WebAuthn.enable')
  const { authenticatorId } = await cdp.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: isVerified,
      automaticPresenceSimulation: true,
    },
  })
  return { cdp, authenticatorId }
}

const button = ({ page }: Screen, name: string) => page.getByRole('button', { name, exact: true })

async function addPasskey(screen: Screen, password = PASSWORD) {
  await screen.open('/account/passkeys')
  await screen.page.getByLabel('Name', { exact: true }).fill('My laptop')
  await screen.page.getByLabel('Current password', { exact: true }).fill(password)
  await button(screen, 'Add passkey').click()
}

/** Signs out, and signs in with the passkey. Without a suggestion, which would be quicker than the button. */
async function signOut(screen: Screen) {
  await screen.open('/account')
  await button(screen, 'Sign out').first().click()
  await screen.page.waitForURL('**/')
}

const server = useApi()
const browser = useBrowser()
const start = async (role: 'attendee' | 'admin') => {
  const site: Site = await createSite(server)
  const user = await signInAtSite(site, role)
  return { site, user, screen: await browser.screen(site, { signedIn: user }) }
}

test('an invitation is accepted with a passkey instead of a password', async () => {
  const site = await createSite(server)
  await site.talk('Keynote')
  const [speaker] = (await get(site.tenant, '/users')).items
  const screen = await browser.screen(site)
  await addAuthenticator(screen)
  const path = `/invitation/${await invitationFor(site.tenant, speaker.id)}`
  await screen.open(path)
  expect(await faultsInAllViews(screen, 'the page of an invitation')).toEqual([])
  await button(screen, 'Add passkey').click()
  await screen.page.waitForURL('**/account')
  expect(await screen.open(path)).toBe(404)
  await screen.open('/account/passkeys')
  await screen.page.getByRole('link', { name: /^Manage/ }).waitFor()
})

test('one is added with the password, signs in without one, and is removed', async () => {
  const { site, screen, user } = await start('admin')
  const secret = generateTotpSecret()
  const { clock } = site.tenant.api
  const code = new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: clock.now() })
  expect((await user.post('/account/two-factor/on', { secret, code })).status).toBe(303)
  await addAuthenticator(screen)
  await addPasskey(screen, 'Wrong violet kettles sing 42!')
  await screen.page.getByText('The passkey was not added.').waitFor()
  await addPasskey(screen)
  await screen.page.getByText('Passkey added.').waitFor()
  await signOut(screen)
  await screen.open('/sign-in?next=%2Faccount%2Fpasskeys')
  // The suggestion of the name field is confirmed at once. If there is none, the button does the same.
  await Promise.race([
    screen.page.waitForURL('**/account/passkeys'),
    button(screen, 'Sign in with a passkey')
      .click({ timeout: 3_000 })
      .catch(() => {}),
  ])
  // No code is asked for: the device has verified the person.
  await screen.page.waitForURL('**/account/passkeys')
  await screen.page.getByRole('link', { name: 'Manage My laptop' }).waitFor()
  const exported = await screen.page.evaluate(async () => (await fetch('/account/export')).json())
  expect(exported.passkeys).toEqual([
    { name: 'My laptop', addedAt: expect.any(String), lastUsedAt: expect.any(String) },
  ])
  expect(exported.changes.map(({ type }: { type: string }) => type)).toContain('user.passkey_added')
  await screen.page.getByRole('link', { name: 'Manage My laptop' }).click()
  await screen.page.getByLabel('Current password', { exact: true }).waitFor()
  expect(await faultsInAllViews(screen, 'the page of a passkey')).toEqual([])
  await screen.page.getByLabel('Current password', { exact: true }).fill(PASSWORD)
  await button(screen, 'Remove').click()
  await screen.page.getByText('Passkey removed.').waitFor()
})

test('an answer works once and only in the browser that asked, and a lower counter is refused', async () => {
  const { site, screen } = await start('attendee')
  const { cdp, authenticatorId } = await addAuthenticator(screen)
  await addPasskey(screen)
  await screen.page.getByText('Passkey added.').waitFor()
  await signOut(screen)
  // The suggestion of the name field would be quicker than the button.
  await screen.page.addInitScript(() => {
    PublicKeyCredential.isConditionalMediationAvailable = async () => false
  })
  await screen.page.route('**/sign-in/passkey', (route) => route.fulfill({ status: 204 }))
  /** The form that the browser would send. */
  const answer = async () => {
    await screen.open('/sign-in')
    const sent = screen.page.waitForRequest('**/sign-in/passkey')
    await button(screen, 'Sign in with a passkey').click()
    const fields = new URLSearchParams((await sent).postData() ?? '')
    return { token: fields.get('token') ?? '', response: fields.get('response') ?? '' }
  }
  const { host } = new URL(originOf(site))
  const same = new Visitor(site.tenant.api, { host })
  const signIn = async (visitor: Visitor, fields: { token: string; response: string }) =>
    (await visitor.post('/sign-in/passkey', fields)).headers.location
  const copyCookies = async () => {
    for (const { name, value } of await screen.context.cookies()) same.cookies.set(name, value)
    await same.get('/sign-in')
  }
  const first = await answer()
  await copyCookies()
  const stranger = new Visitor(site.tenant.api, { host })
  expect(await signIn(stranger, first)).toBe('/sign-in?done=expired')
  expect(await signIn(same, first)).toBe('/')
  expect(await signIn(same, first)).toBe('/sign-in?done=passkey')
  const [credential] = (await cdp.send('WebAuthn.getCredentials', { authenticatorId })).credentials
  if (!credential) throw new Error('The authenticator has no passkey.')
  await cdp.send('WebAuthn.clearCredentials', { authenticatorId })
  await cdp.send('WebAuthn.addCredential', { authenticatorId, credential: { ...credential, signCount: 0 } })
  expect(await signIn(same, await answer())).toBe('/sign-in?done=passkey')
  // The authenticator names another account than the one that the passkey belongs to.
  await cdp.send('WebAuthn.clearCredentials', { authenticatorId })
  await cdp.send('WebAuthn.addCredential', {
    authenticatorId,
    credential: { ...credential, signCount: 1_000, userHandle: btoa('somebody else') },
  })
  expect(await signIn(same, await answer())).toBe('/sign-in?done=passkey')
  const old = await answer()
  site.tenant.api.clock.pass(10 * 60_000)
  expect(await signIn(same, old)).toBe('/sign-in?done=expired')
  screen.errors.splice(0)
})

test('an authenticator that does not verify the person adds none', async () => {
  const { screen } = await start('attendee')
  await addAuthenticator(screen, false)
  await addPasskey(screen)
  await screen.page.getByText('The passkey was not created.').waitFor()
})
