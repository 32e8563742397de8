// A keynote: thousands of signed-in viewers of one talk, a lively chat, and a moment in which all lose the connection.
import { spawn } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { Agent } from 'node:https'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { setTimeout as delay } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { createClient } from '../support/api.ts'
import { measureBeside, quantile, residentMegabytes } from '../support/beside.ts'
import { talk } from '../support/bodies.ts'
import { addAudience, browserOf, markedText } from '../support/live-audience.ts'
import type { ViewersLine } from '../support/live-viewers.ts'
import { createKey, createTestInstallation, disableRateLimit, startServer } from '../support/process.ts'
import { expectWithin, sized } from '../support/sizes.ts'

const VIEWERS = sized({ small: 20, full: Number(process.env.LECTERN_LIVE_VIEWERS ?? 10_000) })
const SECONDS = sized({ small: 2, full: Number(process.env.LECTERN_LIVE_SECONDS ?? 600) })
const MESSAGES_PER_SECOND = 20
// So many that a slow mode, which a stall of this machine can begin, refuses none of them.
const AUTHORS = sized({ small: 60, full: 400 })
const MAX_DELIVERY_MS = 500
const MAX_OTHERS_MS = 50
const MAX_BACK_MS = 20_000
const MAX_OFF_MS = 1_000
const MAX_MEGABYTES = 1_100

test(`${VIEWERS} viewers get ${MESSAGES_PER_SECOND} messages a second for ${SECONDS} s, each once, and come back after a drop`, {
  timeout: (SECONDS + 300) * 1_000,
}, async ({ task }) => {
  await using installation = await createTestInstallation('sqlite')
  await disableRateLimit(installation)
  const key = await createKey(installation)
  const members = await addAudience(installation, VIEWERS + AUTHORS)
  await using server = await startServer(installation)
  const ca = readFileSync(join(installation.folder, 'tls/cert.pem'))
  const agent = new Agent({ keepAlive: true })
  const client = createClient({ port: server.port, ca, key, agent })
  const put = (title: string, more: object = {}) =>
    client('PUT', '/api/external/v1/talks/ext:keynote', { body: talk({ title, ...more }) })
  const { body } = await put('Keynote')
  const authors = members.slice(VIEWERS).map((member) => browserOf(server, member))
  for (const author of authors) await author.get(`/talks/${body.id}`)

  const cookies = join(installation.folder, 'cookies')
  writeFileSync(
    cookies,
    members
      .slice(0, VIEWERS)
      .map(({ cookie }) => cookie)
      .join('\n'),
  )
  await using viewers = startViewers({ port: server.port, talkId: body.id, cookies })
  const connected = await viewers.next('connected')

  let sent = 0
  const write = async (until: number) => {
    const pending: Promise<unknown>[] = []
    for (; performance.now() < until; await delay(1_000 / MESSAGES_PER_SECOND)) {
      sent += 1
      const text = markedText(sent)
      const author = authors[sent % AUTHORS]
      pending.push(
        author
          ?.post(`/talks/${body.id}/messages`, { text }, { headers: { accept: 'application/json' } })
          .then(({ status }) => expect(status).toBe(200)) ?? Promise.resolve(),
      )
    }
    await Promise.all(pending)
  }
  const send = (index: number) =>
    index % 2 === 0 ? put(`Keynote ${index % 4}`) : client('GET', '/api/external/v1/talks/ext:keynote')
  const { waits } = await measureBeside(write(performance.now() + SECONDS * 1_000), { everyMs: 100, send })
  const megabytes = residentMegabytes(server.pid)
  await delay(2_000)
  viewers.command('drop')
  const back = await viewers.next('connected')
  await write(performance.now() + 2_000)
  await delay(3_000)
  viewers.command('off')
  await put('Keynote', { features: { chat: false } })
  const off = await viewers.next('off')
  viewers.command(`end ${sent}`)
  const watched = await viewers.next('watched')
  agent.destroy()

  task.meta.fault = {
    fault: 'A keynote with signed-in TLS viewers, 20 messages a second, and a drop of all connections',
    rounds: `${VIEWERS} viewers, ${SECONDS} s, ${sent} messages, ${watched.deliveries} deliveries`,
    measured: `delivered within ${watched.p50} ms (median), ${watched.p99} ms (99 %), ${watched.max} ms (slowest); ${watched.wrongViewers} viewers missed or repeated a message; ${megabytes} MB; p99 of other requests ${quantile(waits, 0.99)} ms; connected in ${connected.ms} ms, again in ${back.ms} ms; the chat, turned off, gone from all pages in ${off.ms} ms`,
  }
  process.stdout.write(`${task.meta.fault.rounds}: ${task.meta.fault.measured}\n`)
  expect(watched.wrongViewers).toBe(0)
  expectWithin(watched.p99, MAX_DELIVERY_MS)
  expectWithin(off.ms, MAX_OFF_MS)
  expectWithin(back.ms, MAX_BACK_MS)
  expectWithin(megabytes, MAX_MEGABYTES)
  expectWithin(quantile(waits, 0.99), MAX_OTHERS_MS)
})

function startViewers(viewing: object) {
  const script = fileURLToPath(new URL('../support/live-viewers.ts', import.meta.url))
  const child = spawn(process.execPath, [script, JSON.stringify(viewing)], {
    stdio: ['pipe', 'pipe', 'inherit'],
  })
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]()
  return {
    command: (line: string) => child.stdin.write(`${line}\n`),
    async next<E extends ViewersLine['event']>(event: E): Promise<ViewersLine & { event: E }> {
      const { value, done } = await lines.next()
      if (done) throw new Error('The viewers have ended.')
      const line = JSON.parse(value) as ViewersLine
      if (line.event !== event) throw new Error(`Expected ${event}, got ${value}.`)
      return line as ViewersLine & { event: E }
    },
    [Symbol.asyncDispose]: async () => void child.kill('SIGKILL'),
  }
}
