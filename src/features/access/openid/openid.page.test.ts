// Signing in at an OpenID provider: accounts are linked by verified e-mail, then found by issuer and subject.
import { Secret, TOTP } from 'otpauth'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { createOffice, fieldProblem, type Office } from '../../../../test/support/office.ts'
import {
  askProvider,
  CLIENT_ID,
  CLIENT_SECRET,
  type Claims,
  type Lies,
  signInAtProvider,
  startLyingProvider,
  startProvider,
  type TestProvider,
} from '../../../../test/support/openid.ts'
import { useApi } from '../../../../test/support/scenarios.ts'
import { PASSWORD, type Page, Visitor } from '../../../../test/support/visitors.ts'
import { generateTotpSecret } from '../../../kernel/lib/security/totp.ts'
import { exportOwnData } from '../../account/personal-data.ts'
import { reviewRegistration } from '../../people/registrations/registrations.ts'
import { changeRole } from '../../people/roles.ts'
import { userObjects } from '../../people/store.ts'
import { defaultSettings } from '../../platforms/default-settings-schema.ts'

const MINUTE = 60_000
const SETTINGS = '/backoffice/settings/sign-in'
const CALLBACK = '/sign-in/openid/callback'
const server = useApi()
let office: Office
let provider: TestProvider

/** Saves a provider as the owner does. */
const setUp = (issuer: string, more: Record<string, string> = {}) =>
  office.staff.post(`${SETTINGS}/openid`, {
    ...{ do: 'save', issuer, clientId: CLIENT_ID, clientSecret: CLIENT_SECRET, label: '' },
    ...{ currentPassword: PASSWORD, ...more },
  })
const newVisitor = () => new Visitor(office.tenant.api, { host: office.host })
const isIn = async (visitor: Visitor) => (await visitor.get('/account')).status === 200
/** Signs in at the provider as someone with these claims. */
async function signInAs(subject: string, claims: Claims, visitor = newVisitor()) {
  provider.people.set(subject, claims)
  provider.current = subject
  return { visitor, answer: await signInAtProvider(visitor) }
}
const verified = (email: string): Claims => ({ email, email_verified: true })
const problemOf = async (visitor: Visitor, location: string | undefined) =>
  /<div class="notice danger" role="alert">.*?<p[^>]*>([^<]*)</s.exec(
    (await visitor.get(location ?? '/')).text,
  )?.[1]

beforeEach(async () => {
  office = await createOffice(server, 'owner')
})

