// How often a password or code can be tried for an account, and the browsers that stay usable while others try.
import { Secret, TOTP } from 'otpauth'
import { beforeAll, describe, expect, test } from 'vitest'
import type { TestApi } from '../../../../test/support/api.ts'
import { readTables } from '../../../../test/support/raw-store.ts'
import { startPlatform } from '../../../../test/support/shared-servers.ts'
import { addAccount, PASSWORD, signInAs, Visitor } from '../../../../test/support/visitors.ts'
import { makeResetLink } from '../links/reset-links.ts'

const MINUTE = 60_000
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR
let api: TestApi
beforeAll(async () => {
  api = await startPlatform()
})

/** Tries a wrong password with each name in turn, each time from another address. */
async function tryWrong(names: readonly string[], make = () => new Visitor(api)): Promise<number[]> {
  const statuses: number[] = []
  for (const name of names) statuses.push((await make().signIn(name, 'Wrong')).status)
  return statuses
}
const times = <T>(count: number, values: readonly T[]): T[] =>
  Array.from({ length: count }, (_, index) => values[index % values.length] as T)
const waitOf = ({ headers }: { headers: Record<string, string> }) => Number(headers['retry-after'])

describe('ten attempts', () => {
  test('count for an account by its e-mail, its username, and every spelling of them', async () => {
    const { email } = await addAccount(api, 'attendee', { username: 'Kéa', email: 'kea@example.org' })
    const names = [email, 'Kea@EXAMPLE.org', 'k\u00e9a', '\u212A\u00e9a', 'K\u0065\u0301a']
    expect(await tryWrong(times(10, names))).toEqual(Array(10).fill(422))
    for (const name of names)
      expect([name, (await new Visitor(api).signIn(name)).status]).toEqual([name, 429])
  })

  test('count for a name without an account by both of its canonical forms', async () => {
    const names = ['No-K\u00e9a', 'no-\u212A\u00e9a', 'NO-\u212Ae\u0301a']
    expect(await tryWrong(times(10, names))).toEqual(Array(10).fill(422))
    expect(await tryWrong(names)).toEqual([429, 429, 429])
    const emails = ['nobody@b\u00fccher.example', 'NOBODY@xn--bcher-kva.example']
    expect(await tryWrong(times(11, emails))).toEqual([...Array(10).fill(422), 429])
  })

  test('that come at the same time all count', async () => {
    const { email } = await addAccount(api)
    const statuses = await Promise.all(
      times(20, [email]).map((name) => new Visitor(api).signIn(name, 'Wrong')),
    )
    expect(statuses.map(({ status }) => status).sort()).toEqual([
      ...Array(10).fill(422),
      ...Array(10).fill(429),
    ])
  })

  test('count on all nodes, whatever is left in their memory', async () => {
    const { email } = await addAccount(api)
    await tryWrong(times(10, [email]))
    await using node = await api.addNode()
    const page = await new Visitor(node).signIn(email)
    expect([page.status, waitOf(page)]).toEqual([429, 60])
  })

  test('store nothing of the name that was typed', async () => {
    await tryWrong(['My secret, in the wrong field'])
    const rows = JSON.stringify(await readTables(api.installation.store))
    expect(rows).toContain('"sign_in_attempts"')
    expect(rows).not.toContain('wrong field')
  })
})

