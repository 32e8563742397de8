// Sign-in, sessions, and forms from other sites.
import { beforeAll, describe, expect, test } from 'vitest'
import { startApi, type TestApi } from '../../../../test/support/api.ts'
import { attendee } from '../../../../test/support/bodies.ts'
import { addSite, startPlatform } from '../../../../test/support/shared-servers.ts'
import { addAccount, PASSWORD, type Page, signInAs, Visitor } from '../../../../test/support/visitors.ts'
import { HashQueue } from '../../../kernel/lib/security/hash-queue.ts'
import { hashPassword, verifyPassword } from '../../../kernel/lib/security/passwords.ts'
import { systemClock } from '../../../kernel/lib/time/clock.ts'
import { reviewRegistration } from '../../people/registrations/registrations.ts'
import { changeRole } from '../../people/roles.ts'
import { changeSettings } from '../../platforms/platforms.ts'
import { applyRetention } from '../../platforms/retention-job.ts'
import { makeResetLink } from '../links/reset-links.ts'
import { listSessions } from './sessions.ts'

const MINUTE = 60_000
const DAY = 24 * 60 * MINUTE
let api: TestApi
beforeAll(async () => {
  api = await startPlatform({ settings: { hasSignUp: true } })
})

const isIn = async (visitor: Visitor) => (await visitor.get('/account')).status === 200
const cookieOf = (visitor: Visitor) => visitor.cookies.get('__Host-lectern')
/** A page without the parts that differ between responses. */
const bare = ({ text }: Page, name: string) =>
  text
    .replaceAll(/(name="(_csrf|token)" value|nonce)="[^"]+"/g, '')
    .replaceAll(/&quot;challenge&quot;:&quot;[\w-]+/g, '')
    .replaceAll(name, '')
    .replaceAll(/\d+ seconds/g, '')

