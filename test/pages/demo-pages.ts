// The demo installation, and the paths of all pages on it.
import { Secret, TOTP } from 'otpauth'
import { expect } from 'vitest'
import { seedDemo } from '../../src/demo/demo.ts'
import { makeResetLink } from '../../src/features/access/links/reset-links.ts'
import { makeSignInLink } from '../../src/features/access/links/sign-in-links.ts'
import { createApiKey } from '../../src/features/api-keys/api-keys.ts'
import { makeCalendarLink } from '../../src/features/favorites/calendar-links.ts'
import { unsubscribeToken } from '../../src/features/mailings/email-choices.ts'
import { sendMessage } from '../../src/features/mailings/group-messages.ts'
import { changeSettings } from '../../src/features/platforms/platforms.ts'
import { platformFeatures } from '../../src/features/platforms/schema.ts'
import type { PlatformRow } from '../../src/features/platforms/tables.ts'
import type { TestApi } from '../support/api.ts'
import { sponsor, survey } from '../support/bodies.ts'
import { listPageRoutes, samplePath } from '../support/routes.ts'
import {
  confirmationFor,
  identityFor,
  invitationFor,
  proposeFor,
  signInAtSite,
  signUpFor,
} from '../support/sites.ts'
import { openImport } from '../support/spreadsheets.ts'
import { waitUntil } from '../support/until.ts'
import { Visitor } from '../support/visitors.ts'
import { ALLOW_LOOPBACK, sendPrivileged, waitForDeliveries } from '../support/webhooks.ts'
import type { Visit } from './walk.ts'

/** The default platform with the demo content. No other platform has every page. */
export async function demoSite(api: TestApi) {
  const { caller } = api.platform
  await seedDemo(api.installation, caller.platform as PlatformRow)
  await changeSettings(api.installation, caller, {
    ...{ hasSignUp: true, roomAddress: 'https://meet.example.org/{id}' },
    banner: 'https://static.example.org/banner.jpg',
    openId: { issuer: 'https://login.example.org', clientId: 'lectern', label: '', secretSavedAt: 0 },
    credits: { isOn: true, price: 1 },
  })
  return { tenant: { ...api.platform, send: api.send, api }, host: '127.0.0.1' }
}

type DemoSite = Awaited<ReturnType<typeof demoSite>>
type SignedIn = Awaited<ReturnType<typeof signInAtSite>>

const isOwn = (path: string) =>
  path.startsWith('/confirm-email/') ||
  /^\/(account|backoffice|favorites|surveys|leaderboard)\b|\/moderation$/.test(path)

/** Routes that are tested elsewhere or are not pages. */
const excluded: Readonly<Record<string, true>> = {
  '/assets/:hash/:name': true,
  '/theme/:hash/:accent/:name': true,
  '/files/:name': true,
  // `passkeys.browser.test.ts` checks the page of a passkey, which only an authenticator can add.
  '/account/passkeys/:id': true,
  // They lead to the provider, and back.
  '/sign-in/openid': true,
  '/sign-in/openid/callback': true,
  '/setup/:token': true,
  '/backoffice/once/:id': true,
  // Leads to the columns or to the preview.
  '/backoffice/import/:id': true,
  // `live-accessibility.browser.full.test.ts` checks the players of talks that are open, and the page for people who have to pay.
  '/talks/:id/player': true,
  '/talks/:id/open': true,
  '/live/stream': true,
  '/streams/:talk/:signature/:file': true,
  '/recordings/:talk/:signature/:file': true,
  // `statesOf` has that of a talk with a pushed stream.
  '/backoffice/talks/:id/stream': true,
  // `room-stream.browser.full.test.ts` checks that of a recorded talk.
  '/backoffice/talks/:id/recording': true,
  '/backoffice/talks/:id/recording/delete': true,
  // And that of a replay.
  '/backoffice/talks/:id/captions': true,
  '/talks/:id/captions/:language.vtt': true,
  // `room-moderation.browser.full.test.ts` checks the room of a live talk.
  '/talks/:id/room': true,
  '/talks/:id/room/view': true,
  '/talks/:id/room/sessions/:session/events': true,
  // Only accounts with two-factor authentication have this page.
  '/backoffice/users/:id/two-factor': true,
}

const ABSENT = '/nothing/here'

/** Changes each text that people write. */
export type Write = (text: string) => string

