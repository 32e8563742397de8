// Rules for every route of the pages. The routes come from the app itself, so that new ones are tested, too.
import { expect, test } from 'vitest'
import { makeResetLink } from '../../src/features/access/links/reset-links.ts'
import { makeSignInLink } from '../../src/features/access/links/sign-in-links.ts'
import { fillSlot } from '../../src/features/access/one-time-pages/one-time-slots.ts'
import { makeSetupLink } from '../../src/features/access/setup/setup.ts'
import { listKeys } from '../../src/features/api-keys/api-keys.ts'
import { makeCalendarLink } from '../../src/features/favorites/calendar-links.ts'
import { unsubscribeToken } from '../../src/features/mailings/email-choices.ts'
import { sendMessage } from '../../src/features/mailings/group-messages.ts'
import type { PlatformRow } from '../../src/features/platforms/tables.ts'
import { createWebhook } from '../../src/features/webhooks/webhooks.ts'
import { listEmails } from '../../src/kernel/outbox/emails.ts'
import { survey } from '../support/bodies.ts'
import { listPageRoutes, samplePath } from '../support/routes.ts'
import { get, put, useApi } from '../support/scenarios.ts'
import {
  confirmationFor,
  createSite,
  invitationFor,
  personNamed,
  proposeFor,
  type Site,
  signInAtSite,
  signUpFor,
} from '../support/sites.ts'
import { openImport } from '../support/spreadsheets.ts'
import { addAccount, Visitor } from '../support/visitors.ts'
import { ALLOW_LOOPBACK, listDeliveries, sendPrivileged, waitForDeliveries } from '../support/webhooks.ts'

/** Nothing answers there. With a mail server, sign-in links are offered. */
const MAIL = { LECTERN_SMTP_URL: 'smtp://127.0.0.1:9', LECTERN_MAIL_FROM: 'events@example.org' }
const server = useApi({ env: { ...ALLOW_LOOPBACK, ...MAIL } })

test('a form from another site gets 403 on every route that accepts forms, and changes nothing', async () => {
  const site = await createSite(server)
  const openId = { issuer: 'https://login.example.org', clientId: 'lectern', label: '', secretSavedAt: 0 }
  await site.change({ hasSignUp: true, openId })
  const owner = await signInAtSite(site, 'owner')
  const samples = await samplesOf(site, owner.account.id)
  const posts = (await listPageRoutes(site.tenant.api)).filter(({ method }) => method === 'POST')
  expect(posts.length).toBeGreaterThan(30)
  const before = await stateOf(site)
  const page = await owner.get('/account/profile')
  const [, token = ''] = /name="_csrf" value="([^"]+)"/.exec(page.text) ?? []
  const foreign = [
    [{ 'sec-fetch-site': 'cross-site' }, token],
    [{ 'sec-fetch-site': 'same-site', origin: 'https://neighbor.example.org' }, token],
    [{ origin: 'https://evil.example.org' }, token],
    [{ origin: 'null' }, token],
    [{}, ''],
    [{}, `${token.slice(0, -4)}abcd`],
  ] as const
  for (const { url } of posts) {
    // Mail programs and encoders send these. They need the address, or a stream key, and no cookies.
    if (['/unsubscribe/:token', '/whip'].includes(url)) continue
    const path = samplePath(url, samples)
    // These need no token.
    const needsNoToken = /\/(heartbeat|room\/watch)$/.test(url) || ['/my-agenda', '/language'].includes(url)
    const refused = needsNoToken ? foreign.filter(([headers]) => 'origin' in headers) : foreign
    for (const [headers, _csrf] of refused) {
      const answer = await owner.post(path, { ...fields(samples), _csrf }, { headers })
      expect([url, headers, answer.status]).toEqual([url, headers, 403])
    }
  }
  expect(await stateOf(site)).toEqual(before)
  expect((await owner.get('/account')).status).toBe(200)
})