describe('signing in', () => {
  test('works with the e-mail or the username, in any case', async () => {
    const { email, username } = await addAccount(api)
    for (const name of [email, email.toUpperCase(), ` ${email} `, username, username.toUpperCase()]) {
      const answer = await new Visitor(api).signIn(name)
      expect({ name, status: answer.status, to: answer.headers.location }).toEqual({
        name,
        status: 303,
        to: '/',
      })
    }
  })

  test('sets a host-only, Secure, HttpOnly cookie, which for staff lasts until the browser is closed', async () => {
    const visitor = await signInAs(api)
    expect(visitor.setCookies.at(-1)).toMatch(
      /^__Host-lectern=[\w-]{43}; Max-Age=34560000; Path=\/; HttpOnly; Secure; SameSite=Lax$/,
    )
    expect((await signInAs(api, 'admin')).setCookies.at(-1)).toMatch(
      /^__Host-lectern=[\w-]{43}; Path=\/; HttpOnly; Secure; SameSite=Lax$/,
    )
    expect(visitor.setCookies.find((cookie) => cookie.includes('csrf'))).toMatch(
      /^__Host-csrf=\S+; Path=\/; HttpOnly; Secure; SameSite=Lax$/,
    )
  })

  test('starts a new session each time, and ends the previous one of the browser', async () => {
    const visitor = await signInAs(api)
    const before = visitor.copy(api)
    await visitor.signIn(visitor.account.email)
    expect(cookieOf(visitor)).not.toBe(cookieOf(before))
    expect([await isIn(visitor), await isIn(before)]).toEqual([true, false])
  })

  test('does not accept a session identifier from the visitor', async () => {
    const { email } = await addAccount(api)
    const visitor = new Visitor(api)
    visitor.cookies.set('__Host-lectern', 'a'.repeat(43))
    await visitor.signIn(email)
    expect(cookieOf(visitor)).not.toBe('a'.repeat(43))
  })

  test('fails with the same response for an unknown account, a wrong password, and a rejected registration', async () => {
    const known = await addAccount(api)
    const rejected = await addAccount(api)
    const { installation, platform } = api
    await reviewRegistration(installation, platform.caller, { id: rejected.id, status: 'rejected' })
    const answers = [
      ['nobody@example.org', PASSWORD],
      [known.email, 'Wrong violet kettles sing 42!'],
      [rejected.email, PASSWORD],
    ] as const
    const pages: [number, string][] = []
    for (const [name, password] of answers) {
      const page = await new Visitor(api).signIn(name, password)
      expect(page.headers['set-cookie'] ?? '').not.toContain('__Host-lectern')
      pages.push([page.status, bare(page, name)])
    }
    expect(pages[0]?.[0]).toBe(422)
    expect(pages[1]).toEqual(pages[0])
    expect(pages[2]).toEqual(pages[0])
  })

  test('verifies one full hash for an unknown account, a generated password, and a chosen one, right or wrong', async () => {
    const verified: string[] = []
    const verify = (password: string, hash: string) => {
      verified.push(hash.split('$')[3] ?? '')
      return verifyPassword(password, hash)
    }
    const hashes = new HashQueue({
      ...{ concurrency: 1, maxWaitMs: 10_000, clock: systemClock },
      ...{ hash: hashPassword, verify },
    })
    await using counted = await startApi({ hashes })
    const chosen = await addAccount(counted)
    const { body: generated } = await counted.send('POST', '/users', { body: attendee('new') })
    const signIns = [
      ['nobody@example.org', PASSWORD, 422],
      ['new@example.org', PASSWORD, 422],
      ['new@example.org', generated.password, 303],
      [chosen.email, 'Wrong violet kettles sing 42!', 422],
      [chosen.email, PASSWORD, 303],
    ] as const
    for (const [name, password, expected] of signIns) {
      verified.splice(0)
      const { status } = await new Visitor(counted).signIn(name, password)
      expect({ name, status, verified }).toEqual({ name, status: expected, verified: ['m=19456,t=2,p=1'] })
    }
  })

  test('starts a session that ends immediately if the registration is rejected', async () => {
    const visitor = await signInAs(api)
    const review = { id: visitor.account.id, status: 'rejected' as const }
    await reviewRegistration(api.installation, api.platform.caller, review)
    expect(await isIn(visitor)).toBe(false)
  })

  test.each([
    ['/agenda?day=2', '/agenda?day=2'],
    ['/account/profile', '/account/profile'],
    ['https://evil.example', '/'],
    ['//evil.example', '/'],
    ['/\\evil.example', '/'],
    ['/\t/evil.example', '/'],
    ['/.//evil.example', '/'],
    ['/agenda/..//evil.example', '/'],
    ['/%2e/\\evil.example', '/'],
    ['javascript:alert(1)', '/'],
    ['', '/'],
  ])('redirects only to pages of this site: %j to %s', async (next, to) => {
    const { email } = await addAccount(api)
    const visitor = new Visitor(api)
    const page = await visitor.get(`/sign-in?next=${encodeURIComponent(next)}`)
    const [, kept = ''] = /name="next" value="([^"]*)"/.exec(page.text) ?? []
    expect(kept).toBe(to)
    expect((await visitor.signIn(email, PASSWORD, { next })).headers.location).toBe(to)
  })

  test.each([
    ['', '/backoffice'],
    ['/agenda', '/backoffice'],
    ['/talks/some-talk', '/talks/some-talk'],
    ['/backoffice/talks?page=2', '/backoffice/talks?page=2'],
  ])('leads staff from %j to %s', async (next, to) => {
    const { email } = await addAccount(api, 'admin')
    const visitor = new Visitor(api)
    expect((await visitor.signIn(email, PASSWORD, { next })).headers.location).toBe(to)
    expect((await visitor.get(`/sign-in?next=${encodeURIComponent(next)}`)).headers.location).toBe(to)
  })

  test('leads back to the page with the link to it', async () => {
    const visitor = new Visitor(api)
    expect((await visitor.get('/agenda')).text).toContain('href="/sign-in?next=%2Fagenda"')
    expect((await visitor.get('/sign-up')).text).not.toContain('/sign-in?next')
  })

  test('remembers the page that required it', async () => {
    const visitor = new Visitor(api)
    const answer = await visitor.get('/account/sessions')
    expect([answer.status, answer.headers.location]).toEqual([303, '/sign-in?next=%2Faccount%2Fsessions'])
  })
})

