// Signing up: a link to the e-mail creates the account, and until then there is none.
import { beforeAll, describe, expect, test } from 'vitest'
import type { TestApi } from '../../../../test/support/api.ts'
import { startMailedPlatform, startPlatform } from '../../../../test/support/shared-servers.ts'
import { type MailServer, waitForEmailTo } from '../../../../test/support/smtp.ts'
import { waitUntil } from '../../../../test/support/until.ts'
import { addAccount, PASSWORD, type Page, signInAs, Visitor } from '../../../../test/support/visitors.ts'
import { changeSettings } from '../../platforms/platforms.ts'
import type { PlatformRow } from '../../platforms/tables.ts'
import { requestSignUp } from './sign-up.ts'

const DAY = 24 * 60 * 60_000
const ROBIN = { firstName: 'Robin', lastName: 'Sample', password: PASSWORD, repeated: PASSWORD }

let api: TestApi
let mail: MailServer
let linksTo: (email: string, path: string) => string[]
beforeAll(async () => {
  const started = await startMailedPlatform({ hasSignUp: true })
  api = started.api
  mail = started.mail
  linksTo = started.linksTo
})

const read = (email: string) => api.send('GET', `/users/${email}`)
const isIn = async (visitor: Visitor) => (await visitor.get('/account')).status === 200
/** Asks for links until there are `count` to the e-mail, and returns the last one. */
async function linkTo(email: string, visitor = new Visitor(api), count = 1): Promise<string> {
  const answer = await visitor.post('/sign-up', { email })
  expect([answer.status, answer.headers.location]).toEqual([303, '/sign-up/done'])
  const links = await waitUntil(
    async () => linksTo(email, '/sign-up/'),
    (found) => found.length >= count,
  )
  return links.at(-1) ?? ''
}
const problemsOn = ({ text }: Page) =>
  [...text.matchAll(/id="field-([\w-]+)-problem"[^>]*>([^<]+)</g)].map(([, field, message]) => [
    field,
    message,
  ])

