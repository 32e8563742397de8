// Registrations at the same time for the last places.
import pg from 'pg'
import { beforeEach, expect, inject, test } from 'vitest'
import type { TestApi } from '../../../../test/support/api.ts'
import { startPlatform } from '../../../../test/support/shared-servers.ts'
import { waitUntil } from '../../../../test/support/until.ts'
import { addAccount, PASSWORD, signInAs, Visitor } from '../../../../test/support/visitors.ts'
import type { Caller } from '../../../kernel/changes/services.ts'
import { newId } from '../../../kernel/lib/data/ids.ts'
import { reviewRegistration } from '../../people/registrations/registrations.ts'
import type { PlatformRow } from '../../platforms/tables.ts'
import { listSignUps, makeSignUpLink, requestSignUp } from './sign-up.ts'

const PLACES = 10
const PEOPLE = 40
const PERSON = { firstName: 'Robin', lastName: 'Racer', password: PASSWORD, repeated: PASSWORD }

let api: TestApi
beforeEach(async () => {
  const acceptance = 'automatic' as const
  const registration = { acceptance, domains: [], capacity: PLACES, questions: [], hasSummary: true }
  api = await startPlatform({ settings: { hasSignUp: true, registration } })
})

/** The paths of links that complete the sign-ups of as many people. */
async function linksOf(people: number): Promise<string[]> {
  const { installation, platform } = api
  const caller: Caller = platform.caller
  const run = newId()
  const links: string[] = []
  for (let n = 0; n < people; n += 1) {
    await requestSignUp(installation, platform.caller.platform as PlatformRow, {
      ...{
        email: `racer-${n}-${run}@example.org`,
        language: null,
        origin: undefined,
        address: `${run}-${n}`,
      },
    })
  }
  const { signUps } = await listSignUps(installation, caller, { cursor: undefined })
  for (const { id } of signUps) {
    const { url } = await makeSignUpLink(installation, caller, { id, origin: api.url })
    links.push(url.slice(api.url.length))
  }
  expect(links).toHaveLength(people)
  return links
}

const signUpAtOnce = (links: readonly string[]) =>
  Promise.all(links.map((link) => new Visitor(api).post(link, PERSON)))

test('of 40 registrations at the same time for 10 places, 10 are accepted and 30 wait in order', async () => {
  const links = await linksOf(PEOPLE)
  const answers = await signUpAtOnce(links)
  expect(answers.map(({ status }) => status)).toEqual(links.map(() => 303))
  const { items } = (await api.send('GET', '/users?role=attendee&limit=100')).body
  const count = (status: string, waitlisted: boolean) =>
    items.filter(
      (one: { registrationStatus: string; waitlisted: boolean }) =>
        one.registrationStatus === status && one.waitlisted === waitlisted,
    ).length
  expect([count('accepted', false), count('in_review', true), items.length]).toEqual([10, 30, 40])
})

test.runIf(inject('store') === 'postgres')(
  'staff who accept somebody wait for a registration that counts the places, so that each counts the other',
  async () => {
    if (api.location.dialect !== 'postgres') throw new Error('This test needs PostgreSQL.')
    const { id } = await addAccount(api, 'attendee', { email: `reviewed-${newId()}@example.org` })
    await reviewRegistration(api.installation, api.platform.caller, { id, status: 'rejected' })
    const staff = await signInAs(api, 'admin')
    const client = new pg.Client({ connectionString: api.location.url })
    await client.connect()
    const waiting = async () =>
      (
        await client.query(
          `select from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()`,
        )
      ).rowCount
    try {
      await client.query('begin')
      await client.query('select from platforms where id = $1 for no key update', [
        api.platform.caller.platform.id,
      ])
      const accepted = staff.post(`/backoffice/users/${id}/registration`, { status: 'accepted' })
      const waits = waitUntil(waiting, (count) => count === 1)
      expect(await Promise.race([accepted.then(() => 'accepted'), waits.then(() => 'waits')])).toBe('waits')
      await client.query('commit')
      expect((await accepted).status).toBe(303)
    } finally {
      await client.end()
    }
  },
)