/** The paths of all pages, each of which must respond with 200. */
export async function pagesOf(
  site: DemoSite,
  write: Write = (text) => text,
): Promise<{ paths: string[]; owner: SignedIn }> {
  const { api } = site.tenant
  const owner = await signInAtSite(site, 'owner', { firstName: write('Robin'), lastName: write('Sample') })
  const samples = await samplesOf(site, owner, write)
  const routes = (await listPageRoutes(api)).filter(
    ({ method, url }) => method === 'GET' && !(url in excluded),
  )
  const stranger = new Visitor(api)
  const found: string[] = []
  for (const path of [...routes.map(({ url }) => samplePath(url, samples)), ...(await statesOf(site))]) {
    const { status, headers } = await (isOwn(path) ? owner : stranger).get(path)
    expect([path, status]).toEqual([path, 200])
    if (headers['content-type']?.startsWith('text/html')) found.push(path)
  }
  return { paths: [...found, ABSENT], owner }
}

/** A value for the parameter of every route. */
async function samplesOf({ tenant: { api } }: DemoSite, owner: SignedIn, write: Write) {
  const { installation, platform, send } = api
  const { caller } = platform
  const isLive = ({ features }: { features: Record<string, boolean> }) =>
    platformFeatures.every((feature) => features[feature])
  const talk = (await send('GET', '/talks')).body.items.find(isLive)
  // Its chat and questions are pages for everybody, at any time of day.
  await send('PUT', `/talks/${talk.id}`, { body: { features: { freeLive: true, freeReplay: true } } })
  const sponsors: { id: string; hasPage: boolean }[] = (await send('GET', '/sponsors')).body.items
  const { id: surveyId } = (
    await send('PUT', '/surveys/ext:sample', {
      body: survey({ talkId: talk.id, title: write('How was it?') }),
    })
  ).body
  await send('POST', `/surveys/${surveyId}/open`)
  const { body: message } = await send('POST', `/talks/${talk.id}/messages`, {
    body: { label: write('Matrix'), text: write('Hello from the other room') },
  })
  const { body: question } = await send('POST', `/talks/${talk.id}/questions`, {
    body: { label: write('Matrix'), text: write('Will there be a recording?') },
  })
  const { id: deletedId } = (
    await send('PUT', '/sponsors/ext:deleted', { body: sponsor({ name: write('Example Ltd') }) })
  ).body
  await send('DELETE', `/sponsors/${deletedId}`)
  const key = await createApiKey(installation, caller, { name: write('Sample'), level: 'standard' })
  const { email } = owner.account
  const { body: own } = await send('PUT', '/talks/ext:own', {
    body: {
      ...{ title: write('Own talk'), description: '', start: talk.start, type: 'rtmp' },
      speakers: [{ email, firstName: write('Robin'), lastName: write('Sample') }],
    },
  })
  const { token } = await makeResetLink(installation, caller, { userId: owner.account.id })
  const refused = await send('PUT', `/talks/${talk.id}`, { body: { titel: 'Refused' } })
  const request = refused.headers['x-request-id'] ?? ''
  const tenant = { api, ...platform, send }
  const webhook = await sendPrivileged(tenant, 'POST', '/webhooks', {
    url: 'https://localhost/hook',
    description: write('CRM'),
  })
  await sendPrivileged(tenant, 'POST', `/webhooks/${webhook.id}/test`)
  const [delivery] = await waitForDeliveries(tenant, webhook, ([test]) => test?.attempts === 1)
  // Requests are logged shortly after their response.
  await waitUntil(
    () => owner.get(`/backoffice/requests/${request}`),
    ({ status }) => status === 200,
  )
  return {
    '/sitemaps/:name': 'talks-1',
    '/talks/:id': talk.id,
    '/account/talks/:id': own.id,
    '/backoffice/proposals/:id': await proposeFor(tenant, { talkId: own.id, userId: owner.account.id }),
    '/account/identities/:id': await identityFor(tenant, owner.account),
    '/talks/:id/messages/:messageId': message.id,
    '/talks/:id/questions/:questionId': question.id,
    '/calendars/:token': await makeCalendarLink(installation, { ...caller, user: owner.account }),
    '/speakers/:id': talk.speakers[0].id,
    '/sponsors/:id': sponsors.find(({ hasPage }) => hasPage)?.id ?? '',
    '/surveys/:id': surveyId,
    '/backoffice/surveys/:id': surveyId,
    '/reset/:token': token,
    '/sign-in/link/:token':
      (await makeSignInLink(installation, caller.platform as PlatformRow, owner.account.email, {
        ...{
          device: 'Desk',
          address: '127.0.0.1',
          language: 'en',
          urlOf: (token) => `https://localhost/${token}`,
        },
      })) ?? '',
    '/invitation/:token': await invitationFor({ api, caller }, talk.speakers[0].id),
    '/sign-up/:token': (await signUpFor({ api, caller })).token,
    '/confirm-email/:token': await confirmationFor({ api, caller }, owner.account.id),
    '/unsubscribe/:token': unsubscribeToken(installation, { userId: owner.account.id, kind: 'message' }),
    '/backoffice/import/:id': await openImport(installation, { ...caller, user: owner.account }),
    '/backoffice/talks/:id': talk.id,
    '/backoffice/deleted/:id': deletedId,
    '/backoffice/sponsors/:id': sponsors[0]?.id ?? '',
    '/backoffice/users/:id': talk.speakers[0].id,
    '/backoffice/requests/:id': request,
    '/backoffice/settings/keys/:id': key.id,
    '/backoffice/settings/platforms/:id': caller.platform.id,
    '/backoffice/settings/webhooks/:id': webhook.id,
    '/backoffice/settings/deliveries/:id': delivery?.id ?? '',
    '/backoffice/settings/email-texts/:kind': 'invitation',
    '/backoffice/messages/:id':
      (await sendMessage(installation, caller, {
        ...{ audience: 'everyone', talkId: null, origin: 'https://localhost' },
        ...{ subject: write('News'), text: write('Hello'), sendAt: installation.clock.now() + 86_400_000 },
      })) ?? '',
  }
}

