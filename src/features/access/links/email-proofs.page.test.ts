// The first proof of an e-mail ends everything with which somebody else may have signed in to the account before.
import { Secret, TOTP } from 'otpauth'
import { beforeAll, describe, expect, test } from 'vitest'
import type { TestApi } from '../../../../test/support/api.ts'
import { startMailedPlatform } from '../../../../test/support/shared-servers.ts'
import { waitUntil } from '../../../../test/support/until.ts'
import { PASSWORD, signInAs, Visitor } from '../../../../test/support/visitors.ts'
import { execute } from '../../../kernel/changes/commands.ts'
import { generateTotpSecret } from '../../../kernel/lib/security/totp.ts'
import { saveUser } from '../../people/users.ts'
import { addPasskeyOperation, listPasskeys } from '../passkeys/passkeys.ts'
import { invite } from './invitations.ts'
import { makeResetLink } from './reset-links.ts'

const OTHER = 'Nine amber lanterns drift 7?'
const MINUTE = 60_000

let api: TestApi
let linksTo: (email: string, path: string) => string[]
beforeAll(async () => {
  const started = await startMailedPlatform()
  api = started.api
  linksTo = started.linksTo
})

const isIn = async (visitor: Visitor) => (await visitor.get('/account')).status === 200

let people = 0
/** An account made by the API, in which somebody who got the generated password has settled. */
async function occupied() {
  people += 1
  const email = `victim-${people}@example.org`
  const body = { email, firstName: 'Vic', lastName: 'Sample', type: 'Speaker' }
  const { id, password } = (await api.send('POST', '/users', { body })).body
  const impostor = new Visitor(api)
  await impostor.signIn(email, password)
  await impostor.post('/account/password', { currentPassword: password, password: OTHER, repeated: OTHER })
  expect(await isIn(impostor)).toBe(true)
  await addPasskey(id)
  return { email, id: id as string, impostor }
}

async function addPasskey(userId: string): Promise<void> {
  const { installation, platform, clock } = api
  const unique = `${userId}-${people}`
  const passkey = { name: 'Key', credentialId: unique, publicKey: '', counter: 0, transports: [] }
  await execute(installation, platform.caller, addPasskeyOperation, {
    ...{ userId, passkey, challenge: { challenge: unique, hash: unique, until: clock.now() + MINUTE } },
  })
}

/** What the one who settled in the account still has. */
const left = async ({ email, id, impostor }: Awaited<ReturnType<typeof occupied>>) => ({
  session: await isIn(impostor),
  password: (await new Visitor(api).signIn(email, OTHER)).status === 303,
  passkeys: (await listPasskeys(api.installation, id)).length,
})
const NOTHING = { session: false, password: false, passkeys: 0 }

async function signInLink(email: string): Promise<string> {
  await new Visitor(api).post('/sign-in/email', { email })
  const links = await waitUntil(
    async () => linksTo(email, '/sign-in/link/'),
    (found) => found.length > 0,
  )
  return links.at(-1) ?? ''
}

