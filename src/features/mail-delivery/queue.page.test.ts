// Settings > E-mails: the queue, its retries, and what it keeps of links.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startApi, type TestApi } from '../../../test/support/api.ts'
import { readWholeStore } from '../../../test/support/raw-store.ts'
import { readEmailSecrets } from '../../../test/support/rows.ts'
import { startPlatform } from '../../../test/support/shared-servers.ts'
import { visibleText } from '../../../test/support/sites.ts'
import {
  type MailServer,
  startMailServer,
  waitForEmails,
  waitForEmailTo,
} from '../../../test/support/smtp.ts'
import { waitUntil } from '../../../test/support/until.ts'
import { addAccount, signInAs, type Visitor } from '../../../test/support/visitors.ts'
import { applyRetention } from '../platforms/retention-job.ts'

const MINUTE = 60_000
const DAY = 24 * 60 * MINUTE
const PATH = '/backoffice/settings/emails'
const envOf = (url: string) => ({
  LECTERN_SMTP_URL: url,
  LECTERN_MAIL_FROM: 'events@example.org',
  LECTERN_PUBLIC_URL: 'https://events.example.org',
})

let mail: MailServer
let api: TestApi
beforeAll(async () => {
  mail = await startMailServer()
  api = await startApi({ env: envOf(mail.url) })
})
afterAll(async () => {
  await api[Symbol.asyncDispose]()
  await mail[Symbol.asyncDispose]()
})

/** Waits until the page shows a text, or a state in a badge. */
const isShown = (staff: Visitor, text: string) =>
  waitUntil(
    async () => (await staff.get(PATH)).text,
    (page) => page.includes(text),
  )
const badge = (state: string) => `>${state}</span>`
const retryPath = async (staff: Visitor) =>
  /action="(\/backoffice\/settings\/emails\/[\w-]+\/retry)"/.exec((await staff.get(PATH)).text)?.[1]

test('a link is in the store only until it is sent, encrypted, and never on the page of the queue', async () => {
  const { store } = api.installation
  const staff = await signInAs(api, 'owner')
  const ada = await addAccount(api)
  await staff.submit(`/backoffice/users/${ada.id}/reset-link`)
  const [url = 'no link', token = 'no token'] =
    /https:\/\/\S*\/reset\/([\w-]{43})/.exec(await waitForEmailTo(mail, ada.email)) ?? []
  await isShown(staff, badge('Sent'))
  const page = await staff.get(PATH)
  expect([page.text.includes(`/users/${ada.id}"`), page.text.includes(token)]).toEqual([true, false])
  const stored = await readWholeStore(store)
  expect([stored.includes(url), stored.includes(token)]).toEqual([false, false])
  expect(await readEmailSecrets(api)).toEqual([])
  expect(api.logged.join('')).not.toContain(token)
})

test('an e-mail waits for a mail server that is away, and is sent once when it is back', async () => {
  const away = await startMailServer()
  await using other = await startApi({ env: envOf(away.url) })
  await away[Symbol.asyncDispose]()
  const staff = await signInAs(other, 'owner')
  const ada = await addAccount(other)
  await staff.submit(`/backoffice/users/${ada.id}/reset-link`)
  await isShown(staff, 'ECONNREFUSED')
  const [secret] = await readEmailSecrets(other)
  expect(secret).toEqual(expect.any(String))
  await using back = await startMailServer({ port: away.port })
  other.clock.pass(MINUTE)
  await waitForEmails(back, 1)
  await isShown(staff, badge('Sent'))
  other.clock.pass(DAY)
  expect(back.emails.map(({ to }) => to)).toEqual([[ada.email]])
})

test('what a mail server refuses is shown with its answer, and can be sent again until its link expires', async () => {
  await using server = await startMailServer({ refuses: true })
  await using other = await startApi({ env: envOf(server.url) })
  const staff = await signInAs(other, 'owner')
  await staff.submit(`/backoffice/users/${(await addAccount(other)).id}/reset-link`)
  const page = await isShown(staff, '550 no such mailbox')
  expect(page).toContain(badge('Failed'))
  expect(other.logged.join('')).not.toContain('no such mailbox')
  const retry = (await retryPath(staff)) ?? ''
  const answer = await staff.post(retry)
  expect([answer.status, answer.headers.location]).toEqual([303, `${PATH}?done=email-retried`])
  await isShown(staff, '550 no such mailbox')
  other.clock.pass(DAY)
  await waitUntil(
    () => readEmailSecrets(other),
    (secrets) => secrets.length === 0,
  )
  const later = await signInAs(other, 'owner')
  expect([await retryPath(later), (await later.post(retry)).status]).toEqual([undefined, 404])
})

test('an e-mail whose link expires before it can be sent is not sent', async () => {
  const away = await startMailServer()
  await using other = await startApi({ env: envOf(away.url) })
  await away[Symbol.asyncDispose]()
  const staff = await signInAs(other, 'owner')
  await staff.post('/sign-in/email', { email: staff.account.email })
  await isShown(staff, 'ECONNREFUSED')
  other.clock.pass(15 * MINUTE)
  await isShown(staff, badge('Expired'))
  expect(await readEmailSecrets(other)).toEqual([])
})

test('e-mails are listed for 30 days, by state', async () => {
  await using server = await startMailServer()
  await using other = await startApi({ env: envOf(server.url) })
  const staff = await signInAs(other, 'owner')
  const ada = await addAccount(other)
  await staff.submit(`/backoffice/users/${ada.id}/reset-link`)
  await isShown(staff, badge('Sent'))
  expect((await staff.get(`${PATH}?state=failed`)).text).toContain('No matching e-mails.')
  other.clock.pass(31 * DAY)
  await applyRetention(other.installation)
  const later = await signInAs(other, 'owner')
  expect((await later.get(PATH)).text).toContain('No e-mails yet.')
})

test('several processes on one store send each e-mail once', async () => {
  await using server = await startMailServer()
  await using first = await startApi({ env: envOf(server.url) })
  await first.addNode()
  const staff = await signInAs(first, 'owner')
  const people = await Promise.all(Array.from({ length: 12 }, () => addAccount(first)))
  await Promise.all(people.map(({ id }) => staff.submit(`/backoffice/users/${id}/reset-link`)))
  await waitForEmails(server, people.length)
  await waitUntil(
    async () => (await staff.get(`${PATH}?state=waiting`)).text,
    (text) => text.includes('No matching e-mails.'),
  )
  expect(server.emails.flatMap(({ to }) => to).sort()).toEqual(people.map(({ email }) => email).sort())
})

test('the metrics count e-mails', async () => {
  const staff = await signInAs(api, 'owner')
  const { id, email } = await addAccount(api)
  await staff.submit(`/backoffice/users/${id}/reset-link`)
  await waitForEmailTo(mail, email)
  await waitUntil(
    async () => (await staff.get(`${PATH}?state=waiting`)).text,
    (page) => page.includes('No matching e-mails.'),
  )
  const { text } = await api.sendTo('GET', '/metrics', { key: null })
  expect(text).toContain('lectern_emails_waiting 0')
  expect(text).toMatch(/lectern_email_attempts_total\{result="sent"\} [1-9]/)
})

test('without a mail server the page says so, and nothing is queued', async () => {
  const other = await startPlatform()
  const staff = await signInAs(other, 'owner')
  const page = visibleText((await staff.get(PATH)).text)
  expect(page).toContain('This installation does not send e-mail.')
  expect(page).toContain('No e-mails yet.')
})
