// Many chats at once: a steady rate of messages from thousands of people, each stored before it is acknowledged.
import { setTimeout as delay } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { quantile } from '../support/beside.ts'
import { talk } from '../support/bodies.ts'
import { EventStream } from '../support/live.ts'
import { addAudience, openFormSender } from '../support/live-audience.ts'
import {
  createKey,
  createTestInstallation,
  disableRateLimit,
  queryStore,
  startServer,
} from '../support/process.ts'
import { expectWithin, sized } from '../support/sizes.ts'

const SECONDS = sized({ small: 2, full: 30 })
const POSTS_PER_SECOND = sized({ small: 50, full: 1_000 })
// One message per person in two and a half seconds, and less than the 50 per second that begin a slow mode.
const PEOPLE = POSTS_PER_SECOND * 2.5
const TALKS = sized({ small: 5, full: 50 })
const CONNECTIONS = 64
const TURN_MS = 10
// The small size may run beside other tests.
const MAX_MS = 100 * sized({ small: 20, full: 1 })

test(`${POSTS_PER_SECOND} messages a second from ${PEOPLE} people in ${TALKS} talks are each answered within ${MAX_MS} ms`, {
  timeout: 300_000,
}, async ({ task }) => {
  await using installation = await createTestInstallation('sqlite', { isDurable: true })
  await disableRateLimit(installation)
  const key = await createKey(installation)
  const people = await addAudience(installation, PEOPLE)
  await using server = await startServer(installation)
  const talkIds: string[] = []
  for (let index = 0; index < TALKS; index++) {
    const { body } = await server.client(key)('PUT', `/talks/ext:${index}`, {
      body: talk({ title: `Talk ${index}` }),
    })
    talkIds.push(body.id)
  }
  const streams = talkIds.map((id) => new EventStream(server.url, `/live/stream?talks=${id}:0`))
  for (const stream of streams) expect(await stream.status).toBe(200)

  const [first] = people
  if (!first) throw new Error('There is nobody.')
  const forms = await openFormSender(installation, server, {
    member: first,
    talkId: talkIds[0] ?? '',
    connections: CONNECTIONS,
  })
  const post = async (index: number) => {
    const startedMs = performance.now()
    const { status, text } = await forms.send(
      people[index % PEOPLE] ?? first,
      `/talks/${talkIds[index % TALKS]}/messages`,
      { text: `Message ${index}` },
    )
    expect(status, text).toBe(200)
    return performance.now() - startedMs
  }
  const posts: Promise<number>[] = []
  const startedMs = performance.now()
  while (performance.now() - startedMs < SECONDS * 1_000) {
    const due = ((performance.now() - startedMs) / 1_000) * POSTS_PER_SECOND
    while (posts.length < due) posts.push(post(posts.length))
    await delay(TURN_MS)
  }
  const waits = (await Promise.all(posts)).sort((a, b) => a - b)
  const seconds = (performance.now() - startedMs) / 1_000
  await delay(1_000)
  const shown = streams.reduce(
    (sum, { items }) => sum + items.filter(({ kind }) => kind === 'message').length,
    0,
  )
  for (const stream of streams) stream.close()
  forms.close()
  const [row] = await queryStore(installation.location, 'select count(*) as stored from chat_messages')

  task.meta.fault = {
    fault: 'Chat messages at a steady rate',
    rounds: `${posts.length} messages from ${PEOPLE} people in ${TALKS} talks`,
    measured: `${Math.round(posts.length / seconds)} a second; answered within ${quantile(waits, 0.5)} ms (median), ${quantile(waits, 0.99)} ms (99 %); ${row?.stored} stored, ${shown} shown`,
  }
  process.stdout.write(`${task.meta.fault.rounds}: ${task.meta.fault.measured}\n`)
  expect(Number(row?.stored)).toBe(posts.length)
  expect(shown).toBe(posts.length)
  expectWithin(quantile(waits, 0.99), MAX_MS)
})
