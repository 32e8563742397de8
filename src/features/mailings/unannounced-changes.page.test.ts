// Changes of talks in the Back Office say how many people will be notified by e-mail, and can skip the e-mails.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { announcementsIn } from '../../../test/support/announcements.ts'
import { startApi, type TestApi } from '../../../test/support/api.ts'
import { readForm } from '../../../test/support/office.ts'
import { visibleText } from '../../../test/support/sites.ts'
import { type MailServer, startMailServer, waitForEmailTo } from '../../../test/support/smtp.ts'
import { signInAs, type Visitor } from '../../../test/support/visitors.ts'

const QUIET = 5 * 60_000
const TALKS = '/backoffice/talks'
const START = '2027-05-20T09:00:00Z'

let mail: MailServer
let api: TestApi
let staff: Visitor
beforeAll(async () => {
  mail = await startMailServer()
  const env = {
    LECTERN_SMTP_URL: mail.url,
    LECTERN_MAIL_FROM: 'events@example.org',
    LECTERN_PUBLIC_URL: 'https://events.example.org',
  }
  api = await startApi({ env, settings: { timezone: 'UTC' } })
  staff = await signInAs(api, 'owner')
})
afterAll(async () => {
  await api[Symbol.asyncDispose]()
  await mail[Symbol.asyncDispose]()
})

const speakerOf = (name: string) => `speaker-of-${name}@example.org`

/** A talk in 2027. Returns its id. */
async function talk(name: string, body: object = {}): Promise<string> {
  const speakers = [{ email: speakerOf(name), firstName: 'Sam', lastName: 'Sample' }]
  const answer = await api.send('PUT', `/talks/ext:${name}`, {
    body: { title: name, description: '', start: START, room: 'Hall', speakers, ...body },
  })
  expect(answer.status, answer.text).toBeLessThan(300)
  return answer.body.id
}

async function fan(...talks: string[]): Promise<string> {
  const { account } = await signInAs(api)
  for (const name of talks) await api.send('PUT', `/users/${account.id}/favorites/ext:${name}`)
  return account.email
}

/** Sends the form of a talk with other values, like a browser. A box without a tick is `undefined`. */
async function save(id: string, changed: Record<string, string | undefined>) {
  const fields = { ...readForm(await staff.get(`${TALKS}/${id}`)), do: 'save', ...changed }
  const sent = Object.entries(fields).filter((entry): entry is [string, string] => entry[1] !== undefined)
  const answer = await staff.post(`${TALKS}/${id}`, Object.fromEntries(sent))
  expect(answer.status, visibleText(answer.text)).toBe(303)
}

/** The queue of e-mails, once a change that was made at the same time has been announced. */
async function queueAfterAnnouncements(name: string): Promise<string> {
  await talk(name)
  await talk(name, { room: 'Garden' })
  api.clock.pass(QUIET)
  await waitForEmailTo(mail, speakerOf(name))
  return announcementsIn(await staff.get('/backoffice/settings/emails'))
}

test('the form of a talk says how many people will be notified, and a change without e-mails is not announced', async () => {
  const id = await talk('silent')
  const told = await talk('told')
  const ada = await fan('silent', 'told')
  const page = await staff.get(`${TALKS}/${id}`)
  expect(visibleText(page.text)).toContain('2 people get an e-mail if the time, room, or state changes.')
  expect(readForm(page)).toMatchObject({ told: '2', sendEmails: 'on' })
  await save(id, { room: 'Attic', state: 'cancelled', sendEmails: undefined })
  await save(told, { room: 'Attic' })
  const queue = await queueAfterAnnouncements('along-form')
  expect(queue).toContain(speakerOf('told'))
  expect(queue).not.toContain(speakerOf('silent'))
  const content = await waitForEmailTo(mail, ada)
  expect([content.includes('told'), content.includes('silent')]).toEqual([true, false])
  // The next change is announced again.
  await save(id, { state: 'published' })
  api.clock.pass(QUIET)
  expect(await waitForEmailTo(mail, speakerOf('silent'))).toContain('Takes place after all')
})

test('a form that is shown again keeps the choice', async () => {
  const id = await talk('again')
  const { sendEmails: _sendEmails, ...fields } = readForm(await staff.get(`${TALKS}/${id}`))
  const again = await staff.post(`${TALKS}/${id}`, { ...fields, title: '', do: 'save' })
  expect([again.status, readForm(again).sendEmails]).toEqual([422, undefined])
})

