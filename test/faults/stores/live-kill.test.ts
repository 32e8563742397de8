// kill -9 during a chat: what was shown or acknowledged is still there, and viewers resume without gaps or repeats.
import { setTimeout as delay } from 'node:timers/promises'
import { expect, inject, test } from 'vitest'
import { talk } from '../../support/bodies.ts'
import { EventStream } from '../../support/live.ts'
import { addAudience, browserOf } from '../../support/live-audience.ts'
import {
  createKey,
  createTestInstallation,
  disableRateLimit,
  queryStore,
  type ServerProcess,
  startServer,
} from '../../support/process.ts'
import { sized } from '../../support/sizes.ts'
import { waitUntil } from '../../support/until.ts'
import type { Visitor } from '../../support/visitors.ts'

const ROUNDS = sized({ small: 3, full: 50 })
const AUTHORS = 20
const WRITERS = 4
// Together fewer than the 50 messages a second that begin a slow mode.
const PAUSE_MS = 100
const ANSWERS_BEFORE_KILL = [5, 40, 12, 70, 25]

type Item = { kind: string; id: string; html: string | null }

test(`no shown message is lost by kill -9 during a chat, in ${ROUNDS} rounds`, {
  timeout: 900_000,
}, async ({ task }) => {
  await using installation = await createTestInstallation(inject('store'), { isDurable: true })
  await disableRateLimit(installation)
  const key = await createKey(installation)
  const members = await addAudience(installation, AUTHORS * ROUNDS)
  const acknowledged = new Set<string>()
  const shown: string[] = []
  let talkId = ''
  let position = ''
  for (let round = 0; round <= ROUNDS; round++) {
    await using server = await startServer(installation)
    const { body } = await server.client(key)('PUT', '/talks/ext:keynote', {
      body: talk({ title: 'Keynote' }),
    })
    talkId = body.id
    position ||= `${talkId}:0`
    const viewer = await openStream(server, position)
    if (round < ROUNDS) {
      const authors = members
        .slice(round * AUTHORS, (round + 1) * AUTHORS)
        .map((one) => browserOf(server, one))
      await chat(server, { talkId, authors, acknowledged, afterAnswers: ANSWERS_BEFORE_KILL[round % 5] ?? 1 })
    } else {
      await waitUntil(
        () => delay(20).then(() => shown.length + messagesOf(viewer).length),
        (count) => count >= acknowledged.size,
      )
      await delay(500)
    }
    shown.push(...messagesOf(viewer))
    position = viewer.position || position
    viewer.close()
  }
  const stored = new Set(
    (await queryStore(installation.location, "select id from chat_messages where state = 'visible'")).map(
      ({ id }) => String(id),
    ),
  )
  expect(shown.filter((id) => !stored.has(id))).toEqual([])
  expect([...acknowledged].filter((id) => !stored.has(id))).toEqual([])
  expect(new Set(shown)).toEqual(stored)
  expect(shown).toHaveLength(stored.size)
  task.meta.fault = {
    fault: 'kill -9 during a chat, whose viewer resumes',
    rounds: `${ROUNDS} kills, ${acknowledged.size} acknowledged messages`,
    measured: `0 of ${shown.length} shown messages lost, 0 repeated`,
  }
})

const messagesOf = ({ items }: EventStream): string[] =>
  (items as Item[]).filter(({ kind, html }) => kind === 'message' && html !== null).map(({ id }) => id)

/** Tries again while the store is not reachable, as browsers do. */
async function openStream({ url }: ServerProcess, position: string): Promise<EventStream> {
  for (;;) {
    const stream = new EventStream(url, `/live/stream?talks=${position}`)
    const status = await stream.status
    if (status === 200) return stream
    expect(status).toBe(503)
    await delay(100)
  }
}

type Chat = { talkId: string; authors: Visitor[]; acknowledged: Set<string>; afterAnswers: number }

/** Writers that send as fast as responses arrive, until the server is killed. */
async function chat(
  server: ServerProcess,
  { talkId, authors, acknowledged, afterAnswers }: Chat,
): Promise<void> {
  let answers = 0
  let count = 0
  let killed: Promise<unknown> | undefined
  // For the tokens of their forms.
  for (const author of authors) await author.get(`/talks/${talkId}`)
  const write = async () => {
    for (;;) {
      count += 1
      const author = authors[count % AUTHORS]
      const answer = await author?.post(
        `/talks/${talkId}/messages`,
        { text: `Message ${count}` },
        { headers: { accept: 'application/json' } },
      )
      expect(answer?.status, answer?.text).toBe(200)
      acknowledged.add(answer?.body.id)
      answers += 1
      if (answers >= afterAnswers) killed ??= server.stop('SIGKILL')
      await delay(PAUSE_MS)
    }
  }
  await Promise.all(
    Array.from({ length: WRITERS }, () =>
      write().catch((error) => {
        // Only a broken connection ends a writer. Every unexpected response is an error.
        if (!/ECONNRESET|ECONNREFUSED|EPIPE|socket hang up/.test(`${error.code} ${error.message}`))
          throw error
      }),
    ),
  )
  await killed
}
