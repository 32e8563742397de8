// Settings > E-mails: the texts that organizers change, and who gets them.
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { startApi, type TestApi } from '../../../test/support/api.ts'
import { startPlatform } from '../../../test/support/shared-servers.ts'
import { visibleText } from '../../../test/support/sites.ts'
import { type MailServer, startMailServer, waitForEmailTo } from '../../../test/support/smtp.ts'
import { addAccount, type Page, signInAs } from '../../../test/support/visitors.ts'

const TEXTS = '/backoffice/settings/email-texts'
let mail: MailServer
let api: TestApi
let staff: Awaited<ReturnType<typeof signInAs>>
beforeAll(async () => {
  mail = await startMailServer()
  api = await startApi({
    env: {
      LECTERN_SMTP_URL: mail.url,
      LECTERN_MAIL_FROM: 'events@example.org',
      LECTERN_PUBLIC_URL: 'https://events.example.org',
    },
  })
  staff = await signInAs(api, 'owner')
})
afterAll(async () => {
  await api[Symbol.asyncDispose]()
  await mail[Symbol.asyncDispose]()
})

let people = 0
/** A registration that waits for its review. */
async function register(): Promise<{ id: string; email: string }> {
  people += 1
  const email = `registered-${people}@example.org`
  const body = { email, firstName: '{link}', lastName: 'Sample', type: 'Attendee' }
  return { id: (await api.send('POST', '/users', { body })).body.id, email }
}
const save = (kind: string, fields: object) =>
  staff.post(`${TEXTS}/${kind}`, { language: 'en', subject: 'Welcome', do: 'save', ...fields })
const textIn = ({ text }: Page) => /<textarea[^>]*>([^<]*)</.exec(text)?.[1] ?? ''

test('people learn whether their registration was accepted or rejected, one by one or several at once', async () => {
  const [ada, bea, cy] = [await register(), await register(), await register()]
  await staff.submit(`/backoffice/users/${ada.id}/registration`, { status: 'accepted' })
  await staff.submit('/backoffice/registrations', { review: 'rejected', id: [bea.id, cy.id] })
  expect(await waitForEmailTo(mail, ada.email)).toContain('Subject: default: your registration is accepted')
  expect(await waitForEmailTo(mail, ada.email)).toContain('https://events.example.org')
  for (const { email } of [bea, cy])
    expect(await waitForEmailTo(mail, email)).toContain('we cannot accept your registration')
  // A decision that changes nothing sends nothing.
  const sent = mail.emails.length
  await staff.submit(`/backoffice/users/${ada.id}/registration`, { status: 'accepted' })
  await staff.submit(`/backoffice/users/${cy.id}/registration`, { status: 'accepted' })
  await vi.waitFor(() => expect(mail.emails.slice(sent).flatMap(({ to }) => to)).toContain(cy.email))
  expect(mail.emails.slice(sent).flatMap(({ to }) => to)).not.toContain(ada.email)
})

test('a changed text is sent in its language, with the values of its placeholders', async () => {
  const text = 'Dear {name},\n\nsee you at {platform}: {link}\n\n100 % {fun'
  expect((await save('registration_accepted', { subject: '{name}, come in', text })).status).toBe(303)
  const ada = await register()
  await staff.submit(`/backoffice/users/${ada.id}/registration`, { status: 'accepted' })
  const content = await waitForEmailTo(mail, ada.email)
  expect(content).toContain('Subject: {link}, come in')
  // A name that looks like a placeholder stays as it is.
  expect(content).toContain('Dear {link},\n\nsee you at default: https://events.example.org\n\n100 % {fun')
  expect(textIn(await staff.get(`${TEXTS}/registration_accepted?language=de`))).toContain('Hallo {name},')
  expect(visibleText((await staff.get('/backoffice/settings/emails')).text)).toContain('Changed')
  await staff.submit(`${TEXTS}/registration_accepted`, { language: 'en', do: 'reset' })
  expect(textIn(await staff.get(`${TEXTS}/registration_accepted`))).toContain('Hello {name},')
})

test('unknown placeholders, an invitation without its link, and empty texts are refused and change nothing', async () => {
  const before = textIn(await staff.get(`${TEXTS}/invitation`))
  const wrong = await save('invitation', { text: 'Hello {nme}, {link}' })
  expect([wrong.status, textIn(wrong)]).toEqual([422, 'Hello {nme}, {link}'])
  expect(visibleText(wrong.text)).toContain('contains {nme}, which is not a placeholder of this e-mail')
  expect(visibleText((await save('invitation', { text: 'Hello' })).text)).toContain('must contain {link}')
  expect((await save('invitation', { subject: '', text: '{link}' })).status).toBe(422)
  expect((await save('registration_rejected', { text: '{inviter}' })).status).toBe(422)
  expect(textIn(await staff.get(`${TEXTS}/invitation`))).toBe(before)
  expect((await staff.get(`${TEXTS}/reset_link`)).status).toBe(404)
})

test('the preview shows sample values and saves nothing', async () => {
  const before = textIn(await staff.get(`${TEXTS}/invitation`))
  const page = await save('invitation', {
    do: 'preview',
    subject: 'To {platform}',
    text: 'From {inviter}: {link}',
  })
  expect(page.status).toBe(200)
  expect(visibleText(page.text)).toContain('To default')
  expect(visibleText(page.text)).toMatch(/From \S.*: https:\/\/\S+\/example/)
  expect(textIn(await staff.get(`${TEXTS}/invitation`))).toBe(before)
})

test('a test goes to the organizer who asks for it', async () => {
  const answer = await staff.post(`${TEXTS}/registration_rejected/test`, { language: 'fr' })
  expect(answer.headers.location).toBe(`${TEXTS}/registration_rejected?language=fr&done=email-test`)
  expect(await waitForEmailTo(mail, staff.account.email)).toContain('Bonjour')
})

test('changes of texts are in the audit log', async () => {
  await save('registration_rejected', { text: 'Perhaps next year, {name}.' })
  expect((await staff.get('/backoffice/audit')).text).toContain('Perhaps next year')
  await staff.submit(`${TEXTS}/registration_rejected`, { language: 'en', do: 'reset' })
})

test('without a mail server nothing is queued and there is no test', async () => {
  const other = await startPlatform()
  const owner = await signInAs(other, 'owner')
  const ada = await addAccount(other)
  await owner.submit(`/backoffice/users/${ada.id}/registration`, { status: 'rejected' })
  expect(visibleText((await owner.get('/backoffice/settings/emails')).text)).toContain('No e-mails yet.')
  const page = await owner.get(`${TEXTS}/invitation`)
  expect([page.status, page.text.includes('/test"')]).toEqual([200, false])
  expect((await owner.post(`${TEXTS}/invitation/test`, { language: 'en' })).status).toBe(404)
})
