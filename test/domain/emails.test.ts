// E-mails: what is sent, and what is reported when nothing is sent.
import { expect, test } from 'vitest'
import { sendEmail } from '../../src/domain/people/emails.ts'
import { createMailer } from '../../src/outbound/mailer.ts'
import { startMailServer } from '../support/smtp.ts'

const from = 'Northern Lights <events@example.org>'
const email = { to: 'ada@example.org', subject: 'Northern Lights: set a new password', text: 'Hello Ada,' }

test('sends an e-mail to one address', async () => {
  await using server = await startMailServer()
  const mailer = createMailer({ url: server.url, from })
  expect(await sendEmail({ mailer }, email)).toEqual({ status: 'sent' })
  mailer.close()
  expect(server.emails.map(({ from: sender, to }) => [sender, to])).toEqual([
    ['events@example.org', ['ada@example.org']],
  ])
  expect(server.emails[0]?.content).toContain('Subject: Northern Lights: set a new password')
})

test('treats an e-mail address as one recipient and never injects a header from a subject', async () => {
  await using server = await startMailServer()
  const mailer = createMailer({ url: server.url, from })
  const subject = 'Lights\r\nBcc: evil@example.org: set a new password'
  await sendEmail({ mailer }, { ...email, to: "o'hara+x@example.org", subject })
  mailer.close()
  expect(server.emails[0]?.to).toEqual(["o'hara+x@example.org"])
  const [headers = ''] = server.emails[0]?.content.split('\n\n') ?? []
  expect(headers).toContain('Subject: Lights Bcc: evil@example.org: set')
  expect(headers).not.toMatch(/^Bcc:/im)
})

test('reports “not_set_up” without a mail server', async () => {
  expect(await sendEmail({ mailer: null }, email)).toEqual({ status: 'not_set_up' })
})

test('reports “failed” when the mail server refuses or cannot be reached', async () => {
  await using server = await startMailServer({ refuses: true })
  for (const url of [server.url, 'smtp://127.0.0.1:1']) {
    const mailer = createMailer({ url, from })
    const result = await sendEmail({ mailer }, email)
    mailer.close()
    expect(result).toEqual({ status: 'failed', cause: expect.any(Error) })
  }
})