test('nobody is told about drafts, talks that are over, and talks whose people want no e-mails', async () => {
  const texts = [
    await talk('a-draft', { state: 'draft' }),
    await talk('a-past-talk', { start: '2027-02-01T09:00:00Z' }),
    await talk('a-break', { kind: 'break', speakers: undefined }),
  ].map(async (id) => (await staff.get(`${TALKS}/${id}`)).text)
  for (const text of await Promise.all(texts)) expect(text).not.toContain('name="sendEmails"')
  const id = await talk('unwanted', { kind: 'break', speakers: undefined })
  const cy = await signInAs(api)
  await api.send('PUT', `/users/${cy.account.id}/favorites/ext:unwanted`)
  expect((await staff.get(`${TALKS}/${id}`)).text).toContain('name="sendEmails"')
  await cy.submit('/account/emails', { message: 'on' })
  expect((await staff.get(`${TALKS}/${id}`)).text).not.toContain('name="sendEmails"')
})

test('a talk that becomes a draft, moves, and is published without e-mails is not announced', async () => {
  const id = await talk('hidden')
  await save(id, { state: 'draft' })
  await queueAfterAnnouncements('along-draft')
  await save(id, { start: '2027-05-21T09:00' })
  await save(id, { state: 'published', sendEmails: undefined })
  expect(await queueAfterAnnouncements('along-hidden')).not.toContain(speakerOf('hidden'))
})

test('many talks that are changed at once say how many different people will be notified', async () => {
  const ids = [await talk('bulk-one'), await talk('bulk-two'), await talk('bulk-draft', { state: 'draft' })]
  await fan('bulk-one', 'bulk-two')
  const edit = { id: ids, 'set/room': 'Attic' }
  const preview = await staff.post(`${TALKS}/edit`, { ...edit, do: 'preview' })
  expect(visibleText(preview.text)).toContain('3 people will get an e-mail about the changes.')
  const renamed = await staff.post(`${TALKS}/edit`, {
    ...edit,
    'set/room': '',
    'set/track': 'X',
    do: 'preview',
  })
  expect(renamed.text).not.toContain('name="sendEmails"')
  const previewed = /name="previewed" value="([^"]*)"/.exec(preview.text)?.[1] ?? ''
  const answer = await staff.post(`${TALKS}/edit`, { ...edit, previewed, told: '3', do: 'apply' })
  expect(answer.headers.location).toBe(`${TALKS}?edited=3&refused=0`)
  expect(await queueAfterAnnouncements('along-bulk')).not.toContain(speakerOf('bulk-one'))
})

test('the timetable editor publishes moves without e-mails', async () => {
  const id = await talk('moved')
  const from = { startAt: Date.parse(START), room: 'Hall', duration: 60 }
  const changes = JSON.stringify([{ id, from, room: 'Attic' }])
  const review = await staff.post('/backoffice/timetable/review', { changes, day: '2027-05-20' })
  expect(visibleText(review.text)).toContain('1 person will get an e-mail about the changes.')
  const answer = await staff.post('/backoffice/timetable', { changes, day: '2027-05-20', told: '1' })
  expect(answer.headers.location).toContain('published=1')
  expect(await queueAfterAnnouncements('along-moves')).not.toContain(speakerOf('moved'))
})

test('a cell of the list says afterwards how many people will be told, unless it was saved without e-mails', async () => {
  const [told, silent] = [await talk('cell'), await talk('silent-cell')]
  const cell = async (id: string, fields: Record<string, string>) => {
    const answer = await staff.post(`${TALKS}/${id}/cell`, {
      name: 'room',
      version: '1',
      told: 'on',
      ...fields,
    })
    return [answer.status, answer.text]
  }
  expect(await cell(told, { value: 'Attic', sendEmails: 'on' })).toEqual([
    200,
    'Saved. 1 person will be notified by e-mail.',
  ])
  expect(await cell(silent, { value: 'Attic' })).toEqual([204, ''])
  const queue = await queueAfterAnnouncements('along-cells')
  expect([queue.includes(speakerOf('cell')), queue.includes(speakerOf('silent-cell'))]).toEqual([true, false])
})
