// Registrations at the same time for the last places.
import { expect, test } from 'vitest'
import { startPlatform } from '../../../../test/support/shared-servers.ts'
import { PASSWORD, Visitor } from '../../../../test/support/visitors.ts'
import type { Caller } from '../../../kernel/changes/services.ts'
import { newId } from '../../../kernel/lib/data/ids.ts'
import type { PlatformRow } from '../../platforms/tables.ts'
import { listSignUps, makeSignUpLink, requestSignUp } from './sign-up.ts'

const PLACES = 10
const PEOPLE = 40

test('of 40 registrations at the same time for 10 places, 10 are accepted and 30 wait in order', async () => {
  const acceptance = 'automatic' as const
  const registration = { acceptance, domains: [], capacity: PLACES, questions: [], hasSummary: true }
  const api = await startPlatform({ settings: { hasSignUp: true, registration } })
  const { installation, platform } = api
  const caller: Caller = platform.caller
  const run = newId()
  const links: string[] = []
  for (let n = 0; n < PEOPLE; n += 1) {
    await requestSignUp(installation, platform.caller.platform as PlatformRow, {
      ...{ email: `racer-${n}-${run}@example.org`, language: null, origin: undefined, address: `${run}-${n}` },
    })
  }
  const { signUps } = await listSignUps(installation, caller, { cursor: undefined })
  for (const { id } of signUps) {
    const { url } = await makeSignUpLink(installation, caller, { id, origin: api.url })
    links.push(url.slice(api.url.length))
  }
  expect(links).toHaveLength(PEOPLE)
  const person = { firstName: 'Robin', lastName: 'Racer', password: PASSWORD, repeated: PASSWORD }
  const answers = await Promise.all(links.map((link) => new Visitor(api).post(link, person)))
  expect(answers.map(({ status }) => status)).toEqual(links.map(() => 303))
  const { items } = (await api.send('GET', '/users?role=attendee&limit=100')).body
  const count = (status: string, waitlisted: boolean) =>
    items.filter(
      (one: { registrationStatus: string; waitlisted: boolean }) =>
        one.registrationStatus === status && one.waitlisted === waitlisted,
    ).length
  expect([count('accepted', false), count('in_review', true), items.length]).toEqual([10, 30, 40])
})
