// A rush of votes on one question: each person counts once.
import { setTimeout as delay } from 'node:timers/promises'
import { expect, inject, test } from 'vitest'
import { quantile } from '../../support/beside.ts'
import { talk } from '../../support/bodies.ts'
import { addAudience, openFormSender } from '../../support/live-audience.ts'
import {
  createKey,
  createTestInstallation,
  disableRateLimit,
  queryStore,
  startServer,
} from '../../support/process.ts'
import { sized } from '../../support/sizes.ts'

const VOTES = sized({ small: 100, full: 5_000 })
const SECONDS = sized({ small: 1, full: 5 })
const CONNECTIONS = 64
const TURN_MS = 10
/** One in ten votes twice, as after a lost response. */
const REPEATS = 10

test(`${VOTES} votes in ${SECONDS} s on one question count once each`, { timeout: 300_000 }, async ({
  task,
}) => {
  await using installation = await createTestInstallation(inject('store'), { isDurable: true })
  await disableRateLimit(installation)
  const key = await createKey(installation)
  const people = await addAudience(installation, VOTES)
  await using server = await startServer(installation)
  const { body } = await server.client(key)('PUT', '/talks/ext:keynote', { body: talk({ title: 'Keynote' }) })
  const talkId: string = body.id
  const [first] = people
  if (!first) throw new Error('There is nobody.')
  const forms = await openFormSender(installation, server, {
    member: first,
    talkId,
    connections: CONNECTIONS,
  })
  const asked = await forms.send(first, `/talks/${talkId}/questions`, { text: 'Will there be a recording?' })
  expect(asked.status, asked.text).toBe(200)

  const vote = async (index: number) => {
    const startedMs = performance.now()
    const person = people[index % VOTES] ?? first
    const { status, text } = await forms.send(person, `/talks/${talkId}/votes`, { vote: asked.body.id })
    expect(status, text).toBe(200)
    return performance.now() - startedMs
  }
  const votes: Promise<number>[] = []
  const startedMs = performance.now()
  while (votes.length < VOTES) {
    const due = Math.min(VOTES, ((performance.now() - startedMs) / 1_000 / SECONDS) * VOTES)
    while (votes.length < due) votes.push(vote(votes.length))
    await delay(TURN_MS)
  }
  const waits = (await Promise.all(votes)).sort((a, b) => a - b)
  const seconds = (performance.now() - startedMs) / 1_000
  for (let index = 0; index < VOTES; index += REPEATS) await vote(index)
  forms.close()
  const [row] = await queryStore(installation.location, 'select votes from questions')

  task.meta.fault = {
    fault: 'A rush of votes on one question',
    rounds: `${VOTES} votes in ${seconds.toFixed(1)} s, ${Math.ceil(VOTES / REPEATS)} of them repeated`,
    measured: `${row?.votes} counted; answered within ${quantile(waits, 0.99)} ms (99 %)`,
  }
  process.stdout.write(`${task.meta.fault.rounds}: ${task.meta.fault.measured}\n`)
  expect(Number(row?.votes)).toBe(VOTES)
})