describe('after ten wrong passwords', () => {
  test('each further one doubles the wait, up to a quarter of an hour', async () => {
    const { email } = await addAccount(api)
    await tryWrong(times(10, [email]))
    const waits: number[] = []
    for (let round = 0; round < 6; round += 1) {
      const refused = await new Visitor(api).signIn(email)
      waits.push(waitOf(refused))
      if (round === 5) expect(refused.text).toContain('Try again in 15 minutes')
      api.clock.pass(waitOf(refused) * 1000 - 1)
      expect((await new Visitor(api).signIn(email, 'Wrong')).status).toBe(429)
      api.clock.pass(1)
      expect((await new Visitor(api).signIn(email, 'Wrong')).status).toBe(422)
    }
    expect(waits).toEqual([60, 120, 240, 480, 900, 900])
    api.clock.pass(900_000)
    expect((await new Visitor(api).signIn(email)).status).toBe(303)
    // The right password starts over.
    expect(await tryWrong(times(11, [email]))).toEqual([...Array(10).fill(422), 429])
  })

  test('nobody waits for longer because the clock was days ahead and was set back', async () => {
    const { email } = await addAccount(api)
    api.clock.pass(3 * DAY)
    await tryWrong(times(10, [email]))
    api.clock.pass(-3 * DAY)
    expect((await new Visitor(api).signIn(email)).status).toBe(303)
  })

  test('attempts are forgotten after a day', async () => {
    const { email } = await addAccount(api)
    await tryWrong(times(10, [email]))
    api.clock.pass(DAY)
    expect(await tryWrong(times(11, [email]))).toEqual([...Array(10).fill(422), 429])
  })

  test('a browser that has signed in before still signs in, and other browsers wait', async () => {
    const owner = await signInAs(api, 'owner')
    const { email } = owner.account
    await owner.post('/sign-out')
    expect(await tryWrong(times(11, [email]))).toEqual([...Array(10).fill(422), 429])
    expect((await owner.signIn(email)).status).toBe(303)
    expect((await new Visitor(api).signIn(email)).status).toBe(429)
  })

  test('a browser that has signed in before still signs in from the address of those who try', async () => {
    const from = '127.8.8.8'
    const { email } = await addAccount(api)
    const known = new Visitor(api, { from })
    await known.signIn(email)
    await tryWrong(
      Array.from({ length: 30 }, (_, index) => `nobody-${index}@example.com`),
      () => new Visitor(api, { from }),
    )
    expect((await new Visitor(api, { from }).signIn(email)).status).toBe(429)
    expect((await known.signIn(email)).status).toBe(303)
  })

  test('a browser that has signed in before waits for its own wrong passwords', async () => {
    const known = await signInAs(api)
    const { email } = known.account
    expect(await tryWrong(times(11, [email]), () => known)).toEqual([...Array(10).fill(422), 429])
    expect((await new Visitor(api).signIn(email)).status).toBe(303)
  })

  test('a browser is known only for the accounts that signed in with it, and only by its own cookie', async () => {
    const [victim, attacker] = [await addAccount(api), await signInAs(api)]
    await tryWrong(times(10, [victim.email]))
    expect((await attacker.signIn(victim.email)).status).toBe(429)
    const cookie = attacker.cookies.get('__Host-device') ?? ''
    expect(cookie).not.toBe('')
    attacker.cookies.set('__Host-device', `${cookie.slice(0, -2)}AA`)
    expect((await attacker.signIn(victim.email)).status).toBe(429)
  })

  test('a reset link makes its browser known', async () => {
    const { id, email } = await addAccount(api)
    await tryWrong(times(10, [email]))
    const { installation, platform } = api
    const { token } = await makeResetLink(installation, platform.caller, { userId: id })
    const visitor = new Visitor(api)
    const password = 'Nine amber lanterns drift 7?'
    await visitor.post(`/reset/${token}`, { password, repeated: password })
    expect((await visitor.signIn(email, password)).status).toBe(303)
  })

  test('the cookie of a known browser is for this host and HTTPS only, and names nobody', async () => {
    const visitor = await signInAs(api)
    const line = visitor.setCookies.findLast((cookie) => cookie.startsWith('__Host-device=')) ?? ''
    expect(line).toMatch(/^__Host-device=[\w-]+; Max-Age=15552000; Path=\/; HttpOnly; Secure; SameSite=Lax$/)
    expect(Buffer.from(visitor.cookies.get('__Host-device') ?? '', 'base64url').toString()).not.toContain(
      visitor.account.id,
    )
  })
})

describe('codes of an authenticator app', () => {
  const codeAt = (secret: string, timestamp = api.clock.now()) =>
    new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp })
  /** An owner with two-factor authentication, whose password an attacker knows. */
  async function addProtected() {
    const owner = await signInAs(api, 'owner')
    const [, secret = ''] =
      /name="secret" value="([^"]+)"/.exec((await owner.get('/account/two-factor')).text) ?? []
    await owner.post('/account/two-factor/on', { secret, code: codeAt(secret) })
    api.clock.pass(MINUTE)
    return { email: owner.account.email, secret, owner }
  }
  const askForCode = async (visitor: Visitor, email: string) => {
    const { text } = await visitor.signIn(email)
    return /name="step" value="([^"]+)"/.exec(text)?.[1] ?? ''
  }
  const sendCode = async (visitor: Visitor, email: string, code: string) =>
    visitor.post('/sign-in', { step: await askForCode(visitor, email), code })

  test('can be tried ten times a minute, thirty an hour, and a hundred a day', async () => {
    const { email, secret, owner } = await addProtected()
    const start = api.clock.now()
    const until: [limit: string, tried: number, wait: number][] = []
    for (let tried = 0; tried < 100; ) {
      const page = await sendCode(new Visitor(api), email, '000 000')
      if (page.status === 422) {
        tried += 1
        continue
      }
      expect(page.status).toBe(429)
      until.push(['wait', tried, waitOf(page)])
      api.clock.pass(waitOf(page) * 1000)
    }
    expect(until).toEqual(
      [10, 20, 30, 40, 50, 60, 70, 80, 90].map((tried) => ['wait', tried, tried % 30 ? 60 : 3480]),
    )
    const refused = await sendCode(new Visitor(api), email, codeAt(secret))
    expect([refused.status, waitOf(refused) * 1000]).toEqual([429, DAY - (api.clock.now() - start)])
    // The owner's own browser is not affected.
    expect((await sendCode(owner, email, codeAt(secret))).status).toBe(303)
    api.clock.pass(waitOf(refused) * 1000)
    expect((await sendCode(new Visitor(api), email, codeAt(secret))).status).toBe(303)
  })

  test('start over after a right one', async () => {
    const { email, secret } = await addProtected()
    for (let tried = 0; tried < 9; tried += 1) await sendCode(new Visitor(api), email, '000000')
    expect((await sendCode(new Visitor(api), email, codeAt(secret))).status).toBe(303)
    const next = new Visitor(api)
    for (let tried = 0; tried < 10; tried += 1)
      expect((await sendCode(next, email, '000000')).status).toBe(422)
  })
})

test('attempts at the forms of a signed-in user do not count for signing in', async () => {
  const visitor = await signInAs(api)
  for (let tried = 0; tried < 10; tried += 1)
    await visitor.post('/account/delete', { currentPassword: 'Wrong' })
  expect((await visitor.post('/account/delete', { currentPassword: PASSWORD })).status).toBe(429)
  expect((await new Visitor(api).signIn(visitor.account.email)).status).toBe(303)
})
