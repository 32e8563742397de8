// E-mails as mail programs read them: plain text, HTML with a button, and attachments.
import PostalMime, { type Email } from 'postal-mime'
import { beforeAll, expect, test } from 'vitest'
import type { TestApi } from '../../../test/support/api.ts'
import { startMailedPlatform } from '../../../test/support/shared-servers.ts'
import type { MailServer } from '../../../test/support/smtp.ts'
import { waitUntil } from '../../../test/support/until.ts'
import { signInAs, Visitor } from '../../../test/support/visitors.ts'
import { changeSettings } from '../platforms/platforms.ts'

const NAME = 'Bread & Butter <b>Days</b>'

let api: TestApi
let mail: MailServer
beforeAll(async () => {
  ;({ api, mail } = await startMailedPlatform({
    hasSignUp: true,
    accent: '#ffdd00',
    firstDay: '2027-05-20',
    venue: '1 Oven Lane',
  }))
  const { installation, platform } = api
  await changeSettings(installation, platform.caller, { name: NAME })
})

/** The e-mails to somebody, once there are as many. */
async function emailsTo(email: string, count = 1): Promise<Email[]> {
  const received = await waitUntil(
    async () => mail.emails.filter(({ to }) => to.includes(email)),
    ({ length }) => length >= count,
  )
  return Promise.all(received.map(({ content }) => PostalMime.parse(content)))
}

test('a link is a button in the accent of the platform, and its address is in the text', async () => {
  await new Visitor(api).post('/sign-up', { email: 'reader@example.org' })
  const [email] = await emailsTo('reader@example.org')
  const [url = ''] = /https:\/\/\S+\/sign-up\/\S+/.exec(email?.text ?? '') ?? []
  expect(url).not.toBe('')
  expect(email?.subject).toBe(`${NAME}: create your account`)
  const html = email?.html ?? ''
  expect(html).toMatch(/^<!doctype html><html lang="en">/)
  expect(html.match(new RegExp(`<a href="${url}"[^>]*>([^<]+)</a>`))?.[1]).toBe('Create account')
  expect(html).toContain('background:#ffdd00;color:#000000')
  expect(html).toContain('Bread &amp; Butter &lt;b>Days&lt;/b> · 1 Oven Lane')
  expect(email?.attachments).toEqual([])
})

test('an acceptance has the days of the event as a calendar file, as plain text and HTML', async () => {
  const staff = await signInAs(api, 'admin')
  const { body } = await api.send('POST', '/users', {
    body: { email: 'leser@example.org', type: 'Attendee', firstName: 'Kim', lastName: 'Muster' },
  })
  await staff.post('/backoffice/registrations', { review: `accepted:${body.id}` })
  const [accepted] = await emailsTo('leser@example.org')
  expect(accepted?.text).toMatch(/^Hello Kim,/)
  expect(accepted?.html).toContain('>View event</a>')
  expect(accepted?.attachments.map(({ filename, mimeType }) => [filename, mimeType])).toEqual([
    ['event.ics', 'text/calendar'],
  ])
})

test.each(['invitation', 'registration_accepted', 'talk_reminder'])(
  'a test of the e-mail %s has its button',
  async (kind) => {
    const staff = await signInAs(api, 'admin')
    await staff.post(`/backoffice/settings/email-texts/${kind}/test`, { language: 'en' })
    const [email] = await emailsTo(staff.account.email)
    expect(email?.text).toContain(`\n\n${api.url}/example`)
    expect(email?.html).toMatch(new RegExp(`<a href="${api.url}/example"[^>]*font-weight:600[^>]*>`))
  },
)
