// Choosing a password, reset links, and two-factor authentication.
import { Secret, TOTP } from 'otpauth'
import { beforeAll, describe, expect, test } from 'vitest'
import type { TestApi } from '../../../../test/support/api.ts'
import { startPlatform } from '../../../../test/support/shared-servers.ts'
import { addAccount, PASSWORD, type Page, signInAs, Visitor } from '../../../../test/support/visitors.ts'
import type { Caller } from '../../../kernel/changes/services.ts'
import { listEvents } from '../../audit/store.ts'
import { usersByEmails } from '../../people/store.ts'
import { saveUser } from '../../people/users.ts'
import { changeSettings } from '../../platforms/platforms.ts'
import type { PlatformSettings } from '../../platforms/schema.ts'
import { makeResetLink, resetPassword } from '../links/reset-links.ts'
import { clearTwoFactor } from '../two-factor/two-factor.ts'

const MINUTE = 60_000
const DAY = 24 * 60 * MINUTE
const OTHER = 'Nine amber lanterns drift 7?'
let api: TestApi
beforeAll(async () => {
  api = await startPlatform()
})

const isIn = async (visitor: Visitor) => (await visitor.get('/account')).status === 200
const canSignIn = async (name: string, password: string) =>
  (await new Visitor(api).signIn(name, password)).status === 303
const chosen = (password: string) => ({ password, repeated: password })
/** The problems displayed at the fields. */
const problemsOn = ({ text }: Page) =>
  [...text.matchAll(/class="problem"[^>]*>([^<]+)</g)].map(([, message]) => message)
const asAdmin = (): Caller => ({
  ...api.platform.caller,
  actor: { kind: 'user', id: 'some-admin', level: 'standard' },
})

async function eventsAbout(objectId: string) {
  const { installation, platform } = api
  const filter = { actor: null, objectKind: null, action: null, objectId, from: null, to: null }
  return installation.store.read(
    listEvents({ platformId: platform.caller.platform.id, ...filter, before: null, limit: 100 }),
  )
}

/** An account created through the API, with its generated password. */
async function generated(email: string) {
  const body = { email, type: 'Attendee', firstName: 'Ada', lastName: 'Made' }
  return (await api.send('POST', '/users', { body })).body as { id: string; password: string }
}

