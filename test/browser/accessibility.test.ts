// Every page of the app passes axe, in light mode on a desktop and in dark mode on a phone.
import { Secret, TOTP } from 'otpauth'
import { beforeAll, expect, test } from 'vitest'
import { seedDemo } from '../../src/cli/demo.ts'
import { createApiKey } from '../../src/domain/access/api-keys.ts'
import { makeResetLink } from '../../src/domain/access/reset-links.ts'
import { makeSetupLink } from '../../src/domain/access/setup.ts'
import { changeSettings } from '../../src/domain/platforms/platforms.ts'
import { platformFeatures } from '../../src/schema/platforms/platforms.ts'
import type { PlatformRow } from '../../src/store/sql/tables.ts'
import type { TestApi } from '../support/api.ts'
import { faultsInBothViews } from '../support/axe.ts'
import { survey } from '../support/bodies.ts'
import { listPageRoutes, samplePath } from '../support/routes.ts'
import { useApi } from '../support/scenarios.ts'
import { type Screen, signIn, useBrowser } from '../support/screens.ts'
import { confirmationFor, createSite, signInAtSite } from '../support/sites.ts'
import { waitUntil } from '../support/until.ts'
import { Visitor } from '../support/visitors.ts'
import { ALLOW_LOOPBACK, sendPrivileged, waitForDeliveries } from '../support/webhooks.ts'

const server = useApi({ store: 'sqlite', env: ALLOW_LOOPBACK })
const browser = useBrowser()

let site: Awaited<ReturnType<typeof demoSite>>
let owner: Awaited<ReturnType<typeof signInAtSite>>
/** The paths of all pages. */
let pages: string[]
beforeAll(async () => {
  const { api } = await server.createTenant()
  site = await demoSite(api)
  owner = await signInAtSite(site, 'owner')
  pages = await pagesOf(api)
})

const ownPages = (path: string) => /^\/(account|backoffice|surveys|leaderboard)\b|\/moderation$/.test(path)
const publicPages = (path: string) => !ownPages(path)
test.each([
  ['public', publicPages],
  ['private', ownPages],
] as const)(
  'axe finds no serious problems on %s pages, on a desktop and on a phone',
  async (_name, isIncluded) => {
    const paths = [...pages, '/nothing/here'].filter(isIncluded)
    expect(paths.length).toBeGreaterThan(10)
    const screen = await browser.screen(site, isIncluded === ownPages ? { signedIn: owner } : {})
    const found: string[] = []
    for (const path of paths) {
      await screen.open(path)
      found.push(...(await faultsInBothViews(screen, path)))
    }
    expect(found).toEqual([])
  },
)

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
  await submit(guest, 'Finish setup')
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
    ['/backoffice/settings/advanced', 'Create key'],
    ['/backoffice/settings/webhooks', 'Create webhook'],
    ['/account/password', 'Change password'],
  ] as const) {
    await office.open(path)
    await submit(office, button)
    found.push(...(await faultsInBothViews(office, `${path}, refused`)))
  }
  await office.open('/backoffice/settings/advanced')
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

/** The default platform with the demo content. No other platform has every page. */
async function demoSite(api: TestApi) {
  const { caller } = api.platform
  await seedDemo(api.installation, caller.platform as PlatformRow)
  await changeSettings(api.installation, caller, {
    ...{ hasSignUp: true, roomAddress: 'https://meet.example.org/{id}' },
    banner: 'https://static.example.org/banner.jpg',
    credits: { isOn: true, price: 1 },
  })
  return { tenant: { ...api.platform, send: api.send, api }, host: '127.0.0.1' }
}

/** Routes that are tested elsewhere or are not pages. */
const excluded: Readonly<Record<string, true>> = {
  '/assets/:hash/:name': true,
  '/setup/:token': true,
  '/backoffice/once/:id': true,
  // `live-accessibility.test.ts` checks the players of talks that are open, and the page for people who have to pay.
  '/talks/:id/player': true,
  '/talks/:id/open': true,
  '/live/stream': true,
  // Only accounts with two-factor authentication have this page.
  '/backoffice/users/:id/two-factor': true,
}

/** The paths of all pages, each of which must respond with 200. */
async function pagesOf(api: TestApi): Promise<string[]> {
  const samples = await samplesOf(api)
  const routes = (await listPageRoutes(api)).filter(
    ({ method, url }) => method === 'GET' && !(url in excluded),
  )
  const stranger = new Visitor(api)
  const found: string[] = []
  for (const path of [...routes.map(({ url }) => samplePath(url, samples)), ...(await statesOf(api))]) {
    const { status, headers } = await (ownPages(path) ? owner : stranger).get(path)
    expect([path, status]).toEqual([path, 200])
    if (headers['content-type']?.startsWith('text/html')) found.push(path)
  }
  return found
}