describe('password attempts', () => {
  const tries = async (count: number, name: (n: number) => string, make: () => Visitor) => {
    const statuses: number[] = []
    for (let n = 0; n < count; n++) statuses.push((await make().signIn(name(n), 'Wrong')).status)
    return statuses
  }

  test.each(['an account', 'an unknown account'])(
    'are limited to ten a minute for %s, from any address',
    async (who) => {
      const email = who === 'an account' ? (await addAccount(api)).email : 'nobody-at-all@example.org'
      expect(
        await tries(
          10,
          () => email,
          () => new Visitor(api),
        ),
      ).toEqual(Array(10).fill(422))
      const refused = await new Visitor(api).signIn(email.toUpperCase())
      expect(refused.status).toBe(429)
      expect(Number(refused.headers['retry-after'])).toBe(60)
      expect(refused.text).toContain('Try again in 60 seconds')
      api.clock.pass(MINUTE)
      expect((await new Visitor(api).signIn(email)).status).toBe(who === 'an account' ? 303 : 422)
    },
  )

  test('are limited to 30 a minute from one address, for any account', async () => {
    const { email } = await addAccount(api)
    const make = () => new Visitor(api, { from: '127.9.9.9' })
    expect(await tries(30, (n) => `nobody-${n}@example.net`, make)).toEqual(Array(30).fill(422))
    expect((await make().signIn(email)).status).toBe(429)
    expect((await new Visitor(api).signIn(email)).status).toBe(303)
  })

  test.each([
    ['/account/password', { password: 'Other violet kettles 77!', repeated: 'Other violet kettles 77!' }],
    ['/account/delete', {}],
    [
      '/account/profile',
      { username: 'changed', email: 'changed@example.org', firstName: 'A', lastName: 'B' },
    ],
  ])('are limited to ten a minute at %s', async (path, fields) => {
    const visitor = await signInAs(api)
    for (let n = 0; n < 10; n++)
      expect((await visitor.post(path, { ...fields, currentPassword: 'Wrong' })).status).toBe(422)
    const refused = await visitor.post(path, { ...fields, currentPassword: PASSWORD })
    expect([refused.status, refused.headers['retry-after']]).toEqual([429, '60'])
    expect(await isIn(visitor)).toBe(true)
  })
})

