// Messages of organizers to a group: preview, test, sending, and progress.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startApi, type TestApi } from '../../../test/support/api.ts'
import { sendPreviewed } from '../../../test/support/group-messages.ts'
import { startPlatform } from '../../../test/support/shared-servers.ts'
import { visibleText } from '../../../test/support/sites.ts'
import {
  decodeQuotedPrintable,
  type MailServer,
  startMailServer,
  waitForEmails,
} from '../../../test/support/smtp.ts'
import { waitUntil } from '../../../test/support/until.ts'
import { signInAs, type Visitor } from '../../../test/support/visitors.ts'

const PATH = '/backoffice/messages'
const env = (mail: MailServer) => ({
  LECTERN_SMTP_URL: mail.url,
  LECTERN_MAIL_FROM: 'events@example.org',
  LECTERN_PUBLIC_URL: 'https://events.example.org',
})

let mail: MailServer
let api: TestApi
let staff: Visitor & { account: { email: string } }
const people: Record<string, { id: string; email: string }> = {}
beforeAll(async () => {
  mail = await startMailServer()
  api = await startApi({ env: env(mail) })
  await api.addNode()
  staff = await signInAs(api, 'owner')
  for (const name of ['ada', 'bea', 'cy']) people[name] = (await signInAs(api, 'attendee')).account
  const speakers = [{ email: 'sam@example.org', firstName: 'Sam', lastName: 'Sample' }]
  const body = { title: 'Starred', description: '', start: '2027-05-20T09:00:00Z', speakers }
  await api.send('PUT', '/talks/ext:t', { body })
  await api.send('PUT', `/users/${people.ada?.id}/favorites/ext:t`)
})
afterAll(async () => {
  await api[Symbol.asyncDispose]()
  await mail[Symbol.asyncDispose]()
})

const draft = { subject: 'News of {platform}', text: 'Hello {name},\n\nthe **doors** open at 8.' }
const recipientsFrom = (before: number) =>
  mail.emails
    .slice(before)
    .flatMap(({ to }) => to)
    .sort()
const emailOf = (name: string) => people[name]?.email ?? 'nobody'
/** The page with all messages. */
const listed = async () => visibleText((await staff.get(PATH)).text)
const talkId = async () => (await api.send('GET', '/talks/ext:t')).body.id

/** Sends a message and returns who gets it, once all of them have it. */
async function send(fields: Record<string, string>, count: number): Promise<string[]> {
  const before = mail.emails.length
  const answer = await sendPreviewed(staff, { ...draft, ...fields })
  expect([answer.status, answer.headers.location]).toEqual([
    303,
    expect.stringContaining('done=message-sent'),
  ])
  await waitForEmails(mail, before + count)
  await waitUntil(
    async () => visibleText((await staff.get(answer.headers.location ?? '')).text),
    (page) => page.includes(`${count} Sent`),
  )
  return recipientsFrom(before)
}

test('a preview shows the message and the number of recipients, and sends nothing', async () => {
  const [before, listedBefore] = [mail.emails.length, await listed()]
  const page = await staff.post(`${PATH}/new`, { ...draft, audience: 'attendees', do: 'preview' })
  expect(visibleText(page.text)).toContain('3 people get this e-mail.')
  expect(page.text).toContain('<strong>doors</strong>')
  expect(page.text).toContain('Send to 3 people')
  expect(page.text).toContain('the **doors** open at 8.')
  expect(mail.emails).toHaveLength(before)
  expect(await listed()).toBe(listedBefore)
})

test('what has changed since its preview is shown again before it is sent', async () => {
  const [before, listedBefore] = [mail.emails.length, await listed()]
  const page = await staff.post(`${PATH}/new`, { ...draft, audience: 'attendees', do: 'preview' })
  const [, seen = ''] = /name="seen" value="([^"]+)"/.exec(page.text) ?? []
  for (const change of [{ text: 'Other' }, { audience: 'everyone' }, { tag: 'Press' }, { seen: '' }]) {
    const changed = { ...draft, audience: 'attendees', seen, ...change }
    for (const what of ['send', 'test']) {
      const answer = await staff.post(`${PATH}/new`, { ...changed, do: what })
      expect([answer.status, answer.text.includes('name="seen"')]).toEqual([200, true])
      expect(visibleText(answer.text)).toContain('Not sent yet. Check the message, then send it.')
    }
  }
  expect(mail.emails).toHaveLength(before)
  expect(await listed()).toBe(listedBefore)
})

