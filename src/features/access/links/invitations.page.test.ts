// Invitations: a link instead of a password, for seven days, once, and only for the account it is for.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startApi, type TestApi } from '../../../../test/support/api.ts'
import { readWholeStore } from '../../../../test/support/raw-store.ts'
import { readEvents } from '../../../../test/support/rows.ts'
import { startPlatform } from '../../../../test/support/shared-servers.ts'
import { visibleText } from '../../../../test/support/sites.ts'
import {
  type MailServer,
  startMailServer,
  waitForEmails,
  waitForEmailTo,
} from '../../../../test/support/smtp.ts'
import { PASSWORD, type Page, signInAs, Visitor } from '../../../../test/support/visitors.ts'

const DAY = 24 * 60 * 60_000
const NEW_PASSWORD = { password: `${PASSWORD} Mine`, repeated: `${PASSWORD} Mine` }
const names = { firstName: 'Ada', lastName: 'Sample' }

let mail: MailServer
let api: TestApi
let owner: Awaited<ReturnType<typeof signInAs>>
beforeAll(async () => {
  mail = await startMailServer()
  api = await startApi({
    env: {
      LECTERN_SMTP_URL: mail.url,
      LECTERN_MAIL_FROM: 'events@example.org',
      LECTERN_PUBLIC_URL: 'https://events.example.org',
    },
  })
  owner = await signInAs(api, 'owner')
})
afterAll(async () => {
  await api[Symbol.asyncDispose]()
  await mail[Symbol.asyncDispose]()
})

const pathIn = (text: string) => /https:\/\/[^/\s]+(\/invitation\/[\w-]{43})/.exec(text)?.[1] ?? ''
let people = 0
/** Creates an account with the form of the Back Office, and returns the path of the invitation. */
async function invite(fields: object = {}, staff = owner) {
  people += 1
  const email = `invited-${people}@example.org`
  const answer = await staff.post('/backoffice/users/new', {
    ...names,
    type: 'Attendee',
    do: 'save',
    email,
    ...fields,
  })
  expect(answer.status, visibleText(answer.text)).toBe(303)
  const path = pathIn(await waitForEmailTo(mail, email))
  const { id } = (await api.send('GET', `/users/${email}`)).body
  return { email, id, path, answer }
}
const isIn = async (visitor: Visitor) => (await visitor.get('/account')).status === 200

test('a person sets up the account with the link, and is signed in', async () => {
  const { email, id, path, answer } = await invite({ type: 'Speaker' })
  expect(answer.headers.location).toBe(`/backoffice/users/${id}/access?done=invited`)
  const content = await waitForEmailTo(mail, email)
  expect(content).toContain('invites you to default.')
  const ada = new Visitor(api)
  // Mail scanners open links.
  for (let opened = 0; opened < 2; opened++) {
    const page = await ada.get(path)
    expect([page.status, page.text.includes(email), page.text.includes('value="Sample"')]).toEqual([
      200,
      true,
      true,
    ])
  }
  const set = await ada.post(path, { ...NEW_PASSWORD, firstName: 'Augusta', lastName: 'Sample' })
  expect([set.status, set.headers.location, await isIn(ada)]).toEqual([303, '/account', true])
  expect((await api.send('GET', `/users/${id}`)).body).toMatchObject({
    firstName: 'Augusta',
    role: 'speaker',
  })
  const again = new Visitor(api)
  expect([
    (await again.get(path)).status,
    (await again.post(path, { ...names, ...NEW_PASSWORD })).status,
  ]).toEqual([404, 404])
  expect((await again.signIn(email, NEW_PASSWORD.password)).status).toBe(303)
  const history = visibleText((await owner.get(`/backoffice/users/${id}/history`)).text)
  expect([history.includes('Invited'), history.includes('Invitation accepted')]).toEqual([true, true])
})

test('the earlier session of the browser ends', async () => {
  const { path } = await invite()
  const browser = await signInAs(api)
  const copy = browser.copy(api)
  expect((await browser.post(path, { ...names, ...NEW_PASSWORD })).status).toBe(303)
  expect([await isIn(browser), await isIn(copy)]).toEqual([true, false])
})

