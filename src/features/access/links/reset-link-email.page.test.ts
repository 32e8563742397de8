// The e-mail with a reset link: what the user receives.
import { expect, test } from 'vitest'
import { startApi, type TestApi } from '../../../../test/support/api.ts'
import { startMailServer, waitForEmailTo } from '../../../../test/support/smtp.ts'
import { addAccount, Visitor } from '../../../../test/support/visitors.ts'
import { claimHosts } from '../../platforms/tenants.ts'

const HOST = 'lights.example.org'
const envOf = (url: string) => ({ LECTERN_SMTP_URL: url, LECTERN_MAIL_FROM: 'events@example.org' })

/** An admin on a host name that the platform claims, which links need. */
async function signInAdmin(api: TestApi): Promise<Visitor> {
  const { caller } = api.platform
  await claimHosts(api.installation, caller, {
    platformId: caller.platform.id,
    hosts: [HOST],
    currentHost: '',
  })
  const visitor = new Visitor(api, { host: HOST })
  expect((await visitor.signIn((await addAccount(api, 'admin')).email)).status).toBe(303)
  return visitor
}

test('a user gets the link by e-mail, with its expiry in their own time zone', async () => {
  await using server = await startMailServer()
  await using api = await startApi({ env: envOf(server.url) })
  const staff = await signInAdmin(api)
  const ada = await addAccount(api, 'attendee', { firstName: 'Ada', timezone: 'Asia/Tokyo' })
  const page = await staff.submit(`/backoffice/users/${ada.id}/reset-link`)
  const [url = 'no link'] = /https:[^<]*\/reset\/[\w-]{43}/.exec(page.text) ?? []
  const content = await waitForEmailTo(server, ada.email)
  expect(server.emails.map(({ to }) => to)).toEqual([[ada.email]])
  expect(content).toContain('Subject: default: set a new password')
  expect(content).toContain('Hello Ada,')
  expect(content).toContain('It works once, until Mar 2, 2027, 21:00:00, Asia/Tokyo (GMT+9):')
  expect(content).toContain(url)
  expect(content).toContain(`Your username is ${ada.username}.`)
})