describe('a generated password', () => {
  test('must be changed before any other account page opens', async () => {
    const { id, password } = await generated('forced@example.org')
    const visitor = new Visitor(api)
    expect((await visitor.signIn('forced@example.org', password)).headers.location).toBe('/account/password')
    for (const path of ['', '/profile', '/sessions', '/two-factor', '/export', '/delete']) {
      const page = await visitor.get(`/account${path}`)
      expect([path, page.status, page.headers.location]).toEqual([path, 303, '/account/password'])
    }
    const post = await visitor.post('/account/profile', { firstName: 'Changed' })
    expect([post.status, post.headers.location]).toEqual([303, '/account/password'])
    expect((await api.send('GET', `/users/${id}`)).body.firstName).toBe('Ada')
    const page = await visitor.get('/account/password')
    expect(page.status).toBe(200)
    expect(page.text).toContain('Choose your own password')
  })

  test('leads on to the page that asked for signing in, after it was changed', async () => {
    const { password } = await generated('led-on@example.org')
    const visitor = new Visitor(api)
    const answer = await visitor.signIn('led-on@example.org', password, { next: '/account/sessions?x=1' })
    const location = '/account/password?next=%2Faccount%2Fsessions%3Fx%3D1'
    expect([answer.status, answer.headers.location]).toEqual([303, location])
    const nextOn = ({ text }: Page) => /name="next" value="([^"]*)"/.exec(text)?.[1] ?? ''
    expect(nextOn(await visitor.get(location))).toBe('/account/sessions?x=1')
    expect(nextOn(await visitor.get('/account/password?next=https://evil.example'))).toBe('/')
    const next = '/account/sessions?x=1'
    const refused = await visitor.post('/account/password', {
      currentPassword: 'Wrong',
      ...chosen(OTHER),
      next,
    })
    expect([refused.status, nextOn(refused)]).toEqual([422, next])
    const changed = await visitor.post('/account/password', {
      currentPassword: password,
      ...chosen(OTHER),
      next,
    })
    expect([changed.status, changed.headers.location]).toEqual([303, next])
  })

  test('must be changed before an owner can open the Back Office', async () => {
    const body = { email: 'new-owner@example.org', firstName: 'Olga', lastName: 'Made' }
    const { privileged: key } = api.platform
    const { password } = (await api.send('POST', '/users/owner', { body, key })).body
    const visitor = new Visitor(api)
    await visitor.signIn('new-owner@example.org', password)
    const before = await visitor.get('/backoffice')
    expect([before.status, before.headers.location]).toEqual([303, '/account/password'])
    await visitor.post('/account/password', { currentPassword: password, ...chosen(OTHER) })
    expect((await visitor.get('/backoffice')).headers.location).not.toBe('/account/password')
  })

  test('stops working after it is changed, and its earlier sessions end', async () => {
    const { password } = await generated('changing@example.org')
    const [visitor, thief] = [new Visitor(api), new Visitor(api)]
    await visitor.signIn('changing@example.org', password)
    await thief.signIn('changing@example.org', password)
    const cookie = visitor.copy(api)
    const answer = await visitor.post('/account/password', { currentPassword: password, ...chosen(OTHER) })
    expect([answer.status, answer.headers.location]).toEqual([303, '/account?done=password'])
    expect([await isIn(visitor), await isIn(thief), await isIn(cookie)]).toEqual([true, false, false])
    expect([
      await canSignIn('changing@example.org', password),
      await canSignIn('changing@example.org', OTHER),
    ]).toEqual([false, true])
  })

  test('expires after seven days, and a reset link sets a new one', async () => {
    const { id, password } = await generated('late@example.org')
    api.clock.pass(7 * DAY - 1)
    expect(await canSignIn('late@example.org', password)).toBe(true)
    api.clock.pass(1)
    const late = await new Visitor(api).signIn('late@example.org', password)
    expect([late.status, late.text.includes('This password has expired.')]).toEqual([422, true])
    // Without the password, nothing reveals that it has expired.
    const wrong = await new Visitor(api).signIn('late@example.org', PASSWORD)
    expect(wrong.text).not.toContain('expired')
    const { token } = await makeResetLink(api.installation, asAdmin(), { userId: id })
    await new Visitor(api).post(`/reset/${token}`, chosen(OTHER))
    expect(await canSignIn('late@example.org', OTHER)).toBe(true)
  })
})