test('no route shows or changes an object of another platform, even for an owner', async () => {
  const [site, other] = [await createSite(server), await createSite(server)]
  const owner = await signInAtSite(site, 'owner')
  const samples = await samplesOf(other, (await signInAtSite(other, 'admin')).account.id)
  const before = await stateOf(other)
  const routes = (await listPageRoutes(site.tenant.api)).filter(({ url }) => url.includes(':'))
  expect(routes.length).toBeGreaterThan(30)
  for (const { method, url } of routes) {
    if (url in ofNoPlatform) continue
    const path = samplePath(url, samples)
    const answer = method === 'GET' ? await owner.get(path) : await owner.post(path, fields(samples))
    expect([method, url, answer.status]).toEqual([method, url, 404])
    for (const text of [SECRET, 'unseen.'])
      expect([method, url, answer.text.includes(text)]).toEqual([method, url, false])
  }
  // Identifiers may also be among the fields of a form.
  await owner.post('/backoffice/registrations', { review: `accepted:${samples['/backoffice/users/:id']}` })
  await owner.post('/backoffice/registrations', { review: 'rejected', id: [samples['/speakers/:id']] })
  expect(await stateOf(other)).toEqual(before)
})

test('only admins and owners can use the Back Office, and only signed-in users can use account pages', async () => {
  const site = await createSite(server)
  const samples = await samplesOf(site, (await signInAtSite(site, 'admin')).account.id)
  const [stranger, attendee, speaker] = [
    new Visitor(site.tenant.api, { host: site.host }),
    await signInAtSite(site, 'attendee'),
    await signInAtSite(site, 'speaker'),
  ]
  const before = await stateOf(site)
  for (const { method, url } of await listPageRoutes(site.tenant.api)) {
    const isOffice = url.startsWith('/backoffice')
    if (!isOffice && !url.startsWith('/account')) continue
    const path = samplePath(url, samples)
    const ask = (who: Visitor) => (method === 'GET' ? who.get(path) : who.post(path, fields(samples)))
    expect([method, url, (await ask(stranger)).status]).toEqual([method, url, 303])
    if (!isOffice) continue
    for (const who of [attendee, speaker])
      expect([method, url, (await ask(who)).status]).toEqual([method, url, 404])
  }
  expect(await stateOf(site)).toEqual(before)
})

const SECRET = 'Known to its own platform alone'
/** A URL on this machine where nothing responds, so that deliveries fail. */
const UNREACHABLE = 'https://localhost/unseen.'

/** Routes whose parameter is not an object of a platform. */
const ofNoPlatform: Readonly<Record<string, true>> = {
  '/assets/:hash/:name': true,
  '/files/:name': true,
  '/theme/:hash/:accent/:name': true,
  '/sitemaps/:name.xml': true,
  '/backoffice/settings/email-texts/:kind': true,
  '/backoffice/settings/email-texts/:kind/test': true,
}

