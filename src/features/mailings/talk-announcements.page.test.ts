// E-mails about changes of talks, to those who have starred them or take part in them.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { announcementsIn } from '../../../test/support/announcements.ts'
import { startApi, type TestApi } from '../../../test/support/api.ts'
import {
  decodeQuotedPrintable,
  type MailServer,
  startMailServer,
  waitForEmailTo,
} from '../../../test/support/smtp.ts'
import { waitUntil } from '../../../test/support/until.ts'
import { signInAs, type Visitor } from '../../../test/support/visitors.ts'

const MINUTE = 60_000
const QUIET = 5 * MINUTE
const PATH = '/backoffice/settings/emails'
const env = (mail: MailServer) => ({
  LECTERN_SMTP_URL: mail.url,
  LECTERN_MAIL_FROM: 'events@example.org',
  LECTERN_PUBLIC_URL: 'https://events.example.org',
})

let mail: MailServer
let api: TestApi
let staff: Visitor
beforeAll(async () => {
  mail = await startMailServer()
  api = await startApi({ env: env(mail), settings: { timezone: 'Europe/Brussels' } })
  staff = await signInAs(api, 'owner')
})
afterAll(async () => {
  await api[Symbol.asyncDispose]()
  await mail[Symbol.asyncDispose]()
})

let count = 0
const START = '2027-05-20T09:00:00Z'
const speakerOf = (id: string) => `speaker-of-${id}@example.org`

/** Saves a talk in 2027 and returns its id. */
async function save(id: string, body: object): Promise<string> {
  const answer = await api.send('PUT', `/talks/ext:${id}`, { body })
  expect(answer.status, answer.text).toBeLessThan(300)
  return answer.body.id
}
const create = (id: string, body: object = {}) =>
  save(id, {
    title: `Talk ${id}`,
    description: '',
    start: START,
    room: 'Great Hall',
    speakers: [{ email: speakerOf(id), firstName: 'Sam', lastName: 'Sample' }],
    ...body,
  })

/** An account that has starred these talks. */
async function fan(...talks: string[]): Promise<{ id: string; email: string }> {
  count += 1
  const email = `fan-${count}@example.org`
  const { body } = await api.send('POST', '/users', {
    body: { email, firstName: 'Ada', lastName: 'Sample', type: 'Attendee' },
  })
  await staff.submit(`/backoffice/users/${body.id}/registration`, { status: 'accepted' })
  for (const id of talks) {
    const answer = await api.send('PUT', `/users/${body.id}/favorites/ext:${id}`)
    expect(answer.status, answer.text).toBe(201)
  }
  return { id: body.id, email }
}

/** The text of the e-mail about changes to an address, once there is one. */
async function announcementTo(email: string): Promise<string> {
  const found = await waitUntil(
    async () =>
      mail.emails
        .filter(({ to }) => to.includes(email))
        .map(({ content }) => decodeQuotedPrintable(content))
        .findLast((content) => content.includes('List-Unsubscribe')),
    (content) => content !== undefined,
  )
  return Buffer.from(found ?? '', 'latin1').toString('utf8')
}
const announcementsTo = (email: string) =>
  mail.emails.filter(({ to, content }) => to.includes(email) && content.includes('List-Unsubscribe')).length

/** Moves another talk, and waits for its announcement: by then, those before it have been sent. */
async function announceAlong(id: string): Promise<string> {
  await create(id)
  const witness = await fan(id)
  await save(id, { start: '2027-05-20T12:00:00Z' })
  api.clock.pass(QUIET)
  await announcementTo(witness.email)
  return announcementsIn(await staff.get(PATH))
}

test('a move is announced to those who starred the talk and to its speakers, with old and new time, once', async () => {
  const talkId = await create('moved')
  const ada = await fan('moved')
  const other = await fan()
  await save('moved', { start: '2027-05-20T10:00:00Z' })
  await save('moved', { start: '2027-05-20T11:30:00Z', room: 'Small Hall' })
  await save('moved', { duration: 30 })
  api.clock.pass(QUIET)
  const content = await announcementTo(ada.email)
  expect(content).toContain(
    [
      'Talk moved',
      'Now: Thu, May 20, 2027, 13:30–14:00, Europe/Brussels (GMT+2), Small Hall',
      'Before: Thu, May 20, 2027, 11:00–12:00, Europe/Brussels (GMT+2), Great Hall',
      `https://events.example.org/talks/${talkId}`,
    ].join('\n'),
  )
  expect(await announcementTo(speakerOf('moved'))).toContain('Now: Thu, May 20')
  await announceAlong('along-moved')
  expect([announcementsTo(ada.email), announcementsTo(other.email)]).toEqual([1, 0])
})

