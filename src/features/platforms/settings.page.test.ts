// Settings, keys, and platforms in the Back Office: permissions, validation, and what becomes visible.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startApi, type TestApi } from '../../../test/support/api.ts'
import { summaryProblems } from '../../../test/support/office.ts'
import { waitUntil } from '../../../test/support/until.ts'
import { addAccount, PASSWORD, type Page, signInAs, Visitor } from '../../../test/support/visitors.ts'
import { newId } from '../../kernel/lib/data/ids.ts'
import type { KeyLevel } from '../../kernel/lib/security/api-key-format.ts'
import { createApiKey, listKeys } from '../api-keys/api-keys.ts'
import { listChanges } from '../audit/audit.ts'
import { defaultSettings } from './default-settings-schema.ts'
import { readPlatform } from './platforms.ts'

const SETTINGS = '/backoffice/settings'
const anyChange = { actor: null, objectKind: null, action: null, objectId: null, from: null, to: null }

let api: TestApi
let owner: Visitor & { account: { id: string } }
let admin: Visitor & { account: { id: string } }
beforeAll(async () => {
  api = await startApi()
  owner = await signInAs(api, 'owner')
  admin = await signInAs(api, 'admin')
})
afterAll(() => api[Symbol.asyncDispose]())

const settings = async () => (await readPlatform(api.installation, api.platform.caller.platform.id))?.settings
const changes = async () =>
  (await listChanges(api.installation, api.platform.caller, anyChange, { cursor: undefined, limit: 1_000 }))
    .events
const keyNamed = async (name: string) =>
  (await listKeys(api.installation, api.platform.caller)).find((key) => key.name === name)
const shownKey = ({ text }: Page) => /id="new-key">(lec[sp]_[0-9a-f]{64})</.exec(text)?.[1] ?? ''
const works = async (key: string) => (await api.send('GET', '/talks?limit=1', { key })).status === 200
const ends = (key: string) =>
  waitUntil(
    () => works(key),
    (isGood) => !isGood,
  )

let names = 0
const newName = () => {
  names += 1
  return `Key ${names}`
}
/** Creates a key with the form of the page. */
async function makeKey(visitor: Visitor, fields: Record<string, string> = {}) {
  const name = newName()
  const page = await visitor.submit(`${SETTINGS}/keys`, { name, level: 'standard', ...fields })
  return { page, key: shownKey(page), id: (await keyNamed(name))?.id ?? '', name }
}
/** An existing key. */
const givenKey = (level: KeyLevel) =>
  createApiKey(api.installation, api.platform.caller, { name: newName(), level })

const general = {
  name: 'Bread Days',
  tagline: ' Warm from the oven ',
  firstDay: '2027-03-03',
  lastDay: '2027-03-04',
  'sponsorLevels/0': 'Bakers',
  venue: '1 Oven Lane',
  format: 'mixed',
  timezone: 'Europe/Paris',
  language: 'en',
  languages: ['en', 'de', 'fr'],
  hosts: '',
}
const design = {
  banner: 'https://static.example.org/banner.jpg',
  logo: '',
  accent: '#AA3311',
  scheme: 'dark',
}