describe('changing a password', () => {
  test('requires the current password', async () => {
    const visitor = await signInAs(api)
    const page = await visitor.post('/account/password', { currentPassword: OTHER, ...chosen(OTHER) })
    expect([page.status, problemsOn(page)]).toEqual([422, ['Incorrect password.']])
    expect(await canSignIn(visitor.account.email, PASSWORD)).toBe(true)
  })

  const strict: PlatformSettings['password'] = { minLength: 24, digits: true, symbols: true }
  const usual: PlatformSettings['password'] = { minLength: 8, digits: false, symbols: false }
  const COMMON = 'is easy to guess; use several unrelated words'
  test.each<[what: string, password: string, message: string, rule: PlatformSettings['password']]>([
    ['of 14 characters', 'Quiet otter 77', 'must have at least 15 characters', usual],
    ['of 257 characters', `Aq${'ö7x'.repeat(85)}`, 'must have at most 256 characters', usual],
    ['without an uppercase letter', 'seven violet kettles sing', 'must have an uppercase letter', usual],
    ['without a lowercase letter', 'SEVEN VIOLET KETTLES SING', 'must have a lowercase letter', usual],
    ['that is the current one', PASSWORD, 'must differ from the current password', usual],
    ['of a repeated word', 'PasswordPassword', COMMON, usual],
    ['of a word and digits', 'Password12345678', COMMON, usual],
    ['with digits in place of letters', 'P4ssw0rd-P4ssw0rd', COMMON, usual],
    ['of adjacent keys', 'Qwertyuiop1234567', COMMON, usual],
    ['of a known phrase', 'Correct horse battery staple', COMMON, usual],
    ['of one repeated letter', 'Aaaaaaaaaaaaaaaaa', COMMON, usual],
    ['of the user’s own name', 'Robin-Sample-2027!', COMMON, usual],
    [
      'shorter than the platform requires',
      'Nine amber 7? lanterns',
      'must have at least 24 characters',
      strict,
    ],
    [
      'without the digit that the platform requires',
      'Nine amber lanterns drift?',
      'must have a digit',
      strict,
    ],
    [
      'without the symbol that the platform requires',
      'NineAmberLanternsDrift7here',
      'must have a symbol',
      strict,
    ],
  ])('refuses a password %s', async (_what, password, message, rule) => {
    const { installation, platform } = api
    const visitor = await signInAs(api)
    await changeSettings(installation, platform.caller, { password: rule })
    const page = await visitor.post('/account/password', { currentPassword: PASSWORD, ...chosen(password) })
    await changeSettings(installation, platform.caller, { password: usual })
    expect([page.status, problemsOn(page)]).toEqual([422, [message]])
    expect(page.text).not.toContain(`value="${password}"`)
    expect(await isIn(visitor)).toBe(true)
  })

  test('refuses a password that does not match its confirmation', async () => {
    const visitor = await signInAs(api)
    const fields = { currentPassword: PASSWORD, password: OTHER, repeated: `${OTHER}x` }
    const page = await visitor.post('/account/password', fields)
    expect([page.status, problemsOn(page)]).toEqual([422, ['The passwords do not match.']])
  })

  test('reports all problems at once', async () => {
    const visitor = await signInAs(api)
    const wrong = { password: 'too short', repeated: 'too' }
    const fields = { currentPassword: OTHER, ...wrong }
    const all = [
      'must have at least 15 characters; must have an uppercase letter',
      'The passwords do not match.',
    ]
    const page = await visitor.post('/account/password', fields)
    expect([page.status, problemsOn(page)]).toEqual([422, ['Incorrect password.', ...all]])
    const { token } = await makeResetLink(api.installation, asAdmin(), { userId: visitor.account.id })
    const reset = await new Visitor(api).post(`/reset/${token}`, wrong)
    expect([reset.status, problemsOn(reset)]).toEqual([422, all])
  })

  test('invalidates earlier reset links', async () => {
    const visitor = await signInAs(api)
    const { token } = await makeResetLink(api.installation, asAdmin(), { userId: visitor.account.id })
    await visitor.post('/account/password', { currentPassword: PASSWORD, ...chosen(OTHER) })
    expect((await new Visitor(api).get(`/reset/${token}`)).status).toBe(404)
  })

  test('is recorded in the history, without the password, its hash, or a token', async () => {
    const visitor = await signInAs(api)
    const { id, email } = visitor.account
    await visitor.post('/account/password', { currentPassword: PASSWORD, ...chosen(OTHER) })
    const events = await eventsAbout(id)
    expect(events.map(({ type, actorKind }) => [type, actorKind])).toEqual([
      ['user.password_changed', 'user'],
      ['user.password_reset', 'system'],
      ['user.email_proved', 'system'],
      ['user.reset_link_made', 'system'],
      ['user.created', 'system'],
    ])
    const [user] = await api.installation.store.read(
      usersByEmails({ platformId: api.platform.caller.platform.id, emailKeys: [email] }),
    )
    const cookie = visitor.cookies.get('__Host-lectern') ?? ''
    for (const secret of [PASSWORD, OTHER, user?.passwordHash ?? '', cookie, '$argon2id$']) {
      expect(JSON.stringify(events)).not.toContain(secret)
      expect(api.logged.join('')).not.toContain(secret)
    }
  })
})