describe('a provider', () => {
  beforeEach(async () => {
    provider = await startProvider([`https://${office.host}${CALLBACK}`])
    expect((await setUp(provider.issuer)).headers.location).toBe(`${SETTINGS}?done=saved`)
    return () => provider[Symbol.asyncDispose]()
  })

  test('signs in to the account with the verified e-mail, and to the same account when the e-mail changes', async () => {
    const { account } = await office.signIn('speaker')
    const { visitor, answer } = await signInAs('s-1', verified(account.email.toUpperCase()))
    expect([answer.headers.location, await isIn(visitor)]).toEqual(['/', true])
    expect((await visitor.get('/account')).text).toContain(account.email)
    const later = await signInAs('s-1', { email: 'other@example.org', email_verified: false })
    expect((await later.visitor.get('/account')).text).toContain(account.email)
    const page = await later.visitor.get('/account/identities')
    expect(page.text).toContain('other@example.org')
    expect(page.text).toContain(new URL(provider.issuer).host)
  })

  test('leads to the page that the visitor was going to, and to no other site', async () => {
    const { account } = await office.signIn('attendee')
    provider.people.set('s-1', verified(account.email))
    provider.current = 's-1'
    const [own, foreign] = [newVisitor(), newVisitor()]
    const start = '/sign-in/openid?next='
    expect((await signInAtProvider(own, `${start}/agenda?day=2`)).headers.location).toBe('/agenda?day=2')
    expect((await signInAtProvider(foreign, `${start}//other.example.org`)).headers.location).toBe('/')
  })

  test.each(['attendee', 'owner'] as const)(
    'does not sign in an %s by an unverified e-mail',
    async (role) => {
      const { account } = await office.signIn(role)
      for (const email_verified of [false, undefined, 'false', 1]) {
        const { visitor, answer } = await signInAs(`s-${email_verified}`, {
          email: account.email,
          email_verified,
        })
        expect(answer.headers.location).toBe('/sign-in?openid=unverified')
        expect(await problemOf(visitor, answer.headers.location)).toContain('no verified e-mail')
        expect(await isIn(visitor)).toBe(false)
      }
      const { answer } = await signInAs('s-none', {})
      expect(answer.headers.location).toBe('/sign-in?openid=unverified')
    },
  )

  test('creates an account that waits for review if visitors can sign up, and none otherwise', async () => {
    const person = { ...verified('new@example.org'), given_name: 'Ada', family_name: 'Sample' }
    const refused = await signInAs('s-new', person)
    expect(refused.answer.headers.location).toBe('/sign-in?openid=closed')
    await office.change({ hasSignUp: true })
    const { visitor, answer } = await signInAs('s-new', person)
    expect([answer.headers.location, await isIn(visitor)]).toEqual(['/', true])
    const { body } = await office.tenant.send('GET', '/users/new@example.org')
    expect(body).toMatchObject({
      ...{ firstName: 'Ada', lastName: 'Sample', role: 'attendee', registrationStatus: 'in_review' },
    })
    await reviewRegistration(office.tenant.api.installation, office.tenant.caller, {
      id: body.id,
      status: 'rejected',
    })
    const again = await signInAs('s-new', person)
    expect(again.answer.headers.location).toBe('/sign-in?openid=refused')
    expect(await isIn(visitor)).toBe(false)
  })

  test('asks a new person the questions of the registration first, once, and counts the places', async () => {
    const questions = [
      { id: 'diet', kind: 'choice' as const, label: 'Diet', choices: ['Vegan', 'Any'], isRequired: true },
    ]
    const acceptance = 'automatic' as const
    const registration = { ...defaultSettings.registration, acceptance, capacity: 1, questions }
    await office.change({ hasSignUp: true, registration })
    const read = (email: string) => office.tenant.send('GET', `/users/${email}`)
    const post = (visitor: Visitor, { text }: Page, fields: Record<string, string>) => {
      const [, step = ''] = /name="step" value="([^"]+)"/.exec(text) ?? []
      return visitor.post('/sign-in/openid/questions', { step, ...fields })
    }
    const { visitor, answer } = await signInAs('s-1', verified('first@example.org'))
    expect([answer.status, answer.text.includes('Diet'), await isIn(visitor)]).toEqual([200, true, false])
    expect((await read('first@example.org')).status).toBe(404)
    const open = await post(visitor, answer, {})
    expect([open.status, fieldProblem(open, 'answers/diet')]).toEqual([422, 'is required'])
    const done = await post(visitor, open, { 'answers/diet': 'Vegan' })
    expect([done.headers.location, await isIn(visitor)]).toEqual(['/', true])
    expect((await read('first@example.org')).body).toMatchObject({
      ...{ registrationStatus: 'accepted', waitlisted: false, answers: { diet: 'Vegan' } },
    })
    const again = await post(newVisitor(), answer, { 'answers/diet': 'Any' })
    expect(again.headers.location).toBe('/sign-in?openid=expired')
    expect((await signInAs('s-1', verified('first@example.org'))).answer.headers.location).toBe('/')
    const late = await signInAs('s-2', verified('second@example.org'))
    expect(late.answer.text).toContain('All places are taken.')
    await post(late.visitor, late.answer, { 'answers/diet': 'Any' })
    expect((await read('second@example.org')).body).toMatchObject({
      waitlisted: true,
      answers: { diet: 'Any' },
    })
    const slow = await signInAs('s-3', verified('third@example.org'))
    office.tenant.api.clock.pass(60 * MINUTE)
    const expired = await post(slow.visitor, slow.answer, { 'answers/diet': 'Any' })
    expect(expired.headers.location).toBe('/sign-in?openid=expired')
    const { account } = await office.signIn('speaker')
    expect((await signInAs('s-4', verified(account.email))).answer.headers.location).toBe('/')
  })

  test('does not replace two-factor authentication', async () => {
    const admin = await office.signIn('admin')
    const secret = generateTotpSecret()
    const { clock } = office.tenant.api
    const code = () => new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: clock.now() })
    await admin.post('/account/two-factor/on', { secret, code: code() })
    clock.pass(MINUTE)
    const { visitor, answer } = await signInAs('s-1', verified(admin.account.email))
    const [, step = ''] = /name="step" value="([^"]+)"/.exec(answer.text) ?? []
    expect([answer.status, step !== '', await isIn(visitor)]).toEqual([200, true, false])
    expect((await visitor.post('/sign-in', { step, code: '000000' })).status).toBe(422)
    await visitor.post('/sign-in', { step, code: code() })
    expect(await isIn(visitor)).toBe(true)
  })

  test('ends the generated password of an account, but does not let an admin in who has not set one', async () => {
    const create = async (email: string) =>
      (
        await office.tenant.send('POST', '/users', {
          body: { email, firstName: 'A', lastName: 'B', type: 'Speaker' },
        })
      ).body as { id: string; password: string }
    const speaker = await create('speaker@example.org')
    const { visitor, answer } = await signInAs('s-1', verified('speaker@example.org'))
    expect([answer.headers.location, await isIn(visitor)]).toEqual(['/', true])
    expect((await newVisitor().signIn('speaker@example.org', speaker.password)).status).toBe(422)
    const admin = await create('admin@example.org')
    const { installation } = office.tenant.api
    await changeRole(installation, office.tenant.caller, { id: admin.id, role: 'admin' })
    const refused = await signInAs('s-2', verified('admin@example.org'))
    expect(refused.answer.headers.location).toBe('/sign-in?openid=refused')
  })

  test('is only believed in the browser that was sent there, once, within ten minutes', async () => {
    const { account } = await office.signIn('attendee')
    provider.people.set('s-1', verified(account.email))
    provider.current = 's-1'
    const [attacker, victim, slow] = [newVisitor(), newVisitor(), newVisitor()]
    const back = await askProvider(attacker)
    expect((await victim.get(back)).headers.location).toBe('/sign-in?openid=expired')
    await askProvider(victim)
    expect((await victim.get(back)).headers.location).toBe('/sign-in?openid=expired')
    const copy = attacker.copy(office.tenant.api)
    expect((await attacker.get(back)).headers.location).toBe('/')
    expect((await copy.get(back)).headers.location).toMatch(/openid=/)
    expect([await isIn(victim), await isIn(copy)]).toEqual([false, false])
    const late = await askProvider(slow)
    office.tenant.api.clock.pass(10 * MINUTE)
    expect((await slow.get(late)).headers.location).toBe('/sign-in?openid=expired')
  })

  test('that the person declines leads back to the sign-in page', async () => {
    provider.current = null
    const visitor = newVisitor()
    const answer = await signInAtProvider(visitor, '/sign-in/openid?next=/agenda')
    expect(answer.headers.location).toBe('/sign-in?next=%2Fagenda&openid=denied')
    expect(await problemOf(visitor, answer.headers.location)).toContain('not signed in there')
  })

  test('with another client secret is reported as not set up correctly', async () => {
    await setUp(provider.issuer, { clientSecret: 'another' })
    const { visitor, answer } = await signInAs('s-1', verified('a@example.org'))
    expect(answer.headers.location).toBe('/sign-in?openid=misconfigured')
    expect(await problemOf(visitor, answer.headers.location)).toContain('not set up correctly')
  })

  test('is limited by the address of the visitor', async () => {
    const visitor = newVisitor()
    for (let asked = 0; asked < 30; asked++) await visitor.get('/sign-in/openid')
    expect((await visitor.get('/sign-in/openid')).headers.location).toBe('/sign-in?openid=too_many')
  })

  test('and what it knows about a person are in the export of their data, and removed with the account', async () => {
    const { account } = await office.signIn('attendee')
    await signInAs('s-1', verified(account.email))
    const { installation } = office.tenant.api
    const { platform } = office.tenant.caller
    const user = await installation.store.read(
      userObjects.find({ platformId: platform.id, by: 'id', value: account.id }),
    )
    if (!user) throw new Error('There is no account.')
    const data = await exportOwnData(installation, { ...office.tenant.caller, user })
    expect(data.identities).toMatchObject([{ issuer: provider.issuer, subject: 's-1', email: account.email }])
    await office.tenant.send('DELETE', `/users/${account.id}`)
    const { answer } = await signInAs('s-1', verified(account.email))
    expect(answer.headers.location).toBe('/sign-in?openid=closed')
  })
})

