// Signing in with a link by e-mail: it works once, reveals no account, and replaces the password only.
import { Secret, TOTP } from 'otpauth'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startApi, type TestApi } from '../../../../test/support/api.ts'
import { startPlatform } from '../../../../test/support/shared-servers.ts'
import { decodeQuotedPrintable, type MailServer, startMailServer } from '../../../../test/support/smtp.ts'
import { waitUntil } from '../../../../test/support/until.ts'
import { addAccount, PASSWORD, type Page, signInAs, Visitor } from '../../../../test/support/visitors.ts'
import { generateTotpSecret } from '../../../kernel/lib/security/totp.ts'
import { reviewRegistration } from '../../people/registrations/registrations.ts'
import { changeRole } from '../../people/roles.ts'
import { changeSettings } from '../../platforms/platforms.ts'
import { makeResetLink } from './reset-links.ts'

const MINUTE = 60_000
let mail: MailServer
let api: TestApi
beforeAll(async () => {
  mail = await startMailServer()
  api = await startApi({
    env: {
      LECTERN_SMTP_URL: mail.url,
      LECTERN_MAIL_FROM: 'events@example.org',
      LECTERN_PUBLIC_URL: 'https://events.example.org',
    },
  })
})
afterAll(async () => {
  await api[Symbol.asyncDispose]()
  await mail[Symbol.asyncDispose]()
})

const isIn = async (visitor: Visitor) => (await visitor.get('/account')).status === 200
const linksTo = (email: string) =>
  mail.emails
    .filter(({ to }) => to.includes(email))
    .flatMap(({ content }) => {
      const [, path] =
        /https:\/\/events\.example\.org(\/sign-in\/link\/\S+)/.exec(decodeQuotedPrintable(content)) ?? []
      return path ? [path] : []
    })
/** Asks for a link and returns its path. */
async function linkFor(email: string, { next = '/', asked = email } = {}): Promise<string> {
  const before = linksTo(email).length
  await new Visitor(api).post('/sign-in/email', { email: asked, next })
  const links = await waitUntil(
    async () => linksTo(email),
    (found) => found.length > before,
  )
  return links.at(-1) ?? ''
}
/** An account whose password was generated. */
async function invite(body = {}) {
  const email = `invited-${Math.random()}@example.org`
  const { body: user } = await api.send('POST', '/users', {
    body: { email, firstName: 'Robin', lastName: 'Sample', type: 'Attendee', ...body },
  })
  return { email, id: user.id as string, password: user.password as string }
}
const bare = ({ status, headers, text }: Page) => [
  status,
  headers.location,
  text.replaceAll(/(name="_csrf" value|nonce)="[^"]+"/g, ''),
]

test('a link signs in on any device, once, and only with the button of its page', async () => {
  const { email } = await addAccount(api)
  expect((await new Visitor(api).get('/sign-in')).text).toContain('href="/sign-in/email"')
  const link = await linkFor(email, { next: '/agenda?day=2', asked: email.toUpperCase() })
  const phone = new Visitor(api)
  // Mail scanners open links.
  for (let opened = 0; opened < 2; opened++) {
    const page = await phone.get(link)
    expect([page.status, page.text.includes(email)]).toEqual([200, true])
  }
  expect(await isIn(phone)).toBe(false)
  const answer = await phone.post(link, { next: '/agenda?day=2' })
  expect([answer.status, answer.headers.location, await isIn(phone)]).toEqual([303, '/agenda?day=2', true])
  const second = new Visitor(api)
  expect([(await second.get(link)).status, (await second.post(link)).status, await isIn(second)]).toEqual([
    404,
    404,
    false,
  ])
})

test('a link sets a new password if its reader wants one, and signs in with it', async () => {
  const { email } = await addAccount(api)
  const link = await linkFor(email)
  const visitor = new Visitor(api)
  expect((await visitor.get(link)).text).toContain('password=new')
  expect((await visitor.get(`${link}?password=new`)).text).toContain('name="repeated"')
  const next = `${PASSWORD} More`
  expect((await visitor.post(link, { password: next, repeated: 'x' })).status).toBe(422)
  const answer = await visitor.post(link, { password: next, repeated: next })
  expect([answer.status, answer.headers.location, await isIn(visitor)]).toEqual([303, '/', true])
  const other = new Visitor(api)
  expect((await other.signIn(email)).status).toBe(422)
  expect((await other.signIn(email, next)).status).toBe(303)
})

test('one of two simultaneous uses signs in', async () => {
  const { email } = await addAccount(api)
  const link = await linkFor(email)
  const visitors = Array.from({ length: 4 }, () => new Visitor(api))
  const answers = await Promise.all(visitors.map((visitor) => visitor.post(link)))
  expect(answers.map(({ status }) => status).sort()).toEqual([303, 404, 404, 404])
})

test('the answer is the same for an unknown e-mail, which gets no e-mail', async () => {
  const { email } = await addAccount(api)
  const rejected = await addAccount(api)
  await reviewRegistration(api.installation, api.platform.caller, { id: rejected.id, status: 'rejected' })
  const visitor = new Visitor(api)
  const sent = mail.emails.length
  const answers = []
  for (const address of ['nobody@example.org', rejected.email, email])
    answers.push(bare(await visitor.post('/sign-in/email', { email: address })))
  expect(answers[0]?.slice(0, 2)).toEqual([303, '/sign-in/email/sent'])
  expect(answers.slice(1)).toEqual([answers[0], answers[0]])
  await waitUntil(
    async () => mail.emails.length,
    (count) => count > sent,
  )
  expect(mail.emails.slice(sent).map(({ to }) => to)).toEqual([[email]])
})