/** Other states of the same pages: filters, empty results, and past, live, and upcoming talks of each type. */
async function statesOf(site: DemoSite): Promise<string[]> {
  const { send } = site.tenant.api
  type Talk = { id: string; type: string; start: string; available: boolean }
  const talks: Talk[] = (await send('GET', '/talks?limit=200')).body.items
  const { id: pushedId } = (await send('GET', '/talks/ext:own')).body
  const kinds = Map.groupBy(talks, ({ type, start }) => `${type} ${start.slice(0, 10)}`)
  return [
    '/agenda?day=all',
    '/agenda?view=list',
    '/agenda?view=list&recommended=1',
    '/agenda?q=nothing+like+this',
    '/agenda?zone=Nowhere/Land',
    '/speakers?highlighted=1',
    '/speakers?q=nobody+like+this',
    '/backoffice/talks?q=nothing+like+this',
    '/backoffice/talks/edit?scope=matching',
    '/backoffice/registrations?accepted=2&gone=1',
    `/backoffice/talks/${pushedId}/stream`,
    `/backoffice/talks/${talks.find(({ type }) => type === 'replay')?.id}/captions`,
    `/backoffice/users/${await securedAccount(site)}/two-factor`,
    ...[...kinds.values()].map(([one]) => `/talks/${one?.id}`),
  ]
}

/** An admin with two-factor authentication. */
async function securedAccount(site: DemoSite): Promise<string> {
  const admin = await signInAtSite(site, 'admin')
  const path = '/account/two-factor'
  const secret = /name="secret" value="([A-Z2-7]{32})"/.exec((await admin.get(path)).text)?.[1] ?? ''
  const timestamp = site.tenant.api.clock.now()
  const code = new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp })
  const { headers } = await admin.post(`${path}/on`, { secret, code })
  expect(headers.location).toBe(`${path}?done=on`)
  return admin.account.id
}

/** What every page needs: webhooks to this machine, and a mail server, which gets nothing. */
export const demoEnv = {
  ...ALLOW_LOOPBACK,
  LECTERN_SMTP_URL: 'smtp://127.0.0.1:9',
  LECTERN_MAIL_FROM: 'events@example.org',
}

/** The visits of a walk: pages of users and staff by the owner, the others by a stranger. */
export const visitsOf = ({ paths, owner }: Awaited<ReturnType<typeof pagesOf>>): Visit[] =>
  paths.map((path) => ({
    path,
    by: isOwn(path) ? owner : undefined,
    status: path === ABSENT ? 404 : 200,
  }))

/** Changes the texts of the demo content: talks, people, sponsors, and the platform. */
export async function rewriteContent({ installation, platform, send }: TestApi, write: Write): Promise<void> {
  const rewrittenValue = (value: unknown) =>
    Array.isArray(value) ? value.map((one) => write(String(one))) : write(String(value))
  const rewritten = (item: Record<string, unknown>, names: readonly string[]) =>
    Object.fromEntries(
      names.filter((name) => item[name]).map((name) => [name, rewrittenValue(item[name])] as const),
    )
  const attributes = {
    talks: ['title', 'description', 'details', 'track', 'room', 'tags'],
    sponsors: ['name', 'pageContent'],
    users: ['firstName', 'lastName', 'job', 'company', 'city', 'description', 'tags'],
  }
  for (const [kind, names] of Object.entries(attributes)) {
    const { items } = (await send('GET', `/${kind}?limit=200`)).body
    for (const item of items) {
      const { status, text } = await send('PUT', `/${kind}/${item.id}`, { body: rewritten(item, names) })
      expect([status, status === 200 ? '' : text]).toEqual([200, ''])
    }
  }
  const { settings } = platform.caller.platform
  await changeSettings(installation, platform.caller, {
    ...{ name: write('Sample'), venue: write(settings.venue ?? 'Hall'), tagline: write('Papers') },
  })
}