describe('settings', () => {
  test('are saved, shown, and recorded in one event', async () => {
    const before = (await changes()).length
    const { name } = (await readPlatform(api.installation, api.platform.caller.platform.id)) ?? {}
    const { requestsPerMinute, features } = (await settings()) ?? defaultSettings
    const saved = await admin.post(SETTINGS, { ...general, name: 'Rye Days' })
    expect([saved.status, saved.headers.location]).toEqual([303, `${SETTINGS}?done=saved`])
    expect(await settings()).toMatchObject({
      tagline: 'Warm from the oven',
      firstDay: '2027-03-03',
      lastDay: '2027-03-04',
      sponsorLevels: ['Bakers', '', '', '', ''],
      venue: '1 Oven Lane',
      format: 'mixed',
      timezone: 'Europe/Paris',
      language: 'en',
      languages: ['en', 'de', 'fr'],
      // The form does not have these.
      requestsPerMinute,
      features,
    })
    const [event, ...older] = await changes()
    expect(older.length).toBe(before)
    expect(event).toMatchObject({
      type: 'platform.updated',
      actorKind: 'user',
      actorId: admin.account.id,
      requestId: saved.headers['x-request-id'],
    })
    expect(event?.changes.find(({ pointer }) => pointer === '/name')).toEqual({
      pointer: '/name',
      before: name,
      after: 'Rye Days',
    })
    const page = await admin.get(`${SETTINGS}?done=saved`)
    expect(page.text).toContain('value="1 Oven Lane"')
    expect(page.text).toContain('<title>Settings · Back Office · Rye Days</title>')
  })

  test('of the design are saved and shown', async () => {
    await admin.post(`${SETTINGS}/design`, { ...design, banner: 'https://static.example.org/old.jpg' })
    await admin.post(`${SETTINGS}/design`, { ...design, 'remove:banner': 'on' })
    expect(await settings()).toMatchObject({ banner: null, logo: null, accent: '#aa3311', scheme: 'dark' })
    await admin.post(`${SETTINGS}/design`, design)
    expect(await settings()).toMatchObject({ banner: design.banner })
    const page = await admin.get(`${SETTINGS}/design?done=saved`)
    expect(page.text).toMatch(/"\/theme\/[\w-]+\/aa3311\/common\.css"/)
  })

  test('that are saved unchanged record no event', async () => {
    await admin.post(SETTINGS, general)
    const before = (await changes()).length
    expect((await admin.post(SETTINGS, general)).status).toBe(303)
    expect((await changes()).length).toBe(before)
  })

  test.each([
    ['an empty name', { name: '' }, 'Name', 'must not be empty'],
    ['an unknown time zone', { timezone: 'Mars/Olympus' }, 'Time zone', 'must be an IANA time zone'],
    ['a day that does not exist', { lastDay: '2027-03-32' }, 'Last day', 'must be a date'],
    ['days in the wrong order', { firstDay: '2027-03-05' }, 'Last day', 'is before the first day'],
    [
      'a venue that is too long',
      { venue: 'x'.repeat(256) },
      'Venue address',
      'must have at most 255 characters',
    ],
  ])('refuse %s, and nothing changes', async (_name, fields, label, message) => {
    const before = await settings()
    const page = await admin.post(SETTINGS, { ...general, venue: 'Another place', ...fields })
    expect([page.status, summaryProblems(page)]).toEqual([422, [[label, expect.stringContaining(message)]]])
    expect(await settings()).toEqual(before)
  })

  test.each([
    ['a banner over http', { banner: 'http://example.org/a.jpg' }, 'Banner', 'must be an https URL'],
    ['an invalid color', { accent: 'red' }, 'Accent color', 'must be a color'],
    ['an unknown color scheme', { scheme: 'sepia' }, 'Color scheme', 'must be one of'],
  ])('of the design refuse %s, and nothing changes', async (_name, fields, label, message) => {
    const before = await settings()
    const page = await admin.post(`${SETTINGS}/design`, { ...design, ...fields })
    expect([page.status, summaryProblems(page)]).toEqual([422, [[label, expect.stringContaining(message)]]])
    expect(await settings()).toEqual(before)
  })

  test('turn features on and off', async () => {
    await admin.post(`${SETTINGS}/features`, { chat: 'on', viewersList: 'on' })
    expect((await settings())?.features).toEqual({
      chat: true,
      questions: false,
      surveys: false,
      viewersCount: false,
      viewersList: true,
      rewardsEarning: false,
    })
  })

  test('control how passwords are generated', async () => {
    await admin.post(`${SETTINGS}/passwords`, {
      'password/minLength': '24',
      'password/digits': 'on',
      'password/symbols': 'on',
    })
    expect((await settings())?.password).toEqual({ minLength: 24, digits: true, symbols: true })
    let people = 0
    // A request that follows another one of the same key within half a second can still have the settings of that one.
    await waitUntil(
      async () => {
        people += 1
        const email = `rule-${people}@example.org`
        const person = { email, type: 'Attendee', firstName: 'Rule', lastName: 'Keeper' }
        return (await api.send('POST', '/users', { body: person })).body.password as string
      },
      (password) => /^(?=.*\d)(?=.*[!#%*+\-=?@_]).{24}$/.test(password),
    )
  })

  test.each(['7', '129', '', 'eight', '8.5'])(
    'refuse %j as the minimum length of passwords',
    async (minLength) => {
      const before = (await settings())?.password.minLength
      const page = await admin.post(`${SETTINGS}/passwords`, { 'password/minLength': minLength })
      expect([page.status, (await settings())?.password.minLength]).toEqual([422, before])
    },
  )

  test('set the rate limit of keys', async () => {
    const other = await startApi()
    try {
      const staff = await signInAs(other, 'admin')
      await staff.post(`${SETTINGS}/advanced/limit`, { requestsPerMinute: '3' })
      const policy = await waitUntil(
        async () => (await other.send('GET', '/talks')).headers['ratelimit-policy'],
        (header) => header === '"per-key";q=3;w=60',
      )
      expect(policy).toBe('"per-key";q=3;w=60')
      expect((await staff.post(`${SETTINGS}/advanced/limit`, { requestsPerMinute: '0' })).status).toBe(422)
    } finally {
      await other[Symbol.asyncDispose]()
    }
  })

  test.each([
    [SETTINGS, SETTINGS],
    [`${SETTINGS}/features`, `${SETTINGS}/features`],
    [`${SETTINGS}/passwords`, `${SETTINGS}/passwords`],
    [`${SETTINGS}/advanced`, `${SETTINGS}/advanced/limit`],
    [`${SETTINGS}/advanced`, `${SETTINGS}/keys`],
  ])('at %s, saved at %s, are only for staff', async (path, form) => {
    const speaker = await signInAs(api, 'speaker')
    expect((await speaker.get(path)).status).toBe(404)
    expect((await speaker.post(form, general)).status).toBe(404)
    expect((await new Visitor(api).get(path)).headers.location).toContain('/sign-in')
    expect((await admin.get(path)).status).toBe(200)
  })
})

describe('a key created in the Back Office', () => {
  test('works in the API, and is shown on one page only', async () => {
    const { page, key, name } = await makeKey(admin)
    expect(page.status).toBe(200)
    expect(page.headers['cache-control']).toBe('no-store')
    expect(page.text).toContain(`-H &#39;Authorization: Bearer ${key}&#39;`.replaceAll('&#39;', "'"))
    expect(await works(key)).toBe(true)
    const list = await admin.get(`${SETTINGS}/advanced`)
    expect(list.text).toContain(name)
    expect(list.text).toContain(`lecs_…${key.slice(-4)}`)
    expect(list.text).not.toContain(key)
    const recorded = JSON.stringify(await changes()) + api.logged.join('')
    expect(recorded).toContain(name)
    for (const secret of [key, key.slice(5)]) expect(recorded).not.toContain(secret)
  })

  test('has the chosen expiration date and IP addresses', async () => {
    await admin.post(SETTINGS, general)
    const { id, name } = await makeKey(admin, {
      expiresAt: '2027-04-01',
      allowedAddresses: '192.0.2.7\r\n2001:db8::/32',
    })
    expect(await keyNamed(name)).toMatchObject({
      id,
      level: 'standard',
      // The end of that day in Paris.
      expiresAt: Date.parse('2027-04-01T22:00:00Z'),
      allowedAddresses: ['192.0.2.7/32', '2001:db8::/32'],
    })
  })

  test.each([
    ['no name', { name: '' }, 'Name'],
    ['a date that does not exist', { expiresAt: '2027-02-30' }, 'Expiration date'],
    ['a date in the past', { expiresAt: '2027-02-28' }, 'Expiration date'],
    ['an invalid IP address', { allowedAddresses: '192.0.2.1, home' }, 'Allowed IP addresses'],
    ['an unknown level', { level: 'root' }, 'Level'],
  ])('is not created with %s', async (_name, fields, label) => {
    const before = (await listKeys(api.installation, api.platform.caller)).length
    const page = await owner.post(`${SETTINGS}/keys`, { name: newName(), level: 'standard', ...fields })
    expect([page.status, summaryProblems(page).map(([about]) => about)]).toEqual([422, [label]])
    expect((await listKeys(api.installation, api.platform.caller)).length).toBe(before)
  })

  test('shows how much of its rate limit is used', async () => {
    const { key, id } = await makeKey(admin)
    for (let times = 0; times < 3; times += 1) await works(key)
    const { text } = await admin.get(`${SETTINGS}/advanced`)
    const card = text.slice(text.indexOf(`id="key-${id}"`))
    expect(card).toMatch(/<dt>Last 60 seconds<\/dt><dd>3 of 1,000,000 /)
  })
})

describe('a privileged key', () => {
  const fields = (password: string) => ({ level: 'privileged', currentPassword: password })

  test('is created by an owner who confirms the password', async () => {
    const { key } = await makeKey(owner, fields(PASSWORD))
    expect(key).toMatch(/^lecp_/)
    expect(await works(key)).toBe(true)
  })

  test.each([
    ['a wrong password', 'not the password', 422],
    ['no password', '', 422],
  ])('is not created with %s', async (_name, password, status) => {
    const { page, id } = await makeKey(owner, fields(password))
    expect([page.status, id]).toEqual([status, ''])
    expect(page.text).toContain('Incorrect password.')
  })

  test('is not created by an admin, even with the password', async () => {
    const { page, id } = await makeKey(admin, fields(PASSWORD))
    expect([page.status, id]).toEqual([403, ''])
    expect((await admin.get(`${SETTINGS}/advanced`)).text).not.toContain('value="privileged"')
  })

  test.each(['rotate', 'revoke'])('refuses an admin who tries to %s it', async (action) => {
    const { id, key } = await givenKey('privileged')
    const path = `${SETTINGS}/keys/${id}/${action}`
    const sent = { graceMinutes: '0', currentPassword: PASSWORD }
    expect([(await admin.get(path)).status, (await admin.post(path, sent)).status]).toEqual([403, 403])
    expect((await admin.get(`${SETTINGS}/advanced`)).text).not.toContain(path)
    expect(await works(key)).toBe(true)
  })

  test.each(['rotate', 'revoke'])('requires the password of the owner to %s it', async (action) => {
    const { id, key } = await givenKey('privileged')
    const path = `${SETTINGS}/keys/${id}/${action}`
    const refused = await owner.post(path, { graceMinutes: '0', currentPassword: 'wrong' })
    expect([refused.status, shownKey(refused), await works(key)]).toEqual([422, '', true])
    await owner.post(path, { graceMinutes: '0', currentPassword: PASSWORD })
    expect(await ends(key)).toBe(false)
  })

  test('limits the attempts to guess the password', async () => {
    const careless = await signInAs(api, 'owner')
    const statuses: number[] = []
    for (let times = 0; times < 12; times += 1) {
      statuses.push((await makeKey(careless, fields('wrong'))).page.status)
    }
    expect(statuses.at(0)).toBe(422)
    expect(statuses.at(-1)).toBe(429)
    expect((await makeKey(careless, fields(PASSWORD))).key).toBe('')
  })
})

describe('rotating and revoking', () => {
  test('a rotation shows a new key, and the old one works for the grace period', async () => {
    const { key, id } = await makeKey(admin)
    const page = await admin.submit(`${SETTINGS}/keys/${id}/rotate`, { graceMinutes: '60' })
    const rotated = shownKey(page)
    expect([await works(key), await works(rotated)]).toEqual([true, true])
    expect((await admin.get(`${SETTINGS}/advanced`)).text).toContain('Old secret expires')
    api.clock.pass(60 * 60_000)
    expect(await ends(key)).toBe(false)
    expect(await works(rotated)).toBe(true)
    owner = await signInAs(api, 'owner')
    admin = await signInAs(api, 'admin')
  })

  test('an invalid grace period is refused', async () => {
    const { key, id } = await makeKey(admin)
    for (const graceMinutes of ['-1', '10081', 'ever', '1.5']) {
      expect((await admin.post(`${SETTINGS}/keys/${id}/rotate`, { graceMinutes })).status).toBe(422)
    }
    expect(await works(key)).toBe(true)
  })

  test('the API refuses a revoked key', async () => {
    const { key, id } = await makeKey(admin)
    expect(await works(key)).toBe(true)
    expect((await admin.get(`${SETTINGS}/keys/${id}/revoke`)).text).toContain(
      'will be rejected within a second',
    )
    const done = await admin.post(`${SETTINGS}/keys/${id}/revoke`)
    expect(done.headers.location).toBe(`${SETTINGS}/advanced?done=revoked`)
    expect(await ends(key)).toBe(false)
    expect((await admin.get(`${SETTINGS}/keys/${id}/rotate`)).status).toBe(404)
  })

  test('keys of other platforms and invalid ids get 404', async () => {
    const other = await api.addPlatform(`others-${newId()}`)
    const [key] = await listKeys(api.installation, other.caller)
    for (const id of [key?.id, newId(), 'x', '%00']) {
      expect((await owner.get(`${SETTINGS}/keys/${id}/revoke`)).status).toBe(404)
      expect((await owner.post(`${SETTINGS}/keys/${id}/revoke`)).status).toBe(404)
    }
    expect(await works(other.standard)).toBe(true)
    expect((await owner.get(`${SETTINGS}/advanced`)).text).not.toContain(`${key?.id}`)
  })

  test('a key that was sent over plain HTTP is flagged', async () => {
    const plain = await startApi({ env: { LECTERN_HTTP_PORT: '0' } })
    try {
      const staff = await signInAs(plain, 'admin')
      await plain.sendPlain('GET', '/api/external/v1/talks')
      const page = await waitUntil(
        () => staff.get(`${SETTINGS}/advanced`),
        ({ text }) => text.includes('This key was sent over plain HTTP'),
      )
      expect(page.status).toBe(200)
    } finally {
      await plain[Symbol.asyncDispose]()
    }
  })
})

describe('platforms', () => {
  const PATH = `${SETTINGS}/platforms`
  const fields = (slug: string) => ({
    slug,
    name: 'Summer School',
    timezone: 'Europe/Oslo',
    email: `olga@${slug}.example.org`,
    firstName: 'Olga',
    lastName: 'Owner',
  })

  test('are created by owners of the default platform, each with its own owner', async () => {
    const page = await owner.submit(PATH, fields('summer'))
    expect(page.status).toBe(200)
    const password = /id="owner-password">([^<]+)</.exec(page.text)?.[1] ?? ''
    expect((await owner.get(PATH)).text).toContain('Summer School')
    const id = /platforms\/([0-9a-f-]+)\/hosts/.exec(page.text)?.[1]
    expect((await readPlatform(api.installation, id ?? ''))?.settings.timezone).toBe('Europe/Oslo')
    const claimed = await owner.post(`${PATH}/${id}/hosts`, { hosts: 'SUMMER.example.org' })
    expect(claimed.headers.location).toBe(`${PATH}?done=hosts`)
    const olga = new Visitor(api, { host: 'summer.example.org' })
    const answer = await olga.signIn('olga@summer.example.org', password)
    expect([answer.status, answer.headers.location]).toEqual([303, '/account/password?next=%2Fbackoffice'])
    const recorded = JSON.stringify(await changes()) + api.logged.join('')
    expect(recorded).not.toContain(password)
  })

  test('with a short name that is taken or invalid are refused', async () => {
    for (const slug of ['default', 'Upper', 'two words', '']) {
      const page = await owner.post(PATH, fields(slug))
      expect({
        slug,
        status: page.status,
        isNamed: page.text.includes('<a href="#field-slug">Short name</a>'),
      }).toEqual({
        slug,
        status: 422,
        isNamed: true,
      })
    }
  })

  test('without a time zone are refused, and the form asks for one', async () => {
    expect((await owner.get(PATH)).text).toContain('<select id="field-timezone" name="timezone"')
    const page = await owner.post(PATH, { ...fields('nowhere'), timezone: '' })
    expect([page.status, summaryProblems(page).map(([label]) => label)]).toEqual([422, ['Time zone']])
  })

  test('are hidden from admins, and from owners of other platforms', async () => {
    const other = await api.addPlatform('tenant')
    const tenant = { installation: api.installation, platform: other }
    const { email } = await addAccount(tenant, 'owner')
    await owner.post(`${PATH}/${other.caller.platform.id}/hosts`, { hosts: 'tenant.example.org' })
    const foreign = new Visitor(api, { host: 'tenant.example.org' })
    expect((await foreign.signIn(email)).status).toBe(303)
    expect((await foreign.get('/backoffice')).status).toBe(200)
    for (const visitor of [foreign, admin]) {
      expect((await visitor.get(PATH)).status).toBe(404)
      expect((await visitor.post(PATH, fields('mine'))).status).toBe(404)
      expect(
        (await visitor.post(`${PATH}/${other.caller.platform.id}/hosts`, { hosts: 'x.example.org' })).status,
      ).toBe(404)
      expect((await visitor.get(SETTINGS)).text).not.toContain('name="hosts"')
    }
    // A host name that is sent anyway is ignored.
    await foreign.post(SETTINGS, { ...general, hosts: 'stolen.example.org' })
    expect((await new Visitor(api, { host: 'stolen.example.org' }).get('/sign-in')).text).not.toContain(
      'tenant',
    )
  })

  test('cannot take the host name of another platform or of the current page', async () => {
    const [first, second] = [await api.addPlatform('first'), await api.addPlatform('second')]
    const claim = (id: string, hosts: string) => owner.post(`${PATH}/${id}/hosts`, { hosts })
    const [a, b] = [first.caller.platform.id, second.caller.platform.id]
    await claim(a, 'a.example.org\nalso.example.org')
    const taken = await claim(b, 'b.example.org, a.example.org')
    expect([
      taken.status,
      taken.text.includes('<a href="#field-hosts">Host names</a>: is already used by another platform'),
    ]).toEqual([422, true])
    const here = await claim(b, new URL(api.url).hostname)
    expect([here.status, here.text.includes('you would lose access to this page')]).toEqual([422, true])
    expect((await claim(b, 'https://b.example.org')).status).toBe(422)
    await claim(a, '')
    expect((await claim(b, 'a.example.org')).status).toBe(303)
    const { events } = await listChanges(api.installation, second.caller, anyChange, {
      cursor: undefined,
      limit: 1,
    })
    expect(events[0]?.changes).toEqual([{ pointer: '/hosts', before: [], after: ['a.example.org'] }])
  })
})

describe('the dashboard', () => {
  test('shows live and upcoming talks, and the page of the integrations keys that expire soon', async () => {
    const now = api.clock.now()
    const at = (minutes: number) => new Date(now + minutes * 60_000).toISOString()
    const talk = (title: string, start: string) =>
      api.send('PUT', `/talks/ext:${title}`, {
        body: {
          title,
          description: '',
          start,
          duration: 30,
          speakers: [{ email: 'a@example.org', firstName: 'A', lastName: 'B' }],
        },
      })
    await talk('Underway', at(-10))
    await talk('Later', at(60))
    await talk('Over', at(-60))
    const day = (days: number) => new Date(now + days * 86_400_000).toISOString().slice(0, 10)
    const soon = await makeKey(admin, { expiresAt: day(10) })
    const late = await makeKey(admin, { expiresAt: day(40) })
    const { text } = await admin.get('/backoffice')
    for (const shown of ['Underway', 'Later']) expect(text).toContain(`>${shown}</a>`)
    expect(text).not.toContain('>Over</a>')
    expect(text).toMatch(/<h2>Live now/)
    const integrations = (await admin.get('/backoffice/integrations')).text
    expect(integrations).toContain(`>${soon.name}</a>`)
    expect(integrations).not.toContain(`>${late.name}</a>`)
    expect(integrations).toContain('No webhooks yet.')
  })
})
