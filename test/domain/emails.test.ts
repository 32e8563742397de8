// E-mails: what is sent, and what is reported when nothing is sent.
import { expect, test } from 'vitest'
import { emailResetLink, resetUrl } from '../../src/domain/people/emails.ts'
import { createMailer } from '../../src/outbound/mailer.ts'
import type { PlatformRow, UserRow } from '../../src/store/sql/tables.ts'
import { startMailServer } from '../support/smtp.ts'

const platform = { name: 'Northern Lights' } as PlatformRow
const user = { email: 'ada@example.org', username: 'ada', firstName: 'Ada' } as UserRow
const link = { token: 'a-token', expiresAt: Date.parse('2027-03-02T12:00:00Z'), user }
const url = resetUrl('https://events.example.org', link)
const from = 'Northern Lights <events@example.org>'
/** Decodes the ASCII part of quoted-printable text (RFC 2045, section 6.7). */
const decodeQuotedPrintable = (content: string) =>
  content
    .replaceAll('=\n', '')
    .replaceAll(/=([0-9A-F]{2})/g, (_all, hex) => String.fromCharCode(Number.parseInt(hex, 16)))

test('sends the account holder a reset link with its URL and expiry', async () => {
  await using server = await startMailServer()
  const mailer = createMailer({ url: server.url, from })
  expect(await emailResetLink({ mailer }, platform, { link, url })).toEqual({ status: 'sent' })
  mailer.close()
  expect(server.emails.map(({ from: sender, to }) => [sender, to])).toEqual([
    ['events@example.org', ['ada@example.org']],
  ])
  const content = decodeQuotedPrintable(server.emails[0]?.content ?? '')
  expect(content).toContain('Subject: Northern Lights: set a new password')
  expect(content).toContain('https://events.example.org/reset/a-token')
  expect(content).toContain('until 2027-03-02 12:00 UTC')
})

test('treats an e-mail address as one recipient and never injects a header from a name', async () => {
  await using server = await startMailServer()
  const mailer = createMailer({ url: server.url, from })
  const hostile = { ...user, email: "o'hara+x@example.org" }
  const named = { name: 'Lights\r\nBcc: evil@example.org' } as PlatformRow
  await emailResetLink({ mailer }, named, { link: { ...link, user: hostile }, url })
  mailer.close()
  expect(server.emails[0]?.to).toEqual(["o'hara+x@example.org"])
  const [headers = ''] = server.emails[0]?.content.split('\n\n') ?? []
  expect(headers).toContain('Subject: Lights Bcc: evil@example.org: set')
  expect(headers).not.toMatch(/^Bcc:/im)
})

test('reports “not_set_up” without a mail server', async () => {
  expect(await emailResetLink({ mailer: null }, platform, { link, url })).toEqual({ status: 'not_set_up' })
})

test('reports “failed” when the mail server refuses or cannot be reached', async () => {
  await using server = await startMailServer({ refuses: true })
  for (const url of [server.url, 'smtp://127.0.0.1:1']) {
    const mailer = createMailer({ url, from })
    const result = await emailResetLink({ mailer }, platform, { link, url })
    mailer.close()
    expect(result).toEqual({ status: 'failed', cause: expect.any(Error) })
  }
})