describe('a session', () => {
  test.each([
    ['attendee', 30 * DAY, 'after 30 days without activity'],
    ['speaker', 30 * DAY, 'after 30 days without activity'],
    ['admin', 30 * MINUTE, 'after 30 minutes without activity'],
    ['owner', 30 * MINUTE, 'after 30 minutes without activity'],
  ] as const)('of an %s ends after %i ms without use, which its page says', async (role, idle, text) => {
    const visitor = await signInAs(api, role)
    expect((await visitor.get('/account/sessions')).text).toContain(text)
    api.clock.pass(idle - 1)
    await applyRetention(api.installation)
    expect(await isIn(visitor)).toBe(true)
    api.clock.pass(idle)
    expect(await isIn(visitor)).toBe(false)
  })

  test('of an attendee lasts while it is used, until the account becomes staff', async () => {
    const { installation, platform } = api
    const visitor = await signInAs(api)
    for (let month = 0; month < 6; month++) {
      api.clock.pass(29 * DAY)
      expect(await isIn(visitor)).toBe(true)
    }
    await changeRole(installation, platform.caller, { id: visitor.account.id, role: 'admin' })
    expect(await isIn(visitor)).toBe(false)
  })

  test('is deleted once it has ended, and not before', async () => {
    const { installation } = api
    const [attendee, admin] = [await signInAs(api), await signInAs(api, 'admin')]
    const rows = async () =>
      Promise.all(
        [attendee, admin].map(async ({ account }) => (await listSessions(installation, account.id)).length),
      )
    api.clock.pass(30 * MINUTE + 1)
    await applyRetention(installation)
    expect(await rows()).toEqual([1, 0])
    api.clock.pass(30 * DAY)
    await applyRetention(installation)
    expect(await rows()).toEqual([0, 0])
  })

  test('of an admin ends after 12 hours even if it is used', async () => {
    const visitor = await signInAs(api, 'admin')
    for (let used = 0; used < 36; used++) {
      expect(await isIn(visitor)).toBe(true)
      api.clock.pass(20 * MINUTE)
    }
    expect(await isIn(visitor)).toBe(false)
  })

  test('ends with the sign-out, even for a copy of the cookie', async () => {
    const visitor = await signInAs(api)
    const thief = visitor.copy(api)
    expect(await isIn(thief)).toBe(true)
    const answer = await visitor.post('/sign-out')
    expect([answer.status, answer.headers.location, cookieOf(visitor)]).toEqual([303, '/', undefined])
    expect(await isIn(thief)).toBe(false)
  })

  test('is valid only on its own platform', async () => {
    const visitor = await signInAs(api)
    const there = new Visitor(await addSite(api))
    for (const [name, value] of visitor.cookies) there.cookies.set(name, value)
    expect([await isIn(visitor), await isIn(there)]).toEqual([true, false])
    expect((await there.signIn(visitor.account.email)).status).toBe(422)
  })

  test('is listed with its device, and can be ended from another device', async () => {
    const [phone, laptop] = [await signInAs(api), new Visitor(api)]
    const headers = { 'user-agent': 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0' }
    await laptop.post('/sign-in', { name: phone.account.email, password: PASSWORD }, { headers })
    const page = await phone.get('/account/sessions')
    expect(page.text.match(/class="card session"/g)).toHaveLength(2)
    expect(page.text).toContain('Firefox on Linux')
    const [, id = ''] = /name="session" value="([^"]+)"/.exec(page.text) ?? []
    expect((await phone.post('/account/sessions/end', { session: id })).status).toBe(303)
    expect([await isIn(phone), await isIn(laptop)]).toEqual([true, false])
  })

  test('can end all other sessions of its account, and no session of another account', async () => {
    const [own, stranger] = [await signInAs(api), await signInAs(api)]
    const others = [new Visitor(api), new Visitor(api)]
    for (const other of others) await other.signIn(own.account.email)
    expect((await own.post('/account/sessions/end-others')).status).toBe(303)
    expect([await isIn(own), ...(await Promise.all(others.map(isIn))), await isIn(stranger)]).toEqual([
      true,
      false,
      false,
      true,
    ])
  })

  test('cannot be ended by another account', async () => {
    const [own, second, stranger] = [await signInAs(api), new Visitor(api), await signInAs(api)]
    await second.signIn(own.account.email)
    const page = await own.get('/account/sessions')
    const [, id = ''] = /name="session" value="([^"]+)"/.exec(page.text) ?? []
    await stranger.get('/account/sessions')
    await stranger.post('/account/sessions/end', { session: id })
    expect([await isIn(own), await isIn(second)]).toEqual([true, true])
  })
})