describe('a reset link', () => {
  const linkFor = async (email: string) => {
    const account = await addAccount(api, 'attendee', { email })
    const { token } = await makeResetLink(api.installation, asAdmin(), { userId: account.id })
    return { ...account, token }
  }

  test('can be opened several times, sets a password once, and ends all sessions', async () => {
    const { email, token } = await linkFor('linked@example.org')
    const [other, visitor] = [new Visitor(api), new Visitor(api)]
    await other.signIn(email)
    for (let looks = 0; looks < 2; looks++) {
      const page = await visitor.get(`/reset/${token}`)
      expect([page.status, page.text.includes(email)]).toEqual([200, true])
    }
    expect((await visitor.post(`/reset/${token}`, chosen('Password12345678'))).status).toBe(422)
    const answer = await visitor.post(`/reset/${token}`, chosen(OTHER))
    expect([answer.status, answer.headers.location]).toEqual([303, '/sign-in?done=reset'])
    expect(answer.headers['set-cookie'] ?? '').not.toContain('__Host-lectern=')
    expect((await visitor.post(`/reset/${token}`, chosen(PASSWORD))).status).toBe(404)
    expect([await isIn(other), await canSignIn(email, PASSWORD), await canSignIn(email, OTHER)]).toEqual([
      false,
      false,
      true,
    ])
  })

  test('is valid for 24 hours', async () => {
    const { token } = await linkFor('daily@example.org')
    const visitor = new Visitor(api)
    api.clock.pass(DAY - 1)
    expect((await visitor.get(`/reset/${token}`)).status).toBe(200)
    api.clock.pass(1)
    expect((await visitor.get(`/reset/${token}`)).status).toBe(404)
    expect((await visitor.post(`/reset/${token}`, chosen(OTHER))).status).toBe(404)
  })

  test('gets the same response whether it is used, unknown, or malformed', async () => {
    const { token } = await linkFor('spent@example.org')
    await new Visitor(api).post(`/reset/${token}`, chosen(OTHER))
    const pages = [token, 'a'.repeat(43), '%00', 'x'].map((one) => new Visitor(api).get(`/reset/${one}`))
    const bare = (await Promise.all(pages)).map(({ status, text }) => [
      status,
      text.replaceAll(/nonce="[^"]+"/g, ''),
    ])
    expect(new Set(bare.map((page) => JSON.stringify(page))).size).toBe(1)
    expect(bare[0]?.[0]).toBe(404)
  })

  test('invalidates earlier links of the account', async () => {
    const { id, token } = await linkFor('twice@example.org')
    const second = await makeResetLink(api.installation, asAdmin(), { userId: id })
    expect((await new Visitor(api).get(`/reset/${token}`)).status).toBe(404)
    expect((await new Visitor(api).get(`/reset/${second.token}`)).status).toBe(200)
  })

  test('sets only one password if it is used several times at once', async () => {
    const { token } = await linkFor('raced@example.org')
    const { installation, platform } = api
    const row = platform.caller.platform as Parameters<typeof resetPassword>[1]
    const results = await Promise.all(
      [OTHER, `${OTHER}!`, `${OTHER}?`].map((password) =>
        resetPassword(installation, row, { token, password }),
      ),
    )
    expect(results.map(({ status }) => status).sort()).toEqual(['done', 'no_link', 'no_link'])
  })

  test('for an admin or owner can be created only by an owner', async () => {
    for (const role of ['admin', 'owner'] as const) {
      const { id } = await addAccount(api, role)
      const { installation, platform } = api
      await expect(makeResetLink(installation, asAdmin(), { userId: id })).rejects.toMatchObject({
        code: 'protected_account',
      })
      await expect(makeResetLink(installation, platform.caller, { userId: id })).resolves.toMatchObject({
        expiresAt: api.clock.now() + DAY,
      })
    }
  })

  test('cannot be created for an account of another platform', async () => {
    const other = await api.addPlatform('beside')
    const { id } = await addAccount(api)
    await expect(makeResetLink(api.installation, other.caller, { userId: id })).rejects.toMatchObject({
      code: 'user_not_found',
    })
  })

  test('does not appear in the log', async () => {
    const { token } = await linkFor('logged@example.org')
    await new Visitor(api).get(`/reset/${token}`)
    await new Visitor(api).post(`/reset/${token}`, chosen(OTHER))
    expect(api.logged.join('')).not.toContain(token)
  })
})