test('names and passwords that are not accepted use nothing up', async () => {
  const { path } = await invite()
  const ada = new Visitor(api)
  const wrong = await ada.post(path, {
    firstName: '',
    lastName: 'Sample',
    password: 'short',
    repeated: 'other',
  })
  expect([wrong.status, wrong.text.includes('short')]).toEqual([422, false])
  expect(visibleText(wrong.text)).toContain('at least 15')
  expect((await ada.post(path, { ...names, ...NEW_PASSWORD })).status).toBe(303)
})

test('a link ends after seven days, with a newer one, when it is revoked, and with a new address', async () => {
  const statusOf = async (path: string) => (await new Visitor(api).get(path)).status
  const replaced = await invite()
  const sent = mail.emails.length
  expect((await owner.submit(`/backoffice/users/${replaced.id}/invitation`)).status).toBe(200)
  await waitForEmails(mail, sent + 1)
  const newer = pathIn(await waitForEmailTo(mail, replaced.email))
  expect([await statusOf(replaced.path), await statusOf(newer)]).toEqual([404, 200])

  const revoked = await invite()
  const shown = visibleText((await owner.get(`/backoffice/users/${revoked.id}/access`)).text)
  expect(shown).toContain('The invitation can be used until')
  await owner.submit(`/backoffice/users/${revoked.id}/invitation/revoke`)
  expect(await statusOf(revoked.path)).toBe(404)

  const moved = await invite()
  await api.send('PUT', `/users/${moved.id}`, { body: { email: `moved-${moved.email}` } })
  expect(await statusOf(moved.path)).toBe(404)

  api.clock.pass(7 * DAY - 1)
  expect(await statusOf(newer)).toBe(200)
  api.clock.pass(1)
  expect(await statusOf(newer)).toBe(404)
  owner = await signInAs(api, 'owner')
})

test('of two simultaneous uses one sets up the account', async () => {
  const { path } = await invite()
  const answers = await Promise.all(
    [1, 2, 3].map(() => new Visitor(api).post(path, { ...names, ...NEW_PASSWORD })),
  )
  expect(answers.map(({ status }) => status).sort()).toEqual([303, 404, 404])
})

describe('colleagues', () => {
  test('owners invite admins and owners, who need no review', async () => {
    const { id, path } = await invite({ type: 'admin' })
    expect((await api.send('GET', `/users/${id}`)).body).toMatchObject({
      role: 'admin',
      registrationStatus: 'accepted',
    })
    const admin = new Visitor(api)
    await admin.post(path, { ...names, ...NEW_PASSWORD })
    expect((await admin.get('/backoffice')).status).toBe(200)
  })

  test('admins invite attendees and speakers only, and cannot take over the invitation of an owner', async () => {
    const admin = await signInAs(api, 'admin')
    const refused = await admin.post('/backoffice/users/new', {
      ...names,
      type: 'owner',
      do: 'save',
      email: 'no@example.org',
    })
    expect(refused.status).toBe(422)
    expect((await api.send('GET', '/users/no@example.org')).status).toBe(404)
    await invite({}, admin)
    const { id, path } = await invite({ type: 'owner' })
    for (const action of ['', '/revoke'])
      expect((await admin.post(`/backoffice/users/${id}/invitation${action}`)).status).toBe(403)
    expect((await new Visitor(api).get(path)).status).toBe(200)
  })

  test('an account that is set up cannot be invited', async () => {
    const { account } = await signInAs(api)
    expect((await owner.post(`/backoffice/users/${account.id}/invitation`)).status).toBe(404)
    expect((await owner.get(`/backoffice/users/${account.id}/access`)).text).not.toContain('/invitation"')
  })
})

test('what was not applied is shown with the invitation, which is sent nevertheless', async () => {
  const fields = {
    ...names,
    type: 'Attendee',
    do: 'save',
    email: 'warned@example.org',
    'options/highlight': 'on',
  }
  const page = visibleText((await owner.submit('/backoffice/users/new', fields)).text)
  expect(page).toContain('It is also sent by e-mail.')
  expect(pathIn(await waitForEmailTo(mail, 'warned@example.org'))).not.toBe('')
})