test('a link ends after 15 minutes, with a new password, with a new e-mail, and with damage', async () => {
  const { email, id } = await addAccount(api)
  const { installation, platform } = api
  const old = await linkFor(email)
  api.clock.pass(15 * MINUTE)
  const beforePassword = await linkFor(email)
  const { token } = await makeResetLink(installation, platform.caller, { userId: id })
  await new Visitor(api).post(`/reset/${token}`, {
    password: `${PASSWORD} More`,
    repeated: `${PASSWORD} More`,
  })
  const beforeEmail = await linkFor(email)
  await api.send('PUT', `/users/${id}`, { body: { email: `moved-${email}` } })
  const good = await linkFor(`moved-${email}`)
  const damaged = `${good.slice(0, -3)}AAA`
  for (const link of [old, beforePassword, beforeEmail, damaged])
    expect((await new Visitor(api).post(link)).status).toBe(404)
  expect((await new Visitor(api).post(good)).status).toBe(303)
})

test('another request does not end a link, but using one ends all', async () => {
  const { email } = await addAccount(api)
  const [first, second, third] = [await linkFor(email), await linkFor(email), await linkFor(email)]
  expect((await new Visitor(api).post(first)).status).toBe(303)
  for (const link of [second, third]) expect((await new Visitor(api).post(link)).status).toBe(404)
})

test('two-factor authentication still asks for a code', async () => {
  const admin = await signInAs(api, 'admin')
  const secret = generateTotpSecret()
  const code = () => new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: api.clock.now() })
  await admin.post('/account/two-factor/on', { secret, code: code() })
  api.clock.pass(MINUTE)
  const link = await linkFor(admin.account.email)
  const visitor = new Visitor(api)
  const page = await visitor.post(link)
  const [, step = ''] = /name="step" value="([^"]+)"/.exec(page.text) ?? []
  expect([page.status, step !== '', await isIn(visitor)]).toEqual([200, true, false])
  expect((await visitor.post('/sign-in', { step, code: '000000' })).status).toBe(422)
  await visitor.post('/sign-in', { step, code: code() })
  expect(await isIn(visitor)).toBe(true)
  expect((await new Visitor(api).post(link)).status).toBe(404)
})

test('with a generated password, even an expired one, the link leads to a new password first', async () => {
  const { email, password } = await invite()
  api.clock.pass(8 * 24 * 60 * MINUTE)
  const visitor = new Visitor(api)
  const answer = await visitor.post(await linkFor(email))
  const reset = answer.headers.location ?? ''
  expect([answer.status, reset, await isIn(visitor)]).toEqual([
    303,
    expect.stringMatching(/^\/reset\/[\w-]{43}$/),
    false,
  ])
  await visitor.post(reset, { password: PASSWORD, repeated: PASSWORD })
  expect((await visitor.signIn(email, password)).status).toBe(422)
  expect((await visitor.signIn(email)).headers.location).toBe('/')
})

test('an admin with a generated password gets no link', async () => {
  const { installation, platform } = api
  const [admin, attendee] = [await invite(), await invite()]
  await changeRole(installation, platform.caller, { id: admin.id, role: 'admin' })
  await new Visitor(api).post('/sign-in/email', { email: admin.email })
  await linkFor(attendee.email)
  expect(linksTo(admin.email)).toEqual([])
})

test('links are limited by e-mail, whether or not it has an account, and by address', async () => {
  const { email } = await addAccount(api)
  for (const address of [email, `nobody-${email}`]) {
    const ask = () => new Visitor(api).post('/sign-in/email', { email: address })
    for (let asked = 0; asked < 10; asked++) expect((await ask()).status).toBe(303)
    const refused = await ask()
    expect([refused.status, refused.headers['retry-after']]).toEqual([429, '60'])
  }
  const visitor = new Visitor(api)
  for (let asked = 0; asked < 30; asked++)
    await visitor.post('/sign-in/email', { email: `n${asked}@example.org` })
  expect((await visitor.post('/sign-in/email', { email: 'n30@example.org' })).status).toBe(429)
})

test('a link leads to no other site', async () => {
  const { email } = await addAccount(api)
  const link = await linkFor(email, { next: 'https://evil.example.org/' })
  expect(link).not.toContain('next')
  expect((await new Visitor(api).post(link, { next: '//evil.example.org' })).headers.location).toBe('/')
})

test('turned off, there is neither the offer nor a page, and links that were sent are void', async () => {
  const { installation, platform } = api
  const { email } = await addAccount(api)
  const link = await linkFor(email)
  const owner = new Visitor(api)
  await owner.signIn((await addAccount(api, 'owner')).email)
  await owner.get('/backoffice/settings/sign-in')
  expect((await owner.post('/backoffice/settings/sign-in')).headers.location).toContain('done=saved')
  const visitor = new Visitor(api)
  expect((await visitor.get('/sign-in')).text).not.toContain('/sign-in/email')
  for (const answer of [
    await visitor.get('/sign-in/email'),
    await visitor.post('/sign-in/email', { email }),
    await visitor.get(link),
    await visitor.post(link),
  ])
    expect(answer.status).toBe(404)
  await changeSettings(installation, platform.caller, { signIn: { hasLinks: true } })
  expect((await visitor.post(link)).status).toBe(303)
})

test('without a mail server there is no offer', async () => {
  const other = await startPlatform()
  const visitor = new Visitor(other)
  expect((await visitor.get('/sign-in')).text).not.toContain('/sign-in/email')
  expect((await visitor.get('/sign-in/email')).status).toBe(404)
})