describe('two-factor authentication', () => {
  const stepOn = ({ text }: Page) => /name="step" value="([^"]+)"/.exec(text)?.[1] ?? ''
  const secretOn = (page: Page) => /name="secret" value="([A-Z2-7]{32})"/.exec(page.text)?.[1] ?? ''
  const codeOf = (secret: string, ms = api.clock.now()) =>
    new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: ms })

  async function secured(role: 'admin' | 'owner' = 'admin') {
    const visitor = await signInAs(api, role)
    const secret = secretOn(await visitor.get('/account/two-factor'))
    const answer = await visitor.post('/account/two-factor/on', { secret, code: codeOf(secret) })
    expect(answer.headers.location).toBe('/account/two-factor?done=on')
    api.clock.pass(MINUTE)
    return { visitor, secret, email: visitor.account.email }
  }

  test('is available only to admins and owners', async () => {
    const attendee = await signInAs(api)
    expect((await attendee.get('/account')).text).not.toContain('/account/two-factor')
    expect((await attendee.get('/account/two-factor')).status).toBe(404)
    expect((await attendee.post('/account/two-factor/on', { secret: '', code: '' })).status).toBe(404)
  })

  test('is turned on only with a code of the app, and its QR code is an inline image', async () => {
    const visitor = await signInAs(api, 'admin')
    const page = await visitor.get('/account/two-factor')
    expect(page.text).toMatch(/<img src="data:image\/svg\+xml;base64,/)
    const secret = secretOn(page)
    const code = codeOf(secret) === '000000' ? '000001' : '000000'
    const refused = await visitor.post('/account/two-factor/on', { secret, code })
    expect([refused.status, secretOn(refused)]).toEqual([422, secret])
    expect(await canSignIn(visitor.account.email, PASSWORD)).toBe(true)
  })

  test('asks for a code after the password, and accepts each code once', async () => {
    const { secret, email } = await secured()
    const visitor = new Visitor(api)
    const asked = await visitor.signIn(email)
    expect([asked.status, asked.text.includes('name="code"'), visitor.cookies.has('__Host-lectern')]).toEqual(
      [200, true, false],
    )
    const step = stepOn(asked)
    expect(asked.text).toMatch(/<input [^>]*name="code"[^>]* inputmode="numeric"/)
    const give = (code: string, by = visitor) => by.post('/sign-in', { step, code })
    const wrong = codeOf(secret, api.clock.now() - 10 * MINUTE)
    const refused = await give(wrong)
    expect([refused.status, stepOn(refused), visitor.cookies.has('__Host-lectern')]).toEqual([
      422,
      step,
      false,
    ])
    // Without the password, nothing reveals that two-factor authentication is on.
    expect((await new Visitor(api).signIn(email, OTHER)).text).not.toContain('name="code"')
    const code = codeOf(secret)
    expect((await give(code)).status).toBe(303)
    expect((await give(code, new Visitor(api))).status).toBe(422)
    api.clock.pass(MINUTE)
    expect((await give(codeOf(secret), new Visitor(api))).status).toBe(303)
  })

  test('rejects a second step that is expired, forged, or older than a password change', async () => {
    const { secret, email, visitor } = await secured()
    const step = stepOn(await new Visitor(api).signIn(email))
    const isOver = async (given: string) => {
      const answer = await new Visitor(api).post('/sign-in', { step: given, code: codeOf(secret) })
      return [answer.status, answer.text.includes('name="password"')]
    }
    expect(await isOver(`${step.slice(0, -2)}AA`)).toEqual([422, true])
    expect(await isOver('none')).toEqual([422, true])
    await visitor.post('/account/password', { currentPassword: PASSWORD, ...chosen(OTHER) })
    expect(await isOver(step)).toEqual([422, true])
    const later = stepOn(await new Visitor(api).signIn(email, OTHER))
    api.clock.pass(5 * MINUTE)
    expect(await isOver(later)).toEqual([422, true])
  })

  test('limits the attempts to guess a code, across all visitors', async () => {
    const { email } = await secured()
    const step = stepOn(await new Visitor(api).signIn(email))
    const statuses: number[] = []
    for (let n = 0; n < 11; n++)
      statuses.push((await new Visitor(api).post('/sign-in', { step, code: '000000' })).status)
    expect(statuses).toEqual([...Array(10).fill(422), 429])
  })

  test('can be turned off only with the password', async () => {
    const { visitor, email } = await secured()
    expect((await visitor.post('/account/two-factor/off', { currentPassword: OTHER })).status).toBe(422)
    expect(await canSignIn(email, PASSWORD)).toBe(false)
    expect((await visitor.post('/account/two-factor/off', { currentPassword: PASSWORD })).status).toBe(303)
    expect(await canSignIn(email, PASSWORD)).toBe(true)
  })

  test('cannot be bypassed with a reset link', async () => {
    const { visitor, email } = await secured()
    const { token } = await makeResetLink(api.installation, api.platform.caller, {
      userId: visitor.account.id,
    })
    await new Visitor(api).post(`/reset/${token}`, chosen(OTHER))
    expect((await new Visitor(api).signIn(email, OTHER)).text).toContain('name="code"')
  })

  test('can be cleared by an owner, but not by an admin', async () => {
    const { visitor, email } = await secured()
    const input = { userId: visitor.account.id }
    await expect(clearTwoFactor(api.installation, asAdmin(), input)).rejects.toMatchObject({
      code: 'insufficient_permissions',
    })
    await clearTwoFactor(api.installation, api.platform.caller, input)
    expect(await canSignIn(email, PASSWORD)).toBe(true)
  })

  test('can be turned off for another user by an owner with the password, but not by an admin', async () => {
    const { visitor, email } = await secured()
    const path = `/backoffice/users/${visitor.account.id}`
    const [owner, admin] = [await signInAs(api, 'owner'), await signInAs(api, 'admin')]
    const offer = `href="${path}/two-factor"`
    expect((await admin.get(`${path}/access`)).text).not.toContain(offer)
    expect((await owner.get(`${path}/access`)).text).toContain(offer)
    expect((await owner.get(`${path}/two-factor`)).text).toContain('name="currentPassword"')
    const currentPassword = PASSWORD
    expect((await admin.get(`${path}/two-factor`)).status).toBe(403)
    expect((await admin.post(`${path}/two-factor`, { currentPassword })).status).toBe(403)
    expect((await owner.post(`${path}/two-factor`, { currentPassword: OTHER })).status).toBe(422)
    expect(await canSignIn(email, PASSWORD)).toBe(false)
    const taken = await owner.post(`${path}/two-factor`, { currentPassword })
    expect([taken.status, taken.headers.location]).toEqual([303, `${path}/access?done=two-factor`])
    expect(await canSignIn(email, PASSWORD)).toBe(true)
    expect((await owner.get(`${path}/access`)).text).not.toContain(offer)
    expect((await owner.get(`${path}/two-factor`)).status).toBe(404)
    const [event] = (await eventsAbout(visitor.account.id)).filter(({ type }) => type.endsWith('turned_off'))
    expect([event?.type, event?.actorId]).toEqual(['user.second_factor_turned_off', owner.account.id])
  })

  test('is stored encrypted, and its secret is not in events, responses, exports, or logs', async () => {
    const { visitor, secret, email } = await secured('owner')
    const [user] = await api.installation.store.read(
      usersByEmails({ platformId: api.platform.caller.platform.id, emailKeys: [email] }),
    )
    expect(user?.totpSecret).toMatch(/^[\w-]{40,}$/)
    const seen = [
      JSON.stringify(await eventsAbout(visitor.account.id)),
      (await api.send('GET', `/users/${visitor.account.id}`)).text,
      (await visitor.get('/account/export')).text,
      (await visitor.get('/account/two-factor')).text,
      api.logged.join(''),
      user?.totpSecret ?? '',
    ]
    for (const text of seen) expect(text).not.toContain(secret)
    for (const text of seen.slice(0, -1)) expect(text).not.toContain(user?.totpSecret)
  })

  test('stays on when the account is changed through the API', async () => {
    const { visitor, email } = await secured()
    const { installation, platform } = api
    await saveUser(installation, platform.caller, visitor.account.id, { job: 'Engineer' })
    expect(await canSignIn(email, PASSWORD)).toBe(false)
  })
})