test('a cancellation is announced, and so is the talk when it takes place after all', async () => {
  await create('canceled')
  const ada = await fan('canceled')
  await save('canceled', { state: 'cancelled' })
  api.clock.pass(QUIET)
  expect(await announcementTo(ada.email)).toContain(
    'Canceled. It was planned for: Thu, May 20, 2027, 11:00–12:00, Europe/Brussels (GMT+2), Great Hall',
  )
  // Where it would have been is of no interest.
  await save('canceled', { room: 'Cellar' })
  api.clock.pass(QUIET)
  await save('canceled', { state: 'published' })
  api.clock.pass(QUIET)
  await waitUntil(
    async () => announcementsTo(ada.email),
    (number) => number === 2,
  )
  expect(await announcementTo(ada.email)).toContain(
    'Takes place after all: Thu, May 20, 2027, 11:00–12:00, Europe/Brussels (GMT+2), Cellar',
  )
})

test('what is changed back, what is no change of time or place, drafts, and past talks are not announced', async () => {
  await create('back')
  await create('title')
  await create('draft', { state: 'draft' })
  await create('past', { start: '2027-02-01T09:00:00Z' })
  const ada = await fan('back', 'title', 'past')
  await save('back', { start: '2027-05-20T10:00:00Z', state: 'cancelled' })
  await save('back', { start: START, state: 'published' })
  await save('title', { title: 'Another title' })
  await save('draft', { start: '2027-05-20T10:00:00Z' })
  await save('draft', { state: 'published' })
  await save('past', { start: '2027-02-01T10:00:00Z', room: 'Cellar' })
  const queue = await announceAlong('along-back')
  for (const email of [ada.email, speakerOf('draft'), speakerOf('past')]) expect(queue).not.toContain(email)
})

test('a talk that becomes a draft is announced when it is published with another time', async () => {
  await create('hidden')
  const ada = await fan('hidden')
  await save('hidden', { state: 'draft' })
  expect(await announceAlong('along-hidden')).not.toContain(ada.email)
  await save('hidden', { start: '2027-05-21T09:00:00Z' })
  await save('hidden', { state: 'published' })
  api.clock.pass(QUIET)
  expect(await announcementTo(ada.email)).toContain('Before: Thu, May 20, 2027, 11:00–12:00')
})

test('changes of many talks are one e-mail for each person, about their talks only', async () => {
  await create('one')
  await create('two')
  await create('three')
  const ada = await fan('one', 'two')
  for (const id of ['one', 'two', 'three']) await save(id, { room: 'Garden' })
  api.clock.pass(QUIET)
  const content = await announcementTo(ada.email)
  expect(content).toContain('Subject: default: changes to 2 talks')
  expect([
    content.includes('Talk one'),
    content.includes('Talk two'),
    content.includes('Talk three'),
  ]).toEqual([true, true, false])
})

test('several processes announce each change once', async () => {
  await using server = await startMailServer()
  await using first = await startApi({ env: env(server) })
  await first.addNode()
  await first.addNode()
  const body = {
    title: 'Shared',
    description: '',
    start: START,
    speakers: [{ email: 'sam@example.org', firstName: 'Sam', lastName: 'Sample' }],
  }
  await first.send('PUT', '/talks/ext:shared', { body })
  await first.send('PUT', '/talks/ext:shared', { body: { room: 'Garden' } })
  first.clock.pass(QUIET)
  await waitForEmailTo(server, 'sam@example.org')
  await first.send('PUT', '/talks/ext:shared', { body: { room: 'Cellar' } })
  first.clock.pass(QUIET)
  await waitUntil(
    async () => server.emails.length,
    (number) => number >= 2,
  )
  expect(decodeQuotedPrintable(server.emails.at(-1)?.content ?? '')).toContain('Cellar')
  expect(server.emails).toHaveLength(2)
})

const unsubscribePath = (content: string) =>
  /List-Unsubscribe:\s+<https:\/\/events\.example\.org(\/unsubscribe\/[\w-]+)>/.exec(content)?.[1] ?? 'none'

