// The first run: the setup link of a platform without an owner, and the form behind it.
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { startApi, type TestApi } from '../../../../test/support/api.ts'
import { PASSWORD, type Page, Visitor } from '../../../../test/support/visitors.ts'
import { findPlatform } from '../../platforms/platforms.ts'
import type { PlatformRow } from '../../platforms/tables.ts'
import { completeSetup, makeSetupLink } from './setup.ts'

const DAY = 24 * 60 * 60_000
let api: TestApi
let platform: PlatformRow

const wizard = {
  name: 'Northern Lights Conf',
  timezone: 'Europe/Oslo',
  language: 'de',
  firstName: 'Olga',
  lastName: 'Owner',
  email: 'olga@example.org',
  password: PASSWORD,
  repeated: PASSWORD,
}
const problemsOn = ({ text }: Page) =>
  [...text.matchAll(/id="field-([\w-]+)-problem"[^>]*>([^<]+)</g)].map(([, field, message]) => [
    field,
    message,
  ])

async function link(): Promise<string> {
  const token = await makeSetupLink(api.installation, platform)
  if (token === undefined) throw new Error('There is an owner.')
  return `/setup/${token}`
}

test('the home page of a site without an owner says how to set it up, and no longer once it has one', async () => {
  await using fresh = await startApi()
  const visitor = new Visitor(fresh)
  const notice = 'This site is not set up yet.'
  expect((await visitor.get('/')).text).toContain(notice)
  const found = await findPlatform(fresh.installation, 'default')
  const token = found && (await makeSetupLink(fresh.installation, found))
  expect((await visitor.post(`/setup/${token}`, wizard)).status).toBe(303)
  expect((await visitor.get('/')).text).not.toContain(notice)
  expect((await new Visitor(fresh).get('/')).text).not.toContain(notice)
})