test('a test goes to its sender alone and is not listed', async () => {
  const [before, listedBefore] = [mail.emails.length, await listed()]
  const page = await sendPreviewed(staff, { ...draft, audience: 'everyone' }, 'test')
  expect(visibleText(page.text)).toContain('Test e-mail on its way.')
  await waitForEmails(mail, before + 1)
  expect(recipientsFrom(before)).toEqual([staff.account.email])
  expect(await listed()).toBe(listedBefore)
})

test('each group gets its message once, as text and HTML with a link to unsubscribe', async () => {
  expect(await send({ audience: 'attendees' }, 3)).toEqual(['ada', 'bea', 'cy'].map(emailOf).sort())
  expect(await send({ audience: 'speakers' }, 1)).toEqual(['sam@example.org'])
  expect(await send({ audience: 'stars', talk: await talkId() }, 1)).toEqual([emailOf('ada')])
  const everyone = [...['ada', 'bea', 'cy'].map(emailOf), 'sam@example.org', staff.account.email].sort()
  expect(await send({ audience: 'everyone' }, 5)).toEqual(everyone)
  const content = decodeQuotedPrintable(mail.emails.at(-1)?.content ?? '')
  expect(content).toContain('Subject: News of default')
  expect(content).toContain('the **doors** open at 8.')
  expect(content).toContain('the <strong>doors</strong> open at 8.')
  expect(content).toContain('List-Unsubscribe-Post: List-Unsubscribe=One-Click')
  expect(content).toMatch(/href="https:\/\/events\.example\.org\/unsubscribe\/[\w-]+"/)
  expect(visibleText((await staff.get('/backoffice/audit')).text)).toContain('Message sent')
})

test('HTML in a message becomes text with its structure, and the elements of the HTML part', async () => {
  const text = '<p>Hello {name},</p><p>bring <b>one</b> of<br>these &amp; more:</p><ul><li>a pen</li></ul>'
  await send({ audience: 'speakers', text }, 1)
  const content = decodeQuotedPrintable(mail.emails.at(-1)?.content ?? '').replaceAll('\r\n', '\n')
  expect(content).toContain('\n\nHello Sam,\n\nbring one of\nthese & more:\n\n- a pen\n\n')
  expect(content).toContain('bring <strong>one</strong> of<br />these &amp; more:')
  expect(content).not.toContain('&lt;')
})

test('who has unsubscribed is not counted and gets nothing', async () => {
  const cy = await signInAs(api, 'attendee')
  await cy.submit('/account/emails', { talk_changes: 'on' })
  expect(await send({ audience: 'attendees' }, 3)).not.toContain(cy.account.email)
})

test('a message without a subject, a text, or its talk is refused', async () => {
  const before = mail.emails.length
  for (const wrong of [
    { subject: '' },
    { text: '' },
    { audience: 'stars' },
    { audience: 'stars', talk: 'none' },
  ]) {
    const answer = await sendPreviewed(staff, { ...draft, audience: 'everyone', ...wrong })
    expect([wrong, answer.status]).toEqual([wrong, 422])
  }
  expect(mail.emails).toHaveLength(before)
})

test('without a mail server the addresses can be downloaded', async () => {
  const other = await startPlatform()
  const owner = await signInAs(other, 'owner')
  const { account } = await signInAs(other, 'attendee')
  const page = await owner.post(`${PATH}/new`, { ...draft, audience: 'attendees', do: 'send' })
  expect(visibleText(page.text)).toContain('This installation does not send e-mail.')
  const [, path = ''] = /href="(\/backoffice\/message-addresses\.txt[^"]*)"/.exec(page.text) ?? []
  expect((await owner.get(path.replaceAll('&amp;', '&'))).text).toBe(`${account.email}\n`)
  expect(visibleText((await owner.get(PATH)).text)).toContain('Write to your speakers and attendees')
})
