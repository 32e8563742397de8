// Messages that are sent at a chosen time: edited and canceled until then, and sent once by several nodes.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startApi, type TestApi } from '../../../test/support/api.ts'
import { sendPreviewed } from '../../../test/support/group-messages.ts'
import { visibleText } from '../../../test/support/sites.ts'
import { decodeQuotedPrintable, type MailServer, startMailServer } from '../../../test/support/smtp.ts'
import { waitUntil } from '../../../test/support/until.ts'
import { signInAs, type Visitor } from '../../../test/support/visitors.ts'

const PATH = '/backoffice/messages'
/** The session of staff ends after half an hour without a request. */
const STEP = 20 * 60_000
const HOUR = 3_600_000

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
  api = await startApi({ env, settings: { timezone: 'Europe/Berlin' } })
  await api.addNode()
  await api.addNode()
  // The own time zone of the person is not that of the times in the form.
  staff = await signInAs(api, 'owner', { timezone: 'America/New_York' })
  await signInAs(api)
})
afterAll(async () => {
  await api[Symbol.asyncDispose]()
  await mail[Symbol.asyncDispose]()
})

/** The local time after some steps, in Berlin. */
const inSteps = (steps: number) =>
  new Date(api.clock.now() + steps * STEP + HOUR).toISOString().slice(0, 'yyyy-mm-ddThh:mm'.length)
const draft = (subject: string, fields: Record<string, string> = {}) => ({
  ...{ audience: 'attendees', subject, text: 'Hello', when: 'at', at: inSteps(2) },
  ...fields,
})

/** Schedules a message and returns its path. */
async function schedule(subject: string, fields: Record<string, string> = {}): Promise<string> {
  const answer = await sendPreviewed(staff, draft(subject, fields))
  expect(answer.headers.location, visibleText(answer.text)).toMatch(/done=message-scheduled$/)
  return answer.headers.location?.split('?')[0] ?? ''
}
const subjects = () => mail.emails.map(({ content }) => /^Subject: (.*)$/m.exec(content)?.[1]?.trim())
const recipientsOf = (subject: string) =>
  mail.emails.filter(({ content }) => content.includes(`Subject: ${subject}`)).flatMap(({ to }) => to)

/** Sends another message, and waits until it and everything that was due before has been sent, in whatever order. */
async function sendAnother(subject: string): Promise<void> {
  const answer = await sendPreviewed(staff, draft(subject, { when: 'now', audience: 'everyone' }))
  expect(answer.headers.location).toMatch(/done=message-sent$/)
  const { items } = (await api.send('GET', '/users')).body
  await waitUntil(
    async () => recipientsOf(subject).length,
    (count) => count === items.length,
  )
  await waitUntil(
    async () => visibleText((await staff.get(PATH)).text),
    (page) => !/Queuing|\d Waiting/.test(page),
  )
}

test('a scheduled message goes once to those who are in the group at its time', async () => {
  const preview = await staff.post(`${PATH}/new`, { ...draft('Doors'), do: 'preview' })
  expect(visibleText(preview.text)).toMatch(
    /1 person is in this group now\..*Scheduled for Mon, Mar 1, 2027, 13:40, Europe\/Berlin/,
  )
  const path = await schedule('Doors')
  expect(visibleText((await staff.get(PATH)).text)).toMatch(/Doors\s+Attendees\s+Scheduled/)
  expect(visibleText((await staff.get(path)).text)).toContain(
    'Scheduled for Mon, Mar 1, 2027, 07:40, America/New York',
  )
  const late = await signInAs(api)
  api.clock.pass(STEP)
  await sendAnother('Before')
  expect(subjects()).not.toContain('Doors')
  api.clock.pass(STEP)
  await sendAnother('After')
  expect(recipientsOf('Doors')).toHaveLength(2)
  expect(recipientsOf('Doors')).toContain(late.account.email)
  expect((await staff.get(path)).text).not.toContain(`${path}/cancel`)
})

test('an edited message is sent only as it is then, and a canceled one never', async () => {
  const old = await schedule('Old text')
  const form = await staff.get(`${old}/edit`)
  expect(form.text).toContain(`value="${inSteps(2)}"`)
  expect(form.text).toContain('value="Old text"')
  const replaces = old.split('/').at(-1) ?? ''
  await schedule('New text', { replaces, at: inSteps(3) })
  expect((await staff.get(old)).status).toBe(404)
  const gone = await schedule('Canceled')
  expect((await staff.post(`${gone}/cancel`)).headers.location).toBe(`${gone}?done=message-canceled`)
  expect(visibleText((await staff.get(gone)).text)).toContain('Canceled')
  for (const subject of ['Second', 'Third', 'Last']) {
    api.clock.pass(STEP)
    await sendAnother(subject)
  }
  expect(recipientsOf('New text')).toHaveLength(2)
  expect(subjects()).not.toContain('Old text')
  expect(subjects()).not.toContain('Canceled')
  expect(visibleText((await staff.get('/backoffice/audit')).text)).toContain('Message scheduled')
})

test('a message that is being sent can no longer be edited or canceled', async () => {
  const path = await schedule('Too late')
  api.clock.pass(STEP)
  await staff.get(PATH)
  api.clock.pass(STEP)
  const answers = [
    await staff.post(`${path}/cancel`),
    await staff.get(`${path}/edit`),
    await sendPreviewed(staff, draft('Again', { replaces: path.split('/').at(-1) ?? '' })),
  ]
  for (const answer of answers) {
    expect(answer.status).toBe(409)
    expect(visibleText(answer.text)).toContain('It can no longer be changed.')
  }
  await sendAnother('Later')
  expect(recipientsOf('Too late')).toHaveLength(2)
})

test('a time that is not in the next year, and an address that is none, are refused', async () => {
  for (const fields of [{ at: '' }, { at: inSteps(-1) }, { at: inSteps(72 * 400) }, { replyTo: 'me' }]) {
    const answer = await sendPreviewed(staff, draft('Wrong', fields))
    expect([fields, answer.status]).toEqual([fields, 422])
  }
})

test('answers go to the address that the message names', async () => {
  const fields = { when: 'now', replyTo: 'team@example.org' }
  await sendPreviewed(staff, draft('Reply', fields))
  await sendAnother('After the reply')
  const email = mail.emails.find(({ content }) => content.includes('Subject: Reply'))
  expect(decodeQuotedPrintable(email?.content ?? '')).toMatch(/^Reply-To: team@example\.org\r?$/m)
  const other = mail.emails.find(({ content }) => content.includes('Subject: After the reply'))
  expect(other?.content).not.toContain('Reply-To')
})