describe('the setup', () => {
  beforeEach(async () => {
    api = await startApi()
    const found = await findPlatform(api.installation, 'default')
    if (!found) throw new Error('There is no default platform.')
    platform = found
  })
  afterEach(() => api[Symbol.asyncDispose]())

  test('sets the name, language, and time zone of the platform, creates its owner, and signs in', async () => {
    await using own = await startApi()
    const found = await findPlatform(own.installation, 'default')
    const path = `/setup/${await makeSetupLink(own.installation, found as PlatformRow)}`
    const [visitor, late] = [new Visitor(own), new Visitor(own)]
    const first = (await visitor.get(path)).text
    expect(first).toContain('Your account')
    expect(first).toMatch(/name="name"[^>]* value\/>/)
    expect(first).not.toMatch(/<nav|schedule\.ics|href="\/sign-in"/)
    await late.get(path)
    const answer = await visitor.post(path, wizard)
    expect([answer.status, answer.headers.location]).toEqual([303, '/backoffice/setup/place'])
    expect(visitor.setCookies.at(-1)).toMatch(
      /^__Host-lectern=[\w-]{43}; Path=\/; HttpOnly; Secure; SameSite=Lax$/,
    )
    expect((await visitor.get('/account')).text).toContain('Olga Owner')
    const changed = await findPlatform(own.installation, 'default')
    expect(changed).toMatchObject({
      name: 'Northern Lights Conf',
      settings: { timezone: 'Europe/Oslo', language: 'de', firstSteps: { isZoneConfirmed: true } },
    })
    const owner = (await own.send('GET', '/users/olga@example.org')).body
    expect(owner).toMatchObject({ role: 'owner', registrationStatus: 'accepted', firstName: 'Olga' })
    expect((await visitor.get('/account', { headers: { 'accept-language': 'fr' } })).text).toContain(
      '<html lang="de"',
    )
    // The link is used up, and there cannot be another one.
    expect((await late.get(path)).status).toBe(404)
    expect((await late.post(path, { ...wizard, email: 'second@example.org' })).status).toBe(404)
    expect((await own.send('GET', '/users/second@example.org')).status).toBe(404)
    expect(await makeSetupLink(own.installation, changed as PlatformRow)).toBeUndefined()
    expect((await new Visitor(own).signIn('olga@example.org')).headers.location).toBe('/backoffice')
    expect(own.logged.join('')).not.toContain(path.slice('/setup/'.length))
  })

  test('asks for dates and place, and for how people take part, after the account', async () => {
    const visitor = new Visitor(api)
    await visitor.post(await link(), wizard)
    const [place, format] = ['/backoffice/setup/place', '/backoffice/setup/format']
    expect((await visitor.get(place)).text).toContain('2 von 3')
    const wrong = await visitor.post(place, { firstDay: '2027-05-21', lastDay: '2027-05-20' })
    expect([wrong.status, problemsOn(wrong).map(([field]) => field)]).toEqual([422, ['lastDay']])
    const days = { firstDay: '2027-05-20', lastDay: '2027-05-21' }
    const placed = await visitor.post(place, { ...days, venue: 'Rathaus, Oslo' })
    expect([placed.status, placed.headers.location]).toEqual([303, format])
    expect((await visitor.post(format, { format: 'hybrid' })).status).toBe(422)
    const done = await visitor.post(format, { format: 'online' })
    expect([done.status, done.headers.location]).toEqual([303, '/backoffice'])
    const changed = await findPlatform(api.installation, 'default')
    expect(changed?.settings).toMatchObject({ ...days, venue: 'Rathaus, Oslo', format: 'online' })
  })

  test('has a link that is valid for one day and can be opened several times', async () => {
    const path = await link()
    const visitor = new Visitor(api)
    api.clock.pass(DAY - 1)
    expect((await visitor.get(path)).status).toBe(200)
    api.clock.pass(1)
    expect((await visitor.get(path)).status).toBe(404)
    expect((await visitor.post(path, wizard)).status).toBe(404)
  })

  test('responds to an unknown link with 404', async () => {
    const visitor = new Visitor(api)
    expect((await visitor.get('/setup/none')).status).toBe(404)
    expect((await visitor.post('/setup/none', wizard)).status).toBe(404)
  })

  test('reports all invalid fields, and the link stays valid', async () => {
    const path = await link()
    const visitor = new Visitor(api)
    const page = await visitor.post(path, {
      ...wizard,
      name: '',
      timezone: 'Mars/Olympus',
      email: 'olga',
      lastName: '',
      password: 'Too short 1',
      repeated: 'Too short 2',
    })
    expect([page.status, problemsOn(page)]).toEqual([
      422,
      [
        ['name', 'must not be empty'],
        ['timezone', 'must be an IANA time zone'],
        ['lastName', 'must not be empty'],
        ['email', 'must be an e-mail address'],
        ['password', 'must have at least 15 characters'],
        ['repeated', 'The passwords do not match.'],
      ],
    ])
    const own = 'Northern-Lights-Conf-2027'
    const weak = await visitor.post(path, { ...wizard, password: own, repeated: own })
    expect(problemsOn(weak)).toEqual([['password', 'is easy to guess; use several unrelated words']])
    expect((await visitor.get(path)).status).toBe(200)
  })

  test('refuses the e-mail of an account that is not an owner', async () => {
    const body = { email: 'taken@example.org', type: 'Attendee', firstName: 'Taken', lastName: 'Already' }
    await api.send('POST', '/users', { body })
    const page = await new Visitor(api).post(await link(), { ...wizard, email: 'taken@example.org' })
    expect([page.status, problemsOn(page)]).toEqual([
      422,
      [['email', 'already belongs to another account; use another e-mail']],
    ])
    expect((await api.send('GET', '/users/taken@example.org')).body.role).toBe('attendee')
  })

  test('creates only one owner if several people finish it at the same time', async () => {
    const paths = [await link(), await link(), await link()]
    const device = { address: '127.0.0.1', agent: '' }
    const results = await Promise.all(
      paths.map((path, n) =>
        completeSetup(api.installation, platform, {
          token: path.slice('/setup/'.length),
          device,
          setup: {
            platform: { name: `Raced ${n}` },
            owner: { email: `raced-${n}@example.org`, firstName: 'Raced', lastName: 'Owner' },
            password: PASSWORD,
          },
        }),
      ),
    )
    expect(results.map(({ status }) => status).sort()).toEqual(['done', 'no_link', 'no_link'])
    const owners = (await api.send('GET', '/users?role=owner')).body.items
    expect(owners).toHaveLength(1)
  })
})