describe('a form', () => {
  const own = { password: 'Other violet kettles 77!', repeated: 'Other violet kettles 77!' }
  const person = { firstName: 'Robin', lastName: 'Foreign', email: 'foreign@example.org' }
  const routes = (token: string): [path: string, fields: Record<string, string>][] => [
    ['/sign-in', { name: 'nobody@example.org', password: PASSWORD }],
    ['/sign-out', {}],
    ['/sign-up', { ...person, ...own }],
    [`/reset/${token}`, own],
    ['/setup/none', { ...person, ...own, name: 'Foreign', timezone: 'UTC', accent: '#123456' }],
    ['/account/profile', { ...person, username: 'foreign', currentPassword: PASSWORD }],
    ['/account/password', { ...own, currentPassword: PASSWORD }],
    ['/account/two-factor/on', { code: '123456' }],
    ['/account/two-factor/off', { currentPassword: PASSWORD }],
    ['/account/sessions/end', { session: 'none' }],
    ['/account/sessions/end-others', {}],
    ['/account/delete', { currentPassword: PASSWORD }],
  ]

  test.each<[what: string, headers: Record<string, string>, fields: Record<string, string>]>([
    ['from another site, by Origin', { origin: 'https://evil.example' }, {}],
    ['from a page without TLS, by Origin', { origin: 'http://127.0.0.1' }, {}],
    ['from a page without an origin', { origin: 'null' }, {}],
    ['from another site, by Sec-Fetch-Site', { 'sec-fetch-site': 'cross-site' }, {}],
    ['from another host of the same site, by Sec-Fetch-Site', { 'sec-fetch-site': 'same-site' }, {}],
    ['without its token', {}, { _csrf: '' }],
    ['with a forged token', {}, { _csrf: 'abcdefgh-0123456789012345678901234567890' }],
  ])('%s gets 403 on every route and changes nothing', async (_what, headers, fields) => {
    const visitor = await signInAs(api, 'owner')
    const second = new Visitor(api)
    await second.signIn(visitor.account.email)
    const link = await makeResetLink(api.installation, api.platform.caller, { userId: visitor.account.id })
    const before = await visitor.get('/account/export')
    for (const [path, own] of routes(link.token)) {
      const page = await visitor.post(path, { ...own, ...fields }, { headers })
      expect([path, page.status]).toEqual([path, 403])
      expect(page.headers['set-cookie'] ?? '').not.toContain('__Host-lectern')
    }
    expect(JSON.parse((await visitor.get('/account/export')).text)).toEqual(JSON.parse(before.text))
    expect([await isIn(visitor), await isIn(second)]).toEqual([true, true])
    expect((await new Visitor(api).signIn('foreign@example.org', own.password)).status).toBe(422)
  })

  test('with the token of another visitor gets 403', async () => {
    const [visitor, other] = [await signInAs(api), await signInAs(api)]
    const page = await other.get('/account/profile')
    const [, token = ''] = /name="_csrf" value="([^"]+)"/.exec(page.text) ?? []
    expect((await visitor.post('/account/sessions/end-others', { _csrf: token })).status).toBe(403)
  })

  test('with a null character gets 422, and one of another media type gets 415', async () => {
    const visitor = await signInAs(api)
    expect((await visitor.post('/sign-in', { name: 'a\u0000b', password: 'x' })).status).toBe(422)
    const page = await visitor.post('/sign-in', {}, { headers: { 'content-type': 'text/plain' } })
    expect(page.status).toBe(415)
  })
})

test('account pages and forms redirect visitors to the sign-in', async () => {
  const visitor = new Visitor(api)
  for (const path of ['', '/profile', '/password', '/sessions', '/two-factor', '/export', '/delete']) {
    const page = await visitor.get(`/account${path}`)
    expect([path, page.status, page.headers.location]).toEqual([
      path,
      303,
      `/sign-in?next=${encodeURIComponent(`/account${path}`)}`,
    ])
  }
  for (const path of ['/profile', '/password', '/sessions/end-others', '/two-factor/on', '/delete']) {
    const page = await visitor.post(`/account${path}`)
    expect([path, page.status, page.headers.location]).toEqual([path, 303, '/sign-in'])
  }
})

test('a form sent after its session ended returns to its page after the sign-in, if the page is on this site', async () => {
  const visitor = await signInAs(api)
  await visitor.get('/account/profile')
  api.clock.pass(30 * DAY)
  const from = async (referer: string) =>
    (await visitor.post('/account/profile', {}, { headers: { referer } })).headers.location
  const own = `https://${new URL(api.url).host}`
  expect(await from(`${own}/account/profile?done=saved`)).toBe(
    '/sign-in?next=%2Faccount%2Fprofile%3Fdone%3Dsaved',
  )
  for (const other of ['https://evil.example/account', 'http://localhost/account', 'about:blank', ''])
    expect([other, await from(other)]).toEqual([other, '/sign-in'])
})

test('account pages are never cached and send no referrer to other sites', async () => {
  const visitor = await signInAs(api)
  const { headers } = await visitor.get('/account/profile')
  expect(headers).toMatchObject({ 'cache-control': 'no-store', 'referrer-policy': 'same-origin' })
  expect(headers['content-security-policy']).toMatch(
    /default-src 'none'; script-src 'nonce-[\w-]{22}'; style-src 'self';/,
  )
})

test('the sign-up gets 404 if the platform does not allow it', async () => {
  const { installation, platform } = api
  await changeSettings(installation, platform.caller, { hasSignUp: false })
  const visitor = new Visitor(api)
  expect((await visitor.get('/sign-up')).status).toBe(404)
  expect((await visitor.post('/sign-up', { email: 'late@example.org' })).status).toBe(404)
  await changeSettings(installation, platform.caller, { hasSignUp: true })
  expect((await visitor.get('/sign-up')).status).toBe(200)
})