describe('a linked account', () => {
  beforeEach(async () => {
    provider = await startProvider([`https://${office.host}${CALLBACK}`])
    await setUp(provider.issuer)
    return () => provider[Symbol.asyncDispose]()
  })

  test('can be removed with the password, which then is the way to sign in', async () => {
    const { account } = await office.signIn('attendee')
    const { visitor } = await signInAs('s-1', verified(account.email))
    const [, path = ''] =
      /href="(\/account\/identities\/[^"]+)"/.exec((await visitor.get('/account/identities')).text) ?? []
    const refused = await visitor.post(path, { currentPassword: 'wrong' })
    expect([refused.status, fieldProblem(refused, 'currentPassword')]).toEqual([422, expect.any(String)])
    const other = await office.signIn('attendee')
    expect((await other.get(path)).status).toBe(404)
    expect((await other.post(path, { currentPassword: PASSWORD })).status).toBe(404)
    const removed = await visitor.post(path, { currentPassword: PASSWORD })
    expect(removed.headers.location).toBe('/account/identities?done=removed')
    const unverified = await signInAs('s-1', { email: account.email, email_verified: false })
    expect(unverified.answer.headers.location).toBe('/sign-in?openid=unverified')
  })
})

describe('a provider that sends what it must not', () => {
  let lying: Awaited<ReturnType<typeof startLyingProvider>>
  beforeAll(async () => {
    lying = await startLyingProvider()
  })
  afterAll(() => lying[Symbol.asyncDispose]())
  beforeEach(async () => {
    lying.lies = {}
    await office.change({ hasSignUp: true })
    await setUp(lying.issuer)
  })

  test('signs in without lies', async () => {
    const visitor = newVisitor()
    expect((await signInAtProvider(visitor)).headers.location).toBe('/')
    expect(await isIn(visitor)).toBe(true)
  })

  const cases: [string, Lies, string][] = [
    ['another nonce', { token: (claims) => ({ ...claims, nonce: 'another' }) }, 'invalid_response'],
    ['no nonce', { token: ({ nonce: _, ...claims }) => claims }, 'invalid_response'],
    [
      'another issuer in the token',
      { token: (claims) => ({ ...claims, iss: 'https://other.example' }) },
      'invalid_response',
    ],
    ['another audience', { token: (claims) => ({ ...claims, aud: 'another' }) }, 'invalid_response'],
    [
      'an expired token',
      { token: (claims) => ({ ...claims, exp: Math.floor(Date.now() / 1000) - 120 }) },
      'invalid_response',
    ],
    ['a token of another key', { hasForeignKey: true }, 'invalid_response'],
    ['no subject', { token: ({ sub: _, ...claims }) => claims }, 'invalid_response'],
    [
      'a subject that is too long',
      { token: (claims) => ({ ...claims, sub: 's'.repeat(256) }) },
      'invalid_response',
    ],
    ['an e-mail that is none', { token: (claims) => ({ ...claims, email: 'ada' }) }, 'unverified'],
    [
      'the issuer of another provider',
      { callback: (back) => back.set('iss', 'https://other.example') },
      'invalid_response',
    ],
    ['no issuer', { callback: (back) => back.delete('iss') }, 'invalid_response'],
    ['another state', { callback: (back) => back.set('state', 'another') }, 'expired'],
    ['two states', { callback: (back) => back.append('state', 'another') }, 'invalid_response'],
    ['an error with text', { callback: (back) => back.set('error', '<b>call 555</b>') }, 'invalid_response'],
  ]
  test.each(cases)('%s is refused', async (_name, lies, reason) => {
    lying.lies = lies
    const visitor = newVisitor()
    const answer = await signInAtProvider(visitor)
    expect(answer.headers.location).toBe(`/sign-in?openid=${reason}`)
    expect(await isIn(visitor)).toBe(false)
  })

  test('its discovery is read once for many sign-ins', async () => {
    await signInAtProvider(newVisitor())
    const before = lying.requests
    for (let visits = 0; visits < 5; visits++) await newVisitor().get('/sign-in/openid')
    expect(lying.requests).toBe(before)
  })

  const broken: [string, Lies, string][] = [
    ['is missing', { status: 404 }, 'There is no OpenID configuration at this address (HTTP 404)'],
    ['redirects', { status: 302 }, 'There is no OpenID configuration at this address (HTTP 302)'],
    [
      'names another issuer',
      { metadata: { issuer: 'https://other.example' } },
      'calls itself https://other.example',
    ],
    ['has no keys', { metadata: { jwks_uri: undefined } }, 'jwks_uri'],
    [
      'lacks PKCE',
      { metadata: { code_challenge_methods_supported: ['plain'] } },
      'code_challenge_methods_supported',
    ],
    ['lacks codes', { metadata: { response_types_supported: ['id_token'] } }, 'response_types_supported'],
  ]
  test.each(broken)('a test says that the discovery document %s', async (_name, lies, text) => {
    lying.lies = lies
    const page = await office.staff.post(`${SETTINGS}/openid`, { do: 'test', issuer: lying.issuer })
    expect(page.status).toBe(200)
    expect(page.text).toContain(text)
  })
})