describe('the link', () => {
  test('creates an attendee in the review queue, who is signed in and knows the password', async () => {
    const email = 'nora@example.org'
    const visitor = new Visitor(api)
    const link = await linkTo(email, visitor)
    expect([(await read(email)).status, await isIn(visitor)]).toEqual([404, false])
    expect((await visitor.get(link)).text).toContain(email)
    const created = await visitor.post(link, { ...ROBIN, firstName: 'Nora', lastName: 'Nguyen' })
    expect([created.status, created.headers.location]).toEqual([303, '/account'])
    expect((await read(email)).body).toMatchObject({
      ...{ role: 'attendee', registrationStatus: 'in_review', firstName: 'Nora' },
      username: expect.stringMatching(/^nguyen\.nora#\d{4}$/),
    })
    expect((await visitor.get('/account')).text).toContain(
      'An organizer has not reviewed your registration yet.',
    )
    expect((await new Visitor(api).signIn(email)).headers.location).toBe('/')
    expect((await new Visitor(api).post(link, ROBIN)).status).toBe(404)
  })

  test('refuses names and passwords that are not accepted, and stays usable', async () => {
    const link = await linkTo('weak@example.org')
    const short = 'Too short 1'
    const page = await new Visitor(api).post(link, {
      ...ROBIN,
      firstName: '',
      password: short,
      repeated: short,
    })
    expect([page.status, problemsOn(page)]).toEqual([
      422,
      [
        ['firstName', 'must not be empty'],
        ['password', 'must have at least 15 characters'],
      ],
    ])
    expect((await read('weak@example.org')).status).toBe(404)
    expect((await new Visitor(api).post(link, ROBIN)).status).toBe(303)
  })

  test('ends after a day, with damage, and with the account of another link', async () => {
    const [first, second] = [
      await linkTo('twice@example.org'),
      await linkTo('twice@example.org', undefined, 2),
    ]
    expect((await new Visitor(api).get(`${first.slice(0, -3)}AAA`)).status).toBe(404)
    expect((await new Visitor(api).post(first, ROBIN)).status).toBe(303)
    expect((await new Visitor(api).post(second, ROBIN)).status).toBe(404)
    const late = await linkTo('late@example.org')
    api.clock.pass(DAY)
    expect((await new Visitor(api).get(late)).status).toBe(404)
    expect((await new Visitor(api).post(late, ROBIN)).status).toBe(404)
  })

  test('of two simultaneous uses creates one account', async () => {
    const link = await linkTo('both@example.org')
    const answers = await Promise.all([1, 2].map(() => new Visitor(api).post(link, ROBIN)))
    expect(answers.map(({ status }) => status).sort()).toEqual([303, 404])
  })
})

describe('somebody who signs up with the e-mail of another person', () => {
  test('gets no account, session, or username, and the API creates the account of that person as if nobody had', async () => {
    const email = 'victim@example.org'
    const impostor = new Visitor(api)
    await linkTo(email, impostor)
    const talk = await api.send('PUT', '/talks/ext:keynote', {
      body: {
        ...{ title: 'Keynote', description: '', start: '2027-05-20T09:00:00Z' },
        speakers: [{ email, firstName: 'Vic', lastName: 'Sample', username: 'vic' }],
      },
    })
    expect(talk.status, talk.text).toBe(201)
    const [{ password }] = talk.body.speakers
    expect(password).toEqual(expect.any(String))
    expect(await isIn(impostor)).toBe(false)
    expect((await impostor.signIn(email)).status).toBe(422)
    expect((await new Visitor(api).signIn(email, password)).headers.location).toContain('/account/password')
  })

  test('decides nothing in the e-mail', async () => {
    const email = 'target@example.org'
    await new Visitor(api).post('/sign-up', {
      ...{
        email,
        firstName: 'You won a free ticket: https://phish.example.org\r\n\r\nHurry',
        lastName: 'Now',
      },
    })
    expect(await waitForEmailTo(mail, email)).not.toContain('phish')
  })

  test('sends at most three e-mails a day to one person', async () => {
    const email = 'flooded@example.org'
    for (let sent = 0; sent < 5; sent += 1) {
      const answer = await new Visitor(api).post('/sign-up', { email })
      expect(answer.headers.location).toBe('/sign-up/done')
    }
    // Sent after those before it.
    await linkTo('after@example.org')
    expect(linksTo(email, '/sign-up/').length).toBe(3)
    api.clock.pass(DAY)
    await linkTo(email, undefined, 4)
  })

  test('learns nothing about an existing account, whose owner is notified', async () => {
    const { email, id } = await addAccount(api)
    const before = (await read(id)).body
    const seen = ({ status, text, headers }: Page) => [status, text, headers.location, headers['set-cookie']]
    const taken = await new Visitor(api).post('/sign-up', { email: email.toUpperCase() })
    const free = await new Visitor(api).post('/sign-up', { email: 'free@example.org' })
    expect(seen(taken)).toEqual(seen(free))
    expect(await waitForEmailTo(mail, email)).toContain('which already has an account')
    expect((await read(id)).body).toEqual(before)
  })
})

test('an account that appears before the link is used stays as it is', async () => {
  const email = 'meanwhile@example.org'
  const link = await linkTo(email)
  const { id } = await addAccount(api, 'attendee', { email })
  const before = (await read(id)).body
  const answer = await new Visitor(api).post(link, ROBIN)
  expect(answer.headers.location).toBe('/sign-in?done=has-account')
  expect((await read(id)).body).toEqual(before)
})

test('something that is no e-mail is refused', async () => {
  const page = await new Visitor(api).post('/sign-up', { email: 'nobody' })
  expect([page.status, page.text.includes('must be an e-mail address')]).toEqual([422, true])
})

test('is limited by IP address', async () => {
  const answers = Array.from({ length: 31 }, (_, n) =>
    new Visitor(api, { from: '127.8.8.8' }).post('/sign-up', { email: `many-${n}@example.org` }),
  )
  const statuses = (await Promise.all(answers)).map(({ status }) => status)
  expect(statuses.sort()).toEqual([...Array(30).fill(303), 429])
})

test('is offered on the sign-in page only if the platform allows it', async () => {
  const offer = 'href="/sign-up"'
  const link = await linkTo('closed@example.org')
  expect((await new Visitor(api).get('/sign-in')).text).toContain(offer)
  const { installation, platform } = api
  await changeSettings(installation, platform.caller, { hasSignUp: false })
  expect((await new Visitor(api).get('/sign-in')).text).not.toContain(offer)
  expect((await new Visitor(api).post('/sign-up', { email: 'shut@example.org' })).status).toBe(404)
  expect((await new Visitor(api).post(link, ROBIN)).status).toBe(404)
  await changeSettings(installation, platform.caller, { hasSignUp: true })
})

test('without a mail server, staff see who waits, and hand out the link', async () => {
  const own = await startPlatform({ settings: { hasSignUp: true } })
  const [visitor, staff] = [new Visitor(own), await signInAs(own, 'admin')]
  const done = await visitor.submit('/sign-up', { email: 'by-hand@example.org' })
  expect(done.text).toContain('An organizer will send you a link')
  expect((await staff.get('/backoffice/registrations')).text).toContain('1 sign-up waits for its e-mail')
  const list = await staff.get('/backoffice/registrations/sign-ups')
  expect(list.text).toContain('by-hand@example.org')
  const action = /action="([^"]+\/link)"/.exec(list.text)?.[1] ?? ''
  const shown = await staff.submit(action)
  const path = new RegExp(`${own.url}(/sign-up/[\\w-]+)`).exec(shown.text)?.[1] ?? ''
  const log = (await staff.get('/backoffice/audit')).text
  expect(['Sign-up link created', 'b•••@example.org'].every((text) => log.includes(text))).toBe(true)
  expect((await visitor.post(path, ROBIN)).headers.location).toBe('/account')
  expect((await own.send('GET', '/users/by-hand@example.org')).body.registrationStatus).toBe('in_review')
  expect((await staff.get('/backoffice/registrations/sign-ups')).text).toContain(
    'No sign-up waits for its e-mail.',
  )
})

