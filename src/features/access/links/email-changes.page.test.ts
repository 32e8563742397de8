// Changing one's own e-mail: it must be confirmed from the new address, and never reveals whether an address is taken.
import { beforeAll, describe, expect, test } from 'vitest'
import type { TestApi } from '../../../../test/support/api.ts'
import { startMailedPlatform, startPlatform } from '../../../../test/support/shared-servers.ts'
import { type MailServer, waitForEmailTo } from '../../../../test/support/smtp.ts'
import { waitUntil } from '../../../../test/support/until.ts'
import { addAccount, PASSWORD, type Page, signInAs, Visitor } from '../../../../test/support/visitors.ts'

const DAY = 24 * 60 * 60_000
type User = Awaited<ReturnType<typeof signInAs>>

const changeTo = (visitor: User, email: string, more: object = {}) =>
  visitor.post('/account/profile', {
    ...{ firstName: 'Robin', lastName: 'Sample', username: visitor.account.username },
    ...{ email, currentPassword: PASSWORD, ...more },
  })
/** A page without what differs from one answer to the next. */
const bare = ({ status, text }: Page, email: string) => [
  status,
  text.replaceAll(/(name="_csrf" value|nonce)="[^"]+"/g, '').replaceAll(email, ''),
]

describe('with a mail server', () => {
  let mail: MailServer
  let api: TestApi
  let linksTo: (email: string, path: string) => string[]
  beforeAll(async () => {
    const started = await startMailedPlatform()
    api = started.api
    mail = started.mail
    linksTo = started.linksTo
  })
  const emailOf = async (visitor: User) => (await api.send('GET', `/users/${visitor.account.id}`)).body.email
  const visitorAs = (role: 'attendee' | 'owner') => signInAs(api, role)
  const linkTo = async (email: string) =>
    (
      await waitUntil(
        async () => linksTo(email, '/confirm-email/'),
        ({ length }) => length > 0,
      )
    )[0] as string

  test.each(['attendee', 'owner'] as const)(
    'an %s changes it with the link that the new address gets',
    async (role) => {
      const visitor = await visitorAs(role)
      const next = `new-${role}@example.org`
      const answer = await changeTo(visitor, next, { job: 'Editor' })
      expect([answer.status, answer.headers.location]).toEqual([303, '/account/profile?done=confirm'])
      expect(await emailOf(visitor)).toBe(visitor.account.email)
      expect((await api.send('GET', `/users/${visitor.account.id}`)).body.job).toBe('Editor')
      const link = await linkTo(next)
      // Only the button changes something, because mail scanners open links.
      expect((await visitor.get(link)).status).toBe(200)
      expect(await emailOf(visitor)).toBe(visitor.account.email)
      expect((await visitor.post(link)).headers.location).toBe('/account/profile?done=email')
      expect(await emailOf(visitor)).toBe(next)
      expect((await visitor.post(link)).status).toBe(404)
    },
  )

  test('the link works only in a session of the account, so nobody confirms the account of somebody else', async () => {
    const [impostor, victim] = [await visitorAs('attendee'), await visitorAs('attendee')]
    await changeTo(impostor, 'second-address@example.org')
    const link = await linkTo('second-address@example.org')
    const stranger = new Visitor(api)
    expect((await stranger.get(link)).headers.location).toBe(`/sign-in?next=${encodeURIComponent(link)}`)
    expect((await stranger.post(link)).headers.location).toContain('/sign-in')
    expect([(await victim.get(link)).status, (await victim.post(link)).status]).toEqual([404, 404])
    expect(await emailOf(impostor)).toBe(impostor.account.email)
  })

  test('an account that nobody vouches for causes no e-mails to others', async () => {
    const { body: created } = await api.send('POST', '/users', {
      body: { email: 'unproved@example.org', firstName: 'Robin', lastName: 'Sample', type: 'Speaker' },
    })
    const unproved = new Visitor(api)
    await unproved.signIn('unproved@example.org', created.password)
    await unproved.post('/account/password', {
      ...{ currentPassword: created.password, password: PASSWORD, repeated: PASSWORD },
    })
    const profile = { firstName: 'Robin', lastName: 'Sample', username: created.username }
    const change = { ...profile, email: 'stranger@example.org', currentPassword: PASSWORD }
    const page = await unproved.post('/account/profile', change)
    expect([page.status, page.text.includes('first sign in once with a link')]).toEqual([422, true])
    const waiting = await signInAs(api, 'attendee', { options: { endRegistration: false } })
    const refused = await changeTo(waiting, 'stranger@example.org')
    expect([refused.status, refused.text.includes('once an organizer has accepted')]).toEqual([422, true])
    expect(linksTo('stranger@example.org', '/confirm-email/')).toEqual([])
  })

  test('the answer is the same for an address that is taken, which stays as it is', async () => {
    const [visitor, other] = [await visitorAs('attendee'), await addAccount(api)]
    const answers = [await changeTo(visitor, 'free@example.org'), await changeTo(visitor, other.email)]
    expect(answers.map(({ status, headers }) => [status, headers.location])).toEqual(
      Array(2).fill([303, '/account/profile?done=confirm']),
    )
    expect((await visitor.post(await linkTo(other.email))).status).toBe(404)
    expect(await emailOf(visitor)).toBe(visitor.account.email)
  })

  test('a link ends with a day, with another change, and with damage', async () => {
    const visitor = await visitorAs('attendee')
    await changeTo(visitor, 'first@example.org')
    await changeTo(visitor, 'second@example.org')
    const [first, second] = [await linkTo('first@example.org'), await linkTo('second@example.org')]
    expect((await visitor.get(`${first.slice(0, -3)}AAA`)).status).toBe(404)
    expect((await visitor.post(second)).status).toBe(303)
    expect((await visitor.post(first)).status).toBe(404)
    const late = await visitorAs('attendee')
    await changeTo(late, 'late@example.org')
    const lateLink = await linkTo('late@example.org')
    api.clock.pass(DAY)
    expect((await late.get(lateLink)).status).toBe(404)
  })

  test('another spelling of the same address needs no link', async () => {
    const visitor = await visitorAs('attendee')
    expect((await changeTo(visitor, visitor.account.email.toUpperCase())).headers.location).toBe(
      '/account/profile?done=saved',
    )
    expect(await emailOf(visitor)).toBe(visitor.account.email.toUpperCase())
  })

  test('one account causes at most five e-mails a day, and one address gets at most three', async () => {
    const visitor = await visitorAs('attendee')
    for (let sent = 0; sent < 5; sent += 1)
      expect((await changeTo(visitor, `target-${sent}@example.org`)).status).toBe(303)
    expect((await changeTo(visitor, 'target-of-changes@example.org')).status).toBe(422)
    const others = await Promise.all([1, 2, 3, 4].map(() => visitorAs('attendee')))
    // The answer does not reveal how many e-mails others have sent.
    for (const other of others)
      expect((await changeTo(other, 'victim-of-changes@example.org')).status).toBe(303)
    const toVictim = () => linksTo('victim-of-changes@example.org', '/confirm-email/').length
    await waitUntil(
      async () => toVictim(),
      (count) => count === 3,
    )
    await changeTo(others[0] as User, 'after@example.org')
    await waitForEmailTo(mail, 'after@example.org')
    expect(toVictim()).toBe(3)
    expect(mail.emails.filter(({ to }) => to.includes('target-of-changes@example.org'))).toEqual([])
  })
})

test('without a mail server an attendee cannot change it, whether or not the address is taken', async () => {
  const api = await startPlatform()
  const [visitor, other] = [await signInAs(api), await addAccount(api)]
  const pages = [bare(await changeTo(visitor, 'free@example.org'), 'free@example.org')]
  pages.push(bare(await changeTo(visitor, other.email), other.email))
  expect(pages[0]?.[0]).toBe(422)
  expect(pages[0]?.[1]).toContain('can only be changed by an organizer')
  expect(pages[1]).toEqual(pages[0])
  expect((await api.send('GET', `/users/${visitor.account.id}`)).body.email).toBe(visitor.account.email)
})
