// kill -9 under load, repeatedly on the same store: every acknowledged write is there.
import { setTimeout as delay } from 'node:timers/promises'
import { expect, inject, test } from 'vitest'
import { verifyPassword } from '../../../src/kernel/lib/security/passwords.ts'
import type { Send } from '../../support/api.ts'
import {
  createKey,
  createTestInstallation,
  disableRateLimit,
  queryStore,
  startServer,
  type TestInstallation,
} from '../../support/process.ts'
import { sized } from '../../support/sizes.ts'

const ROUNDS = sized({ small: 4, full: 100 })
const TALK_WRITERS = 4
const USER_WRITERS = 2
// The number of responses in a round before the kill: early in one round, late in another.
const ANSWERS_BEFORE_KILL = [7, 120, 33, 260, 15, 80, 190, 3, 150, 55]

/** What the server has acknowledged. A write without a response may or may not be there. */
type Acknowledged = {
  talks: Map<string, { sent: number; answered: number }>
  users: { email: string; id: string; password: string }[]
}

test(`no acknowledged write is lost by kill -9 under load, in ${ROUNDS} rounds`, {
  timeout: 900_000,
}, async ({ task }) => {
  await using installation = await createTestInstallation(inject('store'), { isDurable: true })
  await disableRateLimit(installation)
  const key = await createKey(installation)
  const known: Acknowledged = { talks: new Map(), users: [] }
  for (let round = 0; round < ROUNDS; round++) {
    await using server = await startServer(installation)
    const checked = known.users.length
    await expectKept(server.client(key), known)
    await load(server.client(key), known, round, () => server.stop('SIGKILL'))
    await expectWhole(installation, known, checked)
  }
  await using server = await startServer(installation)
  await expectKept(server.client(key), known)
  expect(await server.stop('SIGTERM')).toEqual({ code: 0, signal: null })
  expect(known.users.length).toBeGreaterThan(ROUNDS)
  expect(known.talks.size).toBe(TALK_WRITERS)
  task.meta.fault = {
    fault: 'kill -9 under load',
    rounds: `${ROUNDS} kills`,
    measured: `0 of ${acknowledged(known)} acknowledged writes lost`,
  }
})

function acknowledged({ talks, users }: Acknowledged): number {
  return [...talks.values()].reduce((sum, { answered }) => sum + answered, users.length)
}

/** Writers that send as fast as responses arrive, until `kill` has run and all of them have lost their connection. */
async function load(
  send: Send,
  known: Acknowledged,
  round: number,
  kill: () => Promise<unknown>,
): Promise<void> {
  const afterAnswers = ANSWERS_BEFORE_KILL[round % ANSWERS_BEFORE_KILL.length] ?? 1
  let answers = 0
  let killed: Promise<unknown> | undefined
  const answered = () => {
    answers += 1
    if (answers >= afterAnswers) killed ??= kill()
  }
  const untilCut = async (write: () => Promise<void>) => {
    try {
      for (;;) {
        await write()
        answered()
      }
    } catch (error) {
      // Only a broken connection ends a writer. Every unexpected response is an error.
      if (!isCut(error)) throw error
    }
  }
  let count = 0
  await Promise.all([
    ...Array.from({ length: TALK_WRITERS }, (_, index) =>
      untilCut(() => putTalk(send, known, `ext:kill-${index}`)),
    ),
    ...Array.from({ length: USER_WRITERS }, () =>
      untilCut(() => postUser(send, known, `${round}-${count++}`)),
    ),
  ])
  await killed
}

const isCut = (error: unknown): boolean =>
  error instanceof Error &&
  'code' in error &&
  ['ECONNRESET', 'ECONNREFUSED', 'EPIPE'].includes(String(error.code))

async function putTalk(send: Send, { talks }: Acknowledged, reference: string): Promise<void> {
  const talk = talks.get(reference) ?? { sent: 0, answered: 0 }
  talks.set(reference, talk)
  talk.sent += 1
  const { status, body: answer } = await send('PUT', `/talks/${reference}`, {
    body: {
      title: `Count ${talk.sent}`,
      ...(talk.answered > 0 ? {} : { description: '', start: '2027-05-20T09:30:00Z', speakers: [speaker] }),
    },
  })
  expect({ code: answer.code, isSaved: status === 200 || status === 201 }).toEqual({
    code: 'ok',
    isSaved: true,
  })
  talk.answered = talk.sent
}

const speaker = { email: 'speaker@example.org', firstName: 'Ada', lastName: 'Sample' }

async function postUser(send: Send, { users }: Acknowledged, name: string): Promise<void> {
  const email = `user-${name}@example.org`
  const { status, body } = await send('POST', '/users', {
    body: { email, type: 'Attendee', firstName: 'Ada', lastName: `Sample ${name}` },
  })
  expect(status).toBe(201)
  users.push({ email, id: body.id, password: body.password })
}

const MAX_UNAVAILABLE_MS = 30_000

/** The first answer that is not 503. On a busy machine, a store that has just lost its client takes seconds. */
async function whenAvailable(ask: () => ReturnType<Send>): ReturnType<Send> {
  for (const until = performance.now() + MAX_UNAVAILABLE_MS; ; await delay(200)) {
    const answer = await ask()
    if (answer.status !== 503 || performance.now() > until) return answer
  }
}

async function expectKept(send: Send, { talks, users }: Acknowledged): Promise<void> {
  for (const [reference, { sent, answered }] of talks) {
    const { status, body } = await whenAvailable(() => send('GET', `/talks/${reference}`))
    if (answered === 0 && status === 404) continue
    const count = Number(body.title.replace('Count ', ''))
    expect({ status, isKept: count >= answered && count <= sent, count, answered, sent }).toMatchObject({
      status: 200,
      isKept: true,
    })
  }
  const ids = new Map((await listUsers(send)).map(({ email, id }) => [email, id]))
  expect(users.filter(({ email, id }) => ids.get(email) !== id)).toEqual([])
}

async function listUsers(send: Send, cursor?: string): Promise<{ email: string; id: string }[]> {
  const { body } = await send('GET', `/users?limit=200${cursor === undefined ? '' : `&cursor=${cursor}`}`)
  return body.next === null ? body.items : [...body.items, ...(await listUsers(send, body.next))]
}

/** Checks the store without a server: it is intact, has no partial changes, and its passwords verify. */
async function expectWhole(
  { location }: TestInstallation,
  { users }: Acknowledged,
  checked: number,
): Promise<void> {
  if (location.dialect === 'sqlite') {
    expect(await queryStore(location, 'pragma integrity_check')).toEqual([{ integrity_check: 'ok' }])
    expect(await queryStore(location, 'pragma foreign_key_check')).toEqual([])
  }
  for (const table of ['talks', 'users']) {
    const halves = `select id from ${table} where version <> (select count(*) from events where object_id = ${table}.id)`
    expect(await queryStore(location, halves)).toEqual([])
  }
  expect(
    await queryStore(location, 'select id from talks where id not in (select talk_id from talk_people)'),
  ).toEqual([])
  const rows = await queryStore(location, 'select email, password_hash from users')
  const hashes = new Map(rows.map((row) => [row.email, String(row.password_hash)]))
  for (const { email, password } of users.slice(checked)) {
    expect({ email, isGood: await verifyPassword(password, hashes.get(email) ?? '') }).toEqual({
      email,
      isGood: true,
    })
  }
}
