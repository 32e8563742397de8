// The daily summary of registrations: each registration is in exactly one.
import { beforeAll, expect, test } from 'vitest'
import type { TestApi } from '../../../../test/support/api.ts'
import { startMailedPlatform } from '../../../../test/support/shared-servers.ts'
import { decodeQuotedPrintable, type MailServer } from '../../../../test/support/smtp.ts'
import { waitUntil } from '../../../../test/support/until.ts'
import { PASSWORD, signInAs, Visitor } from '../../../../test/support/visitors.ts'

const HOUR = 60 * 60_000
const PERSON = { firstName: 'Robin', lastName: 'Sample', password: PASSWORD, repeated: PASSWORD }

let api: TestApi
let mail: MailServer
let linksTo: (email: string, path: string) => string[]
beforeAll(async () => {
  // The clock starts at 07:00 there.
  ;({ api, mail, linksTo } = await startMailedPlatform({ hasSignUp: true, timezone: 'America/New_York' }))
})

async function register(name: string): Promise<void> {
  const email = `${name}@example.org`
  await new Visitor(api).post('/sign-up', { email })
  const [link = ''] = await waitUntil(
    async () => linksTo(email, '/sign-up/'),
    ({ length }) => length > 0,
  )
  expect((await new Visitor(api).post(link, PERSON)).status).toBe(303)
}

test('counts from 08:00 to 08:00 in the zone of the platform, once on several nodes and after a missed day', async () => {
  await using _node = await api.addNode()
  const { account } = await signInAs(api, 'admin')
  /** What the summaries of the admin say, once there are as many. */
  const summaries = (count: number) =>
    waitUntil(
      async () =>
        mail.emails
          .filter(({ to }) => to.includes(account.email))
          .map(({ content }) => decodeQuotedPrintable(content))
          .flatMap((content) => /\d+ \w+ registered for [^.]*\./.exec(content) ?? []),
      ({ length }) => length >= count,
    )
  await register('before-eight')
  api.clock.pass(HOUR + 1)
  await register('after-eight')
  api.clock.pass(HOUR)
  const [first = ''] = await summaries(1)
  expect(first).toMatch(/^1 person registered for .* and Mar 1, 2027, 08:00:00, America/)
  // No server runs at 08:00 of the next day.
  api.clock.pass(2 * 24 * HOUR)
  await register('two-days-later')
  const [, second = ''] = await summaries(2)
  expect(second).toMatch(/^1 person registered for .* between Mar 1, 08:00:00 and Mar 3, 2027, 08:00:00, /)
  api.clock.pass(24 * HOUR)
  const all = await summaries(3)
  expect([all.length, all[2]]).toEqual([3, expect.stringMatching(/^1 person registered/)])
})