test('one click unsubscribes without a session, and only from these e-mails (RFC 8058)', async () => {
  await create('click')
  const ada = await fan('click')
  await save('click', { room: 'Garden' })
  api.clock.pass(QUIET)
  const content = await announcementTo(ada.email)
  expect(content).toContain('List-Unsubscribe-Post: List-Unsubscribe=One-Click')
  const path = unsubscribePath(content)
  const types = [
    ['application/x-www-form-urlencoded', 'List-Unsubscribe=One-Click'],
    [
      'multipart/form-data; boundary=b',
      '--b\r\ncontent-disposition: form-data; name="List-Unsubscribe"\r\n\r\nOne-Click\r\n--b--\r\n',
    ],
  ]
  // A scanner that opens the link changes nothing.
  expect((await api.sendTo('GET', path, { key: null })).text).toContain('Unsubscribe')
  await save('click', { room: 'Cellar' })
  api.clock.pass(QUIET)
  await waitUntil(
    async () => announcementsTo(ada.email),
    (number) => number === 2,
  )
  for (const [type = '', raw = ''] of types) {
    const headers = { 'content-type': type }
    const answer = await api.sendTo('POST', path, { key: null, raw, headers })
    expect([answer.status, answer.text.includes('You are unsubscribed')]).toEqual([200, true])
  }
  await save('click', { room: 'Garden' })
  await announceAlong('along-click')
  expect(announcementsTo(ada.email)).toBe(2)
  expect((await api.sendTo('POST', `${path}x`, { key: null, raw: 'a=b' })).status).toBe(404)
  expect((await api.sendTo('GET', '/unsubscribe/wrong', { key: null })).status).toBe(404)
})

test('people choose their e-mails in their account', async () => {
  const user = await signInAs(api, 'attendee')
  await create('chosen')
  await user.get('/account/emails')
  const page = await user.submit('/account/emails', { message: 'on' })
  expect(page.text).toContain('Saved.')
  await api.send('PUT', `/users/${user.account.id}/favorites/ext:chosen`)
  await save('chosen', { room: 'Garden' })
  await announceAlong('along-chosen')
  expect(announcementsTo(user.account.email)).toBe(0)
  await user.submit('/account/emails', { message: 'on', talk_changes: 'on' })
  await save('chosen', { room: 'Cellar' })
  api.clock.pass(QUIET)
  expect(await announcementTo(user.account.email)).toContain('Before: Thu, May 20')
})

test('people who want it are reminded of starred talks that start soon, in one e-mail for each start', async () => {
  await using server = await startMailServer()
  await using own = await startApi({ env: env(server), settings: { timezone: 'Europe/Brussels' } })
  await own.addNode()
  const speakers = [{ email: 'sam@example.org', firstName: 'Sam', lastName: 'Sample' }]
  const talk = async (id: string, start: string, state = 'published') => {
    const body = { title: `Talk ${id}`, description: '', start, state, room: 'Great Hall', speakers }
    expect((await own.send('PUT', `/talks/ext:${id}`, { body })).status).toBe(201)
  }
  await talk('a', '2027-03-01T13:00:00Z')
  await talk('b', '2027-03-01T13:00:00Z')
  await talk('canceled', '2027-03-01T13:00:00Z', 'cancelled')
  await talk('other', '2027-03-01T13:00:00Z')
  await talk('later', '2027-03-01T14:00:00Z')
  const [ada, bea] = [await signInAs(own, 'attendee'), await signInAs(own, 'attendee')]
  for (const id of ['a', 'b', 'canceled', 'later'])
    for (const { account } of [ada, bea]) await own.send('PUT', `/users/${account.id}/favorites/ext:${id}`)
  await ada.submit('/account/emails', { talk_reminder: 'on' })
  own.clock.pass(29 * MINUTE)
  own.clock.pass(2 * MINUTE)
  const content = await waitForEmailTo(server, ada.account.email)
  expect(content).toContain('Subject: default: 2 talks start at 14:00')
  expect(content).toContain('Starting at 14:00, Europe/Brussels (GMT+1):')
  expect(content).toMatch(/Talk a\nGreat Hall\nhttps:\S+\n\nTalk b\nGreat Hall\nhttps:\S+\n\nYour agenda/)
  // Both talks have started: the next reminder is of the last one.
  own.clock.pass(60 * MINUTE)
  await waitUntil(
    async () => server.emails.length,
    (number) => number >= 2,
  )
  expect(server.emails.map(({ to }) => to)).toEqual([[ada.account.email], [ada.account.email]])
  expect(server.emails[1]?.content).toContain('Talk later')
})