/** An object of this platform for the parameter of every route. */
async function samplesOf({ tenant, talk, sponsor }: Site, userId: string) {
  const { installation } = tenant.api
  const attendee = await addAccount({ installation, platform: tenant })
  const speakers = [personNamed('Secret', 'Speaker', { job: SECRET })]
  const talkId = await talk(SECRET, { speakers })
  const deletedId = await talk(`${SECRET}, once`, { speakers })
  await tenant.send('DELETE', `/talks/${deletedId}`)
  const [key] = await listKeys(installation, tenant.caller)
  const refused = await tenant.send('PUT', `/talks/${talkId}`, { body: { title: '' } })
  const [person] = (await get(tenant, `/talks/${talkId}`)).speakers
  const { id: surveyId } = await put(tenant, '/surveys/ext:s', survey({ title: SECRET }))
  const post = async (path: string) =>
    (await tenant.send('POST', `/talks/${talkId}/${path}`, { body: { label: SECRET, text: SECRET } })).body.id
  const webhook = await createWebhook(installation, tenant.caller, {
    ...{ url: UNREACHABLE, types: ['sponsor.deleted'], description: SECRET },
  })
  await sendPrivileged(tenant, 'POST', `/webhooks/${webhook.id}/test`)
  const [delivery] = await waitForDeliveries(tenant, webhook, ([test]) => test?.attempts === 1)
  return {
    '/assets/:hash/:name': 'none',
    '/files/:name': 'none.webp',
    '/theme/:hash/:accent/:name': 'none',
    '/sitemaps/:name': 'lists',
    '/streams/:talk': talkId,
    '/streams/:talk/:signature': 'none',
    '/streams/:talk/:signature/:file': 'live.m3u8',
    '/recordings/:talk': talkId,
    '/recordings/:talk/:signature': 'none',
    '/recordings/:talk/:signature/:file': 'recording.m3u8',
    '/talks/:id': talkId,
    '/talks/:id/messages/:messageId': await post('messages'),
    '/talks/:id/questions/:questionId': await post('questions'),
    '/talks/:id/people/:userId': person.id,
    '/talks/:id/captions/:language': 'en',
    '/talks/:id/room/sessions/:session': 'none',
    '/calendars/:token': await makeCalendarLink(installation, { ...tenant.caller, user: { id: userId } }),
    '/speakers/:id': person.id,
    '/sponsors/:id': await sponsor(SECRET, { hasPage: true }),
    '/surveys/:id': surveyId,
    '/setup/:token': (await makeSetupLink(installation, tenant.caller.platform as PlatformRow)) ?? 'none',
    '/reset/:token': (await makeResetLink(installation, tenant.caller, { userId })).token,
    '/sign-in/link/:token':
      (await makeSignInLink(installation, tenant.caller.platform as PlatformRow, attendee.email, {
        ...{
          device: 'Desk',
          address: '127.0.0.1',
          language: 'en',
          urlOf: (token) => `https://localhost/${token}`,
        },
      })) ?? 'none',
    '/invitation/:token': await invitationFor(tenant, person.id),
    '/sign-up/:token': (await signUpFor(tenant)).token,
    '/account/passkeys/:id': userId,
    '/account/identities/:id': userId,
    '/account/talks/:id': talkId,
    '/backoffice/proposals/:id': await proposeFor(tenant, { talkId, userId: person.id }),
    '/confirm-email/:token': await confirmationFor(tenant, userId),
    '/unsubscribe/:token': unsubscribeToken(installation, { userId, kind: 'message' }),
    '/backoffice/once/:id': await fillSlot(installation, { ...tenant.caller, user: { id: userId } }, SECRET),
    '/backoffice/import/:id': await openImport(
      installation,
      { ...tenant.caller, user: { id: userId } },
      SECRET,
    ),
    '/backoffice/talks/:id': talkId,
    '/backoffice/deleted/:id': deletedId,
    '/backoffice/sponsors/:id': await sponsor(`${SECRET}, too`),
    '/backoffice/surveys/:id': surveyId,
    '/backoffice/users/:id': person.id,
    '/backoffice/registrations/sign-ups/:id': (await signUpFor(tenant)).id,
    '/backoffice/requests/:id': refused.headers['x-request-id'] ?? '',
    '/backoffice/settings/keys/:id': key?.id ?? '',
    '/backoffice/settings/platforms/:id': tenant.caller.platform.id,
    '/backoffice/settings/webhooks/:id': webhook.id,
    '/backoffice/settings/deliveries/:id': delivery?.id ?? '',
    '/backoffice/settings/email-texts/:kind': 'invitation',
    '/backoffice/messages/:id':
      (await sendMessage(installation, tenant.caller, {
        ...{
          audience: 'everyone',
          talkId: null,
          subject: SECRET,
          text: 'Hello',
          origin: 'https://localhost',
        },
        sendAt: installation.clock.now() + 86_400_000,
      })) ?? '',
    '/backoffice/settings/emails/:id':
      (await listEmails(installation, tenant.caller, { state: null, cursor: undefined })).emails[0]?.id ?? '',
  }
}

/** Enough fields for each form to change something if it were accepted. */
const fields = (samples: Awaited<ReturnType<typeof samplesOf>>) => ({
  ...{ title: 'Changed', name: 'Changed', firstName: 'Changed', lastName: 'Changed', slug: 'changed' },
  ...{ email: 'changed@example.org', role: 'owner', status: 'rejected', level: 'standard', do: 'save' },
  ...{ start: '2027-03-01T12:00', duration: '5', version: '1', graceMinutes: '0', requestsPerMinute: '1' },
  ...{ review: 'rejected', id: samples['/backoffice/users/:id'], hosts: 'changed.example.org' },
  ...{ url: 'https://changed.example.org/', type: '*', from: '2027-03-01T12:00' },
})

/** The objects, keys, webhooks, and deliveries of a platform. */
async function stateOf({ tenant }: Site) {
  const { installation } = tenant.api
  const lists = ['talks', 'sponsors', 'surveys', 'users'].map((path) => get(tenant, `/${path}?limit=200`))
  const keys = (await listKeys(installation, tenant.caller)).map(({ lastUsedAt: _, ...key }) => key)
  const webhooks = (await sendPrivileged(tenant, 'GET', '/webhooks')).items
  const deliveries = await Promise.all(
    webhooks.map((webhook: { id: string }) => listDeliveries(tenant, webhook)),
  )
  return { lists: await Promise.all(lists), keys, webhooks, deliveries }
}
