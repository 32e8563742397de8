// Changing one's own e-mail: it must be confirmed from the new address, and never reveals whether an address is taken.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startApi, type TestApi } from '../../support/api.ts'
import { startPlatform } from '../../support/shared-servers.ts'
import { type MailServer, startMailServer, waitForEmailTo } from '../../support/smtp.ts'
import { addAccount, PASSWORD, type Page, signInAs, Visitor } from '../../support/visitors.ts'

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
  const emailOf = async (visitor: User) => (await api.send('GET', `/users/${visitor.account.id}`)).body.email
  const visitorAs = (role: 'attendee' | 'owner') => signInAs(api, role)
  const linkTo = async (email: string) =>
    /https:\/\/events\.example\.org(\/confirm-email\/[\w-]+)/.exec(
      await waitForEmailTo(mail, email),
    )?.[1] as string

  test.each(['attendee', 'owner'] as const)(
    'an %s changes it with the link that the new address gets',
    async (role) => {
      const visitor = await visitorAs(role)
      const next = `new-${role}@example.org`
      const answer = await changeTo(visitor, next, { job: 'Editor' })
      expect([answer.status, answer.headers.location]).toEqual([303, '/account/profile?done=confirm'])
      expect(await emailOf(visitor)).toBe(visitor.account.email)
      expect((await api.send('GET', `/users/${visitor.account.id}`)).body.job).toBe('Editor')
      // Mail scanners open links, and the link may be opened in another browser.
      const elsewhere = new Visitor(api)
      expect((await elsewhere.get(await linkTo(next))).status).toBe(200)
      expect(await emailOf(visitor)).toBe(visitor.account.email)
      expect((await elsewhere.post(await linkTo(next))).headers.location).toBe('/sign-in?done=email')
      expect(await emailOf(visitor)).toBe(next)
      expect((await elsewhere.post(await linkTo(next))).status).toBe(404)
    },
  )

  test('the answer is the same for an address that is taken, which stays as it is', async () => {
    const [visitor, other] = [await visitorAs('attendee'), await addAccount(api)]
    const answers = [await changeTo(visitor, 'free@example.org'), await changeTo(visitor, other.email)]
    expect(answers.map(({ status, headers }) => [status, headers.location])).toEqual(
      Array(2).fill([303, '/account/profile?done=confirm']),
    )
    expect((await new Visitor(api).post(await linkTo(other.email))).status).toBe(404)
    expect(await emailOf(visitor)).toBe(visitor.account.email)
  })

  test('a link ends with a day, with another change, and with damage', async () => {
    const visitor = await visitorAs('attendee')
    await changeTo(visitor, 'first@example.org')
    await changeTo(visitor, 'second@example.org')
    const [first, second] = [await linkTo('first@example.org'), await linkTo('second@example.org')]
    expect((await new Visitor(api).get(`${first.slice(0, -3)}AAA`)).status).toBe(404)
    expect((await new Visitor(api).post(second)).status).toBe(303)
    expect((await new Visitor(api).post(first)).status).toBe(404)
    const late = await visitorAs('attendee')
    await changeTo(late, 'late@example.org')
    const lateLink = await linkTo('late@example.org')
    api.clock.pass(DAY)
    expect((await new Visitor(api).get(lateLink)).status).toBe(404)
  })

  test('another spelling of the same address needs no link', async () => {
    const visitor = await visitorAs('attendee')
    expect((await changeTo(visitor, visitor.account.email.toUpperCase())).headers.location).toBe(
      '/account/profile?done=saved',
    )
    expect(await emailOf(visitor)).toBe(visitor.account.email.toUpperCase())
  })

  test('links are limited to five a minute', async () => {
    const visitor = await visitorAs('attendee')
    for (let sent = 0; sent < 5; sent += 1)
      expect((await changeTo(visitor, `target-${sent}@example.org`)).status).toBe(303)
    expect((await changeTo(visitor, 'target@example.org')).status).toBe(422)
    await waitForEmailTo(mail, 'target-4@example.org')
    expect(mail.emails.filter(({ to }) => to.includes('target@example.org'))).toEqual([])
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