/** A value for the parameter of every route. */
async function samplesOf(api: TestApi) {
  const { installation, platform, send } = api
  const { caller } = platform
  const isLive = ({ features }: { features: Record<string, boolean> }) =>
    platformFeatures.every((feature) => features[feature])
  const talk = (await send('GET', '/talks')).body.items.find(isLive)
  const sponsors: { id: string; hasPage: boolean }[] = (await send('GET', '/sponsors')).body.items
  const { id: surveyId } = (await send('PUT', '/surveys/ext:sample', { body: survey({ talkId: talk.id }) }))
    .body
  await send('POST', `/surveys/${surveyId}/open`)
  const { body: message } = await send('POST', `/talks/${talk.id}/messages`, {
    body: { label: 'Matrix', text: 'Hello from the other room' },
  })
  const { body: question } = await send('POST', `/talks/${talk.id}/questions`, {
    body: { label: 'Matrix', text: 'Will there be a recording?' },
  })
  const key = await createApiKey(installation, caller, { name: 'Sample', level: 'standard' })
  const { token } = await makeResetLink(installation, caller, { userId: owner.account.id })
  const refused = await send('PUT', `/talks/${talk.id}`, { body: { titel: 'Refused' } })
  const request = refused.headers['x-request-id'] ?? ''
  const tenant = { api, ...platform, send }
  const webhook = await sendPrivileged(tenant, 'POST', '/webhooks', {
    url: 'https://localhost/hook',
    description: 'CRM',
  })
  await sendPrivileged(tenant, 'POST', `/webhooks/${webhook.id}/test`)
  const [delivery] = await waitForDeliveries(tenant, webhook, ([test]) => test?.attempts === 1)
  // Requests are logged shortly after their response.
  await waitUntil(
    () => owner.get(`/backoffice/requests/${request}`),
    ({ status }) => status === 200,
  )
  return {
    '/theme/:file': '3b5bdb.css',
    '/talks/:id': talk.id,
    '/talks/:id/messages/:messageId': message.id,
    '/talks/:id/questions/:questionId': question.id,
    '/speakers/:id': talk.speakers[0].id,
    '/sponsors/:id': sponsors.find(({ hasPage }) => hasPage)?.id ?? '',
    '/surveys/:id': surveyId,
    '/backoffice/surveys/:id': surveyId,
    '/reset/:token': token,
    '/confirm-email/:token': await confirmationFor({ api, caller }, owner.account.id),
    '/backoffice/talks/:id': talk.id,
    '/backoffice/sponsors/:id': sponsors[0]?.id ?? '',
    '/backoffice/users/:id': talk.speakers[0].id,
    '/backoffice/requests/:id': request,
    '/backoffice/settings/keys/:id': key.id,
    '/backoffice/settings/platforms/:id': caller.platform.id,
    '/backoffice/settings/webhooks/:id': webhook.id,
    '/backoffice/settings/deliveries/:id': delivery?.id ?? '',
  }
}

/** Other states of the same pages: filters, empty results, and past, live, and upcoming talks of each type. */
async function statesOf({ send }: TestApi): Promise<string[]> {
  type Talk = { id: string; type: string; start: string; available: boolean }
  const talks: Talk[] = (await send('GET', '/talks?limit=200')).body.items
  const kinds = Map.groupBy(talks, ({ type, start }) => `${type} ${start.slice(0, 10)}`)
  return [
    '/agenda?day=all',
    '/agenda?view=list&recommended=1',
    '/agenda?q=nothing+like+this',
    '/agenda?zone=Nowhere/Land',
    '/speakers?highlighted=1',
    '/speakers?q=nobody+like+this',
    '/backoffice/talks?q=nothing+like+this',
    '/backoffice/registrations?accepted=2&gone=1',
    `/backoffice/users/${await securedAccount()}/two-factor`,
    ...[...kinds.values()].map(([one]) => `/talks/${one?.id}`),
  ]
}

/** An admin with two-factor authentication. */
async function securedAccount(): Promise<string> {
  const admin = await signInAtSite(site, 'admin')
  const path = '/account/two-factor'
  const secret = /name="secret" value="([A-Z2-7]{32})"/.exec((await admin.get(path)).text)?.[1] ?? ''
  const timestamp = site.tenant.api.clock.now()
  const code = new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp })
  const { headers } = await admin.post(`${path}/on`, { secret, code })
  expect(headers.location).toBe(`${path}?done=on`)
  return admin.account.id
}

/** Sends a form without the browser's own validation. */
async function submit({ page }: Screen, button: string): Promise<void> {
  await page.locator('form').evaluateAll((forms) => {
    for (const form of forms) if (form instanceof HTMLFormElement) form.noValidate = true
  })
  const answered = page.waitForEvent('domcontentloaded')
  await page.getByRole('button', { name: button, exact: true }).click()
  await answered
}