describe('ends passwords, sessions, and passkeys', () => {
  test('with a sign-in link, which leads to a new password', async () => {
    const account = await occupied()
    const owner = new Visitor(api)
    const answer = await owner.post(await signInLink(account.email))
    expect(answer.headers.location).toMatch(/^\/reset\//)
    expect(await left(account)).toEqual(NOTHING)
    await owner.post(answer.headers.location ?? '', { password: PASSWORD, repeated: PASSWORD })
    expect((await owner.signIn(account.email)).headers.location).toBe('/')
  })

  test('with a reset link', async () => {
    const account = await occupied()
    const { installation, platform } = api
    const { token } = await makeResetLink(installation, platform.caller, { userId: account.id })
    await new Visitor(api).post(`/reset/${token}`, { password: PASSWORD, repeated: PASSWORD })
    expect(await left(account)).toEqual(NOTHING)
  })

  test('with an invitation', async () => {
    people += 1
    const email = `invited-${people}@example.org`
    const body = { email, firstName: 'Vic', lastName: 'Sample', type: 'Speaker' }
    const { id, password } = (await api.send('POST', '/users', { body })).body
    await addPasskey(id)
    const { installation, platform } = api
    const { url } = await invite(installation, platform.caller, { userId: id, origin: '', inviter: null })
    const owner = new Visitor(api)
    const names = { firstName: 'Vic', lastName: 'Sample' }
    const answer = await owner.post(url, { ...names, password: PASSWORD, repeated: PASSWORD })
    expect([answer.headers.location, await isIn(owner)]).toEqual(['/account', true])
    expect((await new Visitor(api).signIn(email, password)).status).toBe(422)
    expect(await listPasskeys(installation, id)).toEqual([])
  })
})

test('a later link ends nothing', async () => {
  const user = await signInAs(api)
  await addPasskey(user.account.id)
  expect((await new Visitor(api).post(await signInLink(user.account.email))).headers.location).toBe('/')
  expect([await isIn(user), (await listPasskeys(api.installation, user.account.id)).length]).toEqual([
    true,
    1,
  ])
  expect((await new Visitor(api).signIn(user.account.email)).headers.location).toBe('/')
})

test('links that their owner uses have no limit', async () => {
  const { account } = await signInAs(api)
  for (let used = 0; used < 5; used += 1) {
    await new Visitor(api).post('/sign-in/email', { email: account.email })
    const links = await waitUntil(
      async () => linksTo(account.email, '/sign-in/link/'),
      ({ length }) => length > used,
    )
    expect((await new Visitor(api).post(links.at(-1) ?? '')).headers.location).toBe('/')
  }
})

test('a reset link that was sent to the former address proves nothing about the new one', async () => {
  const { account } = await signInAs(api)
  const { installation, platform } = api
  const { token } = await makeResetLink(installation, platform.caller, { userId: account.id })
  await saveUser(installation, platform.caller, account.id, { email: `moved-${account.email}` })
  expect((await new Visitor(api).get(`/reset/${token}`)).status).toBe(404)
})

test('an admin who does not choose a password after the first link gets another link', async () => {
  const admin = await signInAs(api, 'admin')
  const email = `renamed-${admin.account.email}`
  await saveUser(api.installation, api.platform.caller, admin.account.id, { email })
  const reset = expect.stringMatching(/^\/reset\//)
  const first = await signInLink(email)
  expect((await new Visitor(api).post(first)).headers.location).toEqual(reset)
  await new Visitor(api).post('/sign-in/email', { email })
  const links = await waitUntil(
    async () => linksTo(email, '/sign-in/link/'),
    ({ length }) => length === 2,
  )
  expect((await new Visitor(api).post(links.at(-1) ?? '')).headers.location).toEqual(reset)
})

test('a new address set by others must be proved again', async () => {
  const user = await signInAs(api)
  const email = `renamed-${user.account.email}`
  await saveUser(api.installation, api.platform.caller, user.account.id, { email })
  const answer = await new Visitor(api).post(await signInLink(email))
  expect([answer.headers.location, await isIn(user)]).toEqual([expect.stringMatching(/^\/reset\//), false])
})

test('the mailbox of an admin does not end two-factor authentication', async () => {
  const admin = await signInAs(api, 'admin')
  const secret = generateTotpSecret()
  const code = () => new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: api.clock.now() })
  await admin.post('/account/two-factor/on', { secret, code: code() })
  api.clock.pass(MINUTE)
  const email = `renamed-${admin.account.email}`
  await saveUser(api.installation, api.platform.caller, admin.account.id, { email })
  const visitor = new Visitor(api)
  const answer = await visitor.post(await signInLink(email))
  await visitor.post(answer.headers.location ?? '', { password: PASSWORD, repeated: PASSWORD })
  const page = await visitor.signIn(email)
  expect([page.status, page.text.includes('name="step"'), await isIn(visitor)]).toEqual([200, true, false])
})