test('on a host that is not confirmed, no e-mail is sent, and the link from staff works', async () => {
  const email = 'elsewhere@example.org'
  const [visitor, staff] = [
    new Visitor(api, { host: `${new URL(api.url).hostname}:1` }),
    await signInAs(api, 'admin'),
  ]
  const done = await visitor.submit('/sign-up', { email })
  expect([done.status, done.text.includes('An organizer will send you a link')]).toEqual([200, true])
  const { text } = await staff.get('/backoffice/registrations/sign-ups')
  const row = text.split('<tr').find((one) => one.includes('elsewhere')) ?? ''
  const shown = await staff.submit(/action="([^"]+\/link)"/.exec(row)?.[1] ?? '')
  const path = new RegExp(`${api.url}(/sign-up/[\\w-]+)`).exec(shown.text)?.[1] ?? ''
  expect((await visitor.post(path, ROBIN)).headers.location).toBe('/account')
  expect((await read(email)).body.registrationStatus).toBe('in_review')
  // Sent after those before it.
  await linkTo('after-elsewhere@example.org')
  expect(mail.emails.flatMap(({ to }) => to)).not.toContain(email)
})

test('staff reach every sign-up, each e-mail once', async () => {
  const own = await startPlatform({ settings: { hasSignUp: true } })
  const staff = await signInAs(own, 'admin')
  for (let n = 0; n < 102; n += 1, own.clock.pass(1))
    await requestSignUp(own.installation, own.platform.caller.platform as PlatformRow, {
      ...{ email: `waits-${n % 101}@example.org`, language: null, origin: undefined, address: `${n}` },
    })
  expect((await staff.get('/backoffice/registrations')).text).toContain('101 sign-ups wait for their e-mail')
  const listed: string[] = []
  let path: string | undefined = '/backoffice/registrations/sign-ups'
  for (let pages = 0; path !== undefined && pages < 9; pages += 1) {
    const { text }: Page = await staff.get(path)
    listed.push(...[...text.matchAll(/aria-label="[^"]*(waits-\d+)@/g)].map(([, name = '']) => name))
    path = /<a[^>]* href="([^"]*after=[^"]*)"/.exec(text)?.[1]?.replaceAll('&amp;', '&')
  }
  expect(listed).toEqual(['waits-0', ...Array.from({ length: 100 }, (_, n) => `waits-${100 - n}`)])
})
