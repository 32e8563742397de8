// The mailer: what the SMTP server gets, and which failures are final.
import { expect, test } from 'vitest'
import { startMailServer } from '../../../test/support/smtp.ts'
import { MAIL_CONNECTIONS } from '../limits.ts'
import { createMailer, SendFailure } from './mailer.ts'

const from = 'Northern Lights <events@example.org>'
const email = {
  id: '01980000-0000-7000-8000-000000000000',
  to: 'ada@example.org',
  subject: 'Northern Lights: set a new password',
  text: 'Hello Ada,',
}

test('sends an e-mail to one address', async () => {
  await using server = await startMailServer()
  const mailer = await createMailer({ url: server.url, from })
  await mailer.send(email)
  mailer.close()
  expect(server.emails.map(({ from: sender, to }) => [sender, to])).toEqual([
    ['events@example.org', ['ada@example.org']],
  ])
  const content = server.emails[0]?.content
  expect(content).toContain('Subject: Northern Lights: set a new password')
  expect(content).toContain(`Message-ID: <${email.id}@example.org>`)
  expect(content).toContain('Auto-Submitted: auto-generated')
})

test('treats an e-mail address as one recipient and never injects a header from a subject', async () => {
  await using server = await startMailServer()
  const mailer = await createMailer({ url: server.url, from })
  const subject = 'Lights\r\nBcc: evil@example.org: set a new password'
  await mailer.send({ ...email, to: "o'hara+x@example.org", subject })
  mailer.close()
  expect(server.emails[0]?.to).toEqual(["o'hara+x@example.org"])
  const [headers = ''] = server.emails[0]?.content.split('\n\n') ?? []
  expect(headers).toContain('Subject: Lights Bcc: evil@example.org: set')
  expect(headers).not.toMatch(/^Bcc:/im)
})

test('a refusal is final, and a server that cannot be reached is not', async () => {
  await using server = await startMailServer({ refuses: true })
  const failures = []
  for (const url of [server.url, 'smtp://127.0.0.1:1']) {
    const mailer = await createMailer({ url, from })
    failures.push(await mailer.send(email).catch((error: unknown) => error))
    mailer.close()
  }
  expect(failures).toEqual([expect.any(SendFailure), expect.any(SendFailure)])
  expect(failures).toMatchObject([
    { message: 'the mail server answered 550', isFinal: true },
    { message: expect.stringContaining('ECONNREFUSED'), isFinal: false },
  ])
})

test('e-mails share connections, also after refusals', async () => {
  await using server = await startMailServer()
  await using strict = await startMailServer({ refuses: true })
  for (const { url } of [server, strict]) {
    const mailer = await createMailer({ url, from })
    for (let sent = 0; sent < 20; sent += 1) await mailer.send(email).catch(() => {})
    mailer.close()
  }
  expect([server.emails.length, server.connections]).toEqual([20, 1])
  expect(strict.connections).toBeLessThanOrEqual(MAIL_CONNECTIONS)
})

test('an e-mail for which the server has closed its idle connection is sent once, on another one', async () => {
  await using server = await startMailServer()
  const mailer = await createMailer({ url: server.url, from })
  for (let sent = 1; sent <= 3; sent += 1) {
    await mailer.send(email)
    expect([server.emails.length, server.connections]).toEqual([sent, sent])
    server.disconnect()
  }
  mailer.close()
})