test('the API still answers with a generated password, and sends nothing', async () => {
  const sent = mail.emails.length
  const { body } = await api.send('POST', '/users', {
    body: { ...names, email: 'api@example.org', type: 'Attendee' },
  })
  expect(body.password).toHaveLength(20)
  expect(mail.emails.length).toBe(sent)
})

test('without a mail server the link and a text are shown once', async () => {
  const other = await startPlatform()
  const staff = await signInAs(other, 'owner')
  const page: Page = await staff.submit('/backoffice/users/new', {
    ...names,
    type: 'Attendee',
    do: 'save',
    email: 'ada@example.org',
  })
  const path = pathIn(page.text)
  expect(page.text).toContain('Hello Ada,')
  expect(visibleText(page.text)).toContain('this installation does not send e-mail')
  expect(await readWholeStore(other.installation.store)).not.toContain(path.split('/').at(-1))
  expect(other.logged.join('')).not.toContain(path.split('/').at(-1))
  expect((await new Visitor(other).get(path)).status).toBe(200)
})

/** The types of the events of an account, in order. */
async function eventsOf(email: string): Promise<string[]> {
  const { id } = (await api.send('GET', `/users/${email}`)).body
  const events = await readEvents({ api, caller: api.platform.caller })
  return events.filter(({ objectId }) => objectId === id).map(({ type }) => type)
}

describe('new people of talks and sponsors', () => {
  const talk = (email: string) => ({
    ...{ title: 'Tests', description: '', start: '2027-05-20T09:00', duration: '30', type: 'embedded' },
    ...{ 'speakers/0/email': email, 'speakers/0/firstName': 'Ada', 'speakers/0/lastName': 'Sample' },
    do: 'save',
  })
  test('get an e-mail with a link, and set up their accounts', async () => {
    const answer = await owner.post('/backoffice/talks/new', talk('speaker-of-talk@example.org'))
    expect(answer.headers.location).toMatch(/^\/backoffice\/talks\/[\w-]+\?done=created-invited$/)
    expect((await owner.get(answer.headers.location ?? '')).text).toContain('New people get an invitation')
    const path = pathIn(await waitForEmailTo(mail, 'speaker-of-talk@example.org'))
    const ada = new Visitor(api)
    expect((await ada.get(path)).status).toBe(200)
    expect((await ada.post(path, { ...names, ...NEW_PASSWORD })).status).toBe(303)
    expect(await isIn(ada)).toBe(true)
    const sponsor = { name: 'Acme', logo: 'https://static.example.org/l.png', level: '2', do: 'save' }
    await owner.post('/backoffice/sponsors/new', {
      ...sponsor,
      'speakers/0/email': 'speaker-of-sponsor@example.org',
      'speakers/0/firstName': 'Bea',
      'speakers/0/lastName': 'Sample',
    })
    expect(pathIn(await waitForEmailTo(mail, 'speaker-of-sponsor@example.org'))).not.toBe('')
  })

  test('are invited with the change that creates them, and nobody is if it is refused', async () => {
    await owner.post('/backoffice/talks/new', { ...talk('once@example.org'), externalId: 'once' })
    expect(await eventsOf('once@example.org')).toEqual(['user.created', 'user.invited'])
    const sent = mail.emails.length
    const refused = await owner.post('/backoffice/talks/new', {
      ...talk('never@example.org'),
      externalId: 'once',
    })
    expect(refused.status).toBe(409)
    expect((await api.send('GET', '/users/never@example.org')).status).toBe(404)
    await owner.post('/backoffice/talks/new', talk('once@example.org'))
    expect(await eventsOf('once@example.org')).toEqual(['user.created', 'user.invited'])
    expect(mail.emails.length - sent).toBeLessThanOrEqual(1)
  })
})

test('an admin is created with the role and the invitation at once', async () => {
  const { email } = await invite({ type: 'admin' })
  expect(await eventsOf(email)).toEqual(['user.created', 'user.invited'])
})
