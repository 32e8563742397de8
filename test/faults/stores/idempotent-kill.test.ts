// kill -9 between the commit and the response, followed by a retry: one object, one account, and a password that works.
import { DatabaseSync } from 'node:sqlite'
import pg from 'pg'
import { expect, inject, test } from 'vitest'
import { verifyPassword } from '../../../src/kernel/lib/security/passwords.ts'
import type { Answer, Send } from '../../support/api.ts'
import { attendee, person, talk } from '../../support/bodies.ts'
import { comparable, isReplayed, withKey } from '../../support/idempotency.ts'
import {
  createKey,
  createTestInstallation,
  disableRateLimit,
  queryStore,
  type ServerProcess,
  startServer,
  type TestInstallation,
} from '../../support/process.ts'
import { sized } from '../../support/sizes.ts'
import { waitUntil } from '../../support/until.ts'

// The time of a kill is random. A small run continues until each of the three cases has occurred.
const { MIN_STARTS, MAX_STARTS } = sized({
  small: { MIN_STARTS: 5, MAX_STARTS: 20 },
  full: { MIN_STARTS: 40, MAX_STARTS: 40 },
})
const AT_ONCE = 5

type Round = { name: string; first: Answer | undefined; emails: string[] }
const isTalk = ({ name }: Round) => name.endsWith('0') || name.endsWith('2')

test('a request that is interrupted by kill -9 and retried is executed once', {
  timeout: 600_000,
}, async ({ task }) => {
  await using installation = await createTestInstallation(inject('store'), { isDurable: true })
  await disableRateLimit(installation)
  const key = await createKey(installation)
  const repeats: [Round, Answer][] = []
  const found = { answered: 0, committed: 0, lost: 0 }
  let rounds: Round[] = []
  let start = 0
  for (; ; start++) {
    await using server = await startServer(installation)
    const send = server.client(key)
    const answers = await Promise.all(rounds.map((round) => repeatRound(send, round)))
    rounds.forEach((round, i) => {
      const answer = answers[i]
      if (!answer) throw new Error('Every round has a response.')
      expect(answer.status, answer.text).toBe(201)
      if (round.first) expect(comparable(answer)).toEqual(comparable(round.first))
      if (round.first) found.answered += 1
      else if (isReplayed(answer)) found.committed += 1
      else found.lost += 1
      repeats.push([round, answer])
    })
    const isEachFound = Object.values(found).every((count) => count > 0)
    if (start === MAX_STARTS || (start >= MIN_STARTS && isEachFound)) break
    rounds = Array.from({ length: AT_ONCE }, (_, i) => roundOf(start, i))
    // After the first, second, or third commit of a round, or before the first.
    await sendAndKill({ installation, server, send }, rounds, start % AT_ONCE)
  }
  task.meta.fault = {
    fault: 'kill -9 between a request and its response, then a retry with the same idempotency key',
    rounds: `${start} kills`,
    measured: `${repeats.length} requests executed once: ${found.answered} answered before the kill, ${found.committed} committed, ${found.lost} not committed`,
  }
  expect(repeats.length).toBe(start * AT_ONCE)
  // Interrupted before the commit, after the response, and between them. Otherwise the test proves nothing.
  expect(Object.entries(found).filter(([, rounds]) => rounds === 0)).toEqual([])
  await expectOnce(installation, repeats)
})

const roundOf = (start: number, i: number): Round => {
  const name = `r${start}-${i}`
  const round = { name, first: undefined, emails: [`${name}@example.org`] }
  return isTalk(round) ? { ...round, emails: [`${name}a@example.org`, `${name}b@example.org`] } : round
}

const sendRound = (send: Send, round: Round): Promise<Answer> =>
  isTalk(round)
    ? send('PUT', `/talks/ext:${round.name}`, {
        body: talk({ speakers: [person(`${round.name}a`)], moderators: [person(`${round.name}b`)] }),
        ...withKey(round.name),
      })
    : send('POST', '/users', { body: attendee(round.name), ...withKey(round.name) })

/** Like a client of the contract: 503 means that nothing was executed, and that the same request can be sent again. */
async function repeatRound(send: Send, round: Round): Promise<Answer> {
  const isRefused = ({ status, headers }: Answer) => status === 503 && headers['retry-after'] !== undefined
  return waitUntil(
    () => sendRound(send, round),
    (answer) => !isRefused(answer),
    30_000,
  )
}

/** Kills as soon as the store has this many more idempotency records, so that the last response is probably not sent yet. */
async function sendAndKill(
  { installation, server, send }: { installation: TestInstallation; server: ServerProcess; send: Send },
  rounds: Round[],
  commits: number,
): Promise<void> {
  await using records = await countRecords(installation)
  const { count } = records
  const before = await count()
  const sent = rounds.map((round) =>
    sendRound(send, round).then(
      (answer) => {
        round.first = answer
      },
      // Interrupted.
      () => {},
    ),
  )
  await waitUntil(count, (n) => n >= before + commits, 30_000)
  await server.stop('SIGKILL')
  await Promise.all(sent)
}

/** Counts over one open connection, because opening another would take too long. */
async function countRecords({
  location,
}: TestInstallation): Promise<{ count(): Promise<number> } & AsyncDisposable> {
  const sql = 'select count(*) as n from idempotency_records'
  if (location.dialect === 'postgres') {
    const client = new pg.Client({ connectionString: location.url })
    await client.connect()
    return {
      count: async () => Number((await client.query<{ n: string }>(sql)).rows[0]?.n),
      [Symbol.asyncDispose]: () => client.end(),
    }
  }
  const db = new DatabaseSync(location.path, { readOnly: true })
  const counting = db.prepare(sql)
  return {
    count: async () => Number(counting.get()?.n),
    [Symbol.asyncDispose]: async () => db.close(),
  }
}

/** Checks the store: one talk and one account each, and the last returned password is valid. */
async function expectOnce(
  { location }: TestInstallation,
  repeats: readonly [Round, Answer][],
): Promise<void> {
  const users = await queryStore(location, 'select email, password_hash from users')
  const hashes = new Map(users.map((row) => [String(row.email), String(row.password_hash)]))
  const emails = repeats.flatMap(([round]) => round.emails)
  expect(users.map(({ email }) => String(email)).sort()).toEqual(emails.toSorted())
  const talks = await queryStore(location, 'select external_id from talks')
  expect(talks.map((row) => String(row.external_id)).sort()).toEqual(
    repeats.flatMap(([round]) => (isTalk(round) ? [round.name] : [])).sort(),
  )
  const events = await queryStore(
    location,
    "select count(*) as n from events where type like '%.created' and object_kind in ('user', 'talk')",
  )
  expect(Number(events[0]?.n)).toBe(users.length + talks.length)
  for (const [round, { body }] of repeats) {
    const shown: { email: string; password: string }[] = isTalk(round)
      ? [...body.speakers, ...body.moderators]
      : [{ email: `${round.name}@example.org`, password: body.password }]
    for (const { email, password } of shown) {
      expect({ email, isGood: await verifyPassword(password, hashes.get(email) ?? '') }).toEqual({
        email,
        isGood: true,
      })
    }
  }
}