test('a test says that the provider can be used, that it does not answer, or that its address is not public', async () => {
  const lying = await startLyingProvider()
  const ask = (issuer: string) => office.staff.post(`${SETTINGS}/openid`, { do: 'test', issuer })
  expect((await ask(lying.issuer)).text).toContain('supports what is needed')
  expect((await ask(`${lying.issuer}/.well-known/openid-configuration`)).text).toContain(
    'supports what is needed',
  )
  await lying[Symbol.asyncDispose]()
  expect((await ask(lying.issuer)).text).toContain('ECONNREFUSED')
  const refused = await ask('http://10.0.0.1')
  expect([refused.status, fieldProblem(refused, 'issuer')]).toEqual([
    422,
    expect.stringContaining('public host'),
  ])
  for (const issuer of ['ftp://example.org', 'https://a:b@example.org', `${lying.issuer}/?a=b`, ''])
    expect((await ask(issuer)).status).toBe(422)
})

test('only owners who confirm their password change the provider, and its secret is never shown', async () => {
  const issuer = 'https://login.example.org'
  const admin = await office.signIn('admin')
  expect((await admin.get(SETTINGS)).text).not.toContain('clientSecret')
  expect((await admin.post(`${SETTINGS}/openid`, { do: 'test', issuer })).status).toBe(403)
  expect(
    (await admin.post(`${SETTINGS}/openid`, { do: 'save', issuer, currentPassword: PASSWORD })).status,
  ).toBe(403)
  expect((await setUp(issuer, { currentPassword: 'wrong' })).status).toBe(422)
  expect(fieldProblem(await setUp(issuer, { clientId: '' }), 'clientId')).toBeDefined()
  expect(fieldProblem(await setUp(issuer, { clientSecret: '' }), 'clientSecret')).toBeDefined()
  expect((await newVisitor().get('/sign-in')).text).not.toContain('/sign-in/openid')
  expect((await newVisitor().get('/sign-in/openid')).status).toBe(404)

  expect((await setUp(issuer, { label: 'Sign in with Example' })).headers.location).toContain('done=saved')
  expect((await newVisitor().get('/sign-in')).text).toContain('Sign in with Example')
  // An empty field keeps the secret of the same client.
  expect((await setUp(issuer, { clientSecret: '' })).headers.location).toContain('done=saved')
  expect((await newVisitor().get('/sign-in')).text).toContain('Sign in with login.example.org')
  expect(
    fieldProblem(await setUp(issuer, { clientId: 'other', clientSecret: '' }), 'clientSecret'),
  ).toBeDefined()

  const texts = []
  for (const path of [SETTINGS, '/backoffice/audit', '/backoffice/audit.csv'])
    texts.push((await office.staff.get(path)).text)
  expect(JSON.stringify([texts, await office.tenant.send('GET', '/events')])).not.toContain(CLIENT_SECRET)
  expect(texts[1]).toContain('login.example.org')

  expect((await setUp('', { do: 'remove' })).headers.location).toContain('done=saved')
  expect((await newVisitor().get('/sign-in/openid')).status).toBe(404)
})
