// E-mails about a changed programme to everyone who has starred its talks do not slow down the API.
import { setTimeout as delay } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { changeFavoritesOperation } from '../../../src/features/favorites/favorites.ts'
import { execute } from '../../../src/kernel/changes/commands.ts'
import { startApi, type TestApi } from '../../support/api.ts'
import { measureBeside, quantile } from '../../support/beside.ts'
import { talk } from '../../support/bodies.ts'
import { largeProgramme } from '../../support/large-programme.ts'
import { sized } from '../../support/sizes.ts'
import { startMailServer } from '../../support/smtp.ts'
import { waitUntil } from '../../support/until.ts'

const PROGRAMME = sized({ small: { talks: 1_000, people: 400 }, full: { talks: 2_000, people: 2_000 } })
const STARS = 50
const QUIET_MS = 5 * 60_000
/** Beyond the time without e-mails. The small size may run beside other tests. */
const MAX_P99_MS = sized({ small: 300, full: 100 })

test(`other changes wait less than ${MAX_P99_MS} ms while many moved talks are announced`, {
  timeout: 600_000,
}, async ({ task }) => {
  await using mail = await startMailServer()
  await using api = await startApi({
    env: {
      LECTERN_SMTP_URL: mail.url,
      LECTERN_MAIL_FROM: 'events@example.org',
      LECTERN_PUBLIC_URL: 'https://events.example.org',
    },
  })
  const programme = largeProgramme(PROGRAMME)
  await send(api, 'PUT', '/programme', programme)
  await starTalks(api)
  await send(api, 'PUT', '/talks/ext:other', talk())
  const change = (count: number) => api.send('PUT', '/talks/ext:other', { body: { title: `Title ${count}` } })

  const before = await measureBeside(delay(1_000), { everyMs: 20, send: change })
  const talks = programme.talks.map((one) => ({ ...one, room: 'Garden' }))
  await send(api, 'PUT', '/programme', { ...programme, talks })
  api.clock.pass(QUIET_MS)
  const everyEmail = waitUntil(
    async () => mail.emails.length,
    (count) => count >= PROGRAMME.people,
    300_000,
  )
  const { waits } = await measureBeside(everyEmail, { everyMs: 20, send: change })

  const [usual, p99] = [quantile(before.waits, 0.99), quantile(waits, 0.99)]
  task.meta.fault = {
    fault: `${PROGRAMME.talks} moved talks, announced to ${PROGRAMME.people} people with ${STARS} stars each`,
    rounds: `${waits.length} changes of others`,
    measured: `p99 of others ${p99} ms (${usual} ms before), slowest ${quantile(waits, 1)} ms`,
  }
  expect(new Set(mail.emails.flatMap(({ to }) => to)).size).toBe(PROGRAMME.people)
  expect(mail.emails).toHaveLength(PROGRAMME.people)
  expect(p99).toBeLessThan(MAX_P99_MS + usual)
})

/** Everyone stars talks, each of which has as many stars as the others. */
async function starTalks(api: TestApi): Promise<void> {
  const [talks, users] = [await idsOf(api, '/talks'), await idsOf(api, '/users')]
  for (const [index, userId] of users.entries()) {
    const add = Array.from(
      { length: STARS },
      (_none, star) => talks[(index * STARS + star) % talks.length] ?? '',
    )
    const change = { userId, add, remove: [] }
    await execute(api.installation, api.platform.caller, changeFavoritesOperation, change)
  }
}

async function idsOf({ send }: TestApi, path: string): Promise<string[]> {
  const ids: string[] = []
  for (let cursor = ''; ; ) {
    const { body } = await send('GET', `${path}?limit=200${cursor}`)
    ids.push(...body.items.map(({ id }: { id: string }) => id))
    if (body.next === null) return ids
    cursor = `&cursor=${encodeURIComponent(body.next)}`
  }
}

async function send(api: TestApi, method: string, path: string, body: object): Promise<void> {
  const { status, text } = await api.send(method, path, { body })
  expect(status, text).toBeLessThan(300)
}
