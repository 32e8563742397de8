// A keynote: thousands of signed-in viewers of one talk, a lively chat, and moments in which all lose the connection.
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
/** The number of viewers, how long they are disconnected while the chat continues, and how soon all must be back. */
const RETURNING = sized({
  small: [[100, 4, MAX_BACK_MS]],
  full: [
    [2_000, 0, 5_000],
    [2_000, 20, 5_000],
    [10_000, 0, MAX_BACK_MS],
  ],
})
/** In the small size, less time is enough for as many bytes: each quotation mark takes six in HTML. */
const PADDING = sized({ small: ' '.padEnd(490, '"'), full: '' })
const VISITORS = 2_000

test(`${VIEWERS} viewers get ${MESSAGES_PER_SECOND} messages a second for ${SECONDS} s, each once, and come back after a drop`, {
  timeout: (SECONDS + 300) * 1_000,
}, async ({ task }) => {
  await using keynote = await startKeynote({ accounts: VIEWERS })
  const { server, viewers, client, put, write } = keynote
  const connected = await viewers.next('connected')
  const send = (index: number) =>
    index % 2 === 0 ? put(`Keynote ${index % 4}`) : client('GET', '/api/external/v1/talks/ext:keynote')
  const { waits } = await measureBeside(write(SECONDS * 1_000), { everyMs: 100, send })
  const megabytes = residentMegabytes(server.pid)
  await delay(2_000)
  viewers.command('drop')
  const back = await viewers.next('connected')
  await write(2_000)
  await viewers.next('back')
  await delay(3_000)
  viewers.command('off')
  await put('Keynote', { features: { chat: false } })
  const off = await viewers.next('off')
  const watched = await keynote.end()

  task.meta.fault = {
    fault: 'A keynote with signed-in TLS viewers, 20 messages a second, and a drop of all connections',
    rounds: `${VIEWERS} viewers, ${SECONDS} s, ${keynote.sent()} messages, ${watched.deliveries} deliveries`,
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

test.for(RETURNING)(
  '%i viewers who lose the connection for %i s while the chat goes on come back and miss nothing, and a feature that is turned on silences nobody',
  {
    timeout: 600_000,
  },
  async ([count = 0, seconds = 0, maxBackMs = 0], { task }) => {
    await using keynote = await startKeynote({ accounts: count, padding: PADDING })
    const { server, viewers, client, put } = keynote
    await viewers.next('connected')
    const chat = keynote.startChat()
    await delay(3_000)
    const usedMs = processorMs(server.pid)
    viewers.command(`drop ${seconds}`)
    const send = () => client('GET', '/api/external/v1/talks/ext:keynote')
    const { result: back, waits } = await measureBeside(viewers.next('back'), { everyMs: 100, send })
    const returning = { usedMs: processorMs(server.pid) - usedMs, megabytes: residentMegabytes(server.pid) }
    await put('Keynote', { features: { questions: false } })
    await delay(3_000)
    viewers.command('slowest')
    await viewers.next('slowest')
    // Everyone needs a snapshot.
    await put('Keynote', { features: { questions: true } })
    await delay(4_000)
    viewers.command('slowest')
    const slowest = await viewers.next('slowest')
    await chat.stop()
    await delay(2_000)
    const watched = await keynote.end()

    task.meta.fault = {
      fault: 'A drop of all viewers while 20 messages a second go on, and then questions turned on',
      rounds: `${count} viewers, away for ${seconds} s`,
      measured: `all back within ${back.ms} ms, ${back.restarted} with a snapshot; ${watched.wrongViewers} viewers missed or repeated a message; ${returning.usedMs} ms of the processor, ${returning.megabytes} MB; p99 of other requests ${quantile(waits, 0.99)} ms; with questions turned on, the slowest delivery took ${slowest.ms} ms`,
    }
    process.stdout.write(`${task.meta.fault.rounds}: ${task.meta.fault.measured}\n`)
    expect(watched.wrongViewers).toBe(0)
    expect(watched.closedByServer).toBe(0)
    expectWithin(back.ms, maxBackMs)
  },
)

test(`${VISITORS} visitors without an account watch from one address, and come back after a drop`, {
  timeout: 300_000,
}, async () => {
  await using keynote = await startKeynote({ visitors: VISITORS })
  const { viewers } = keynote
  await viewers.next('connected')
  const chat = keynote.startChat()
  viewers.command('drop')
  await viewers.next('back')
  await chat.stop()
  await delay(2_000)
  const watched = await keynote.end()
  expect([watched.wrongViewers, watched.closedByServer]).toEqual([0, 0])
})

/** A server with a talk, its viewers in a process of their own, and people who write in the chat. */
async function startKeynote({
  accounts = 0,
  visitors = 0,
  padding = '',
}: {
  accounts?: number
  visitors?: number
  padding?: string
}) {
  await using stack = new AsyncDisposableStack()
  const installation = stack.use(await createTestInstallation('sqlite'))
  await disableRateLimit(installation)
  const key = await createKey(installation)
  const members = await addAudience(installation, accounts + AUTHORS)
  const server = stack.use(await startServer(installation))
  const ca = readFileSync(join(installation.folder, 'tls/cert.pem'))
  const agent = new Agent({ keepAlive: true })
  stack.defer(() => agent.destroy())
  const client = createClient({ port: server.port, ca, key, agent })
  const put = (title: string, more: object = {}) =>
    client('PUT', '/api/external/v1/talks/ext:keynote', { body: talk({ title, ...more }) })
  const { body } = await put('Keynote')
  const authors = members.slice(accounts).map((member) => browserOf(server, member))
  for (const author of authors) await author.get(`/talks/${body.id}`)
  const cookies = join(installation.folder, 'cookies')
  const lines = members.slice(0, accounts).map(({ cookie }) => cookie)
  writeFileSync(cookies, lines.join('\n'))
  const viewers = stack.use(startViewers({ port: server.port, talkId: body.id, cookies, visitors }))

  let sent = 0
  const post = async () => {
    sent += 1
    const text = markedText(sent) + padding
    const author = authors[sent % AUTHORS]
    const answer = await author?.post(
      `/talks/${body.id}/messages`,
      { text },
      { headers: { accept: 'application/json' } },
    )
    expect(answer?.status).toBe(200)
  }
  const startChat = () => {
    const ending = new AbortController()
    const chatting = (async () => {
      const pending: Promise<unknown>[] = []
      for (; !ending.signal.aborted; await delay(1_000 / MESSAGES_PER_SECOND)) pending.push(post())
      await Promise.all(pending)
    })()
    return {
      stop() {
        ending.abort()
        return chatting
      },
    }
  }
  const disposables = stack.move()
  return {
    server,
    viewers,
    client,
    put,
    sent: () => sent,
    startChat,
    async write(ms: number) {
      const chat = startChat()
      await delay(ms)
      await chat.stop()
    },
    end() {
      viewers.command(`end ${sent}`)
      return viewers.next('watched')
    },
    [Symbol.asyncDispose]: () => disposables.disposeAsync(),
  }
}

/** The time that a process has had on the processors (proc_pid_stat(5)). */
const processorMs = (pid: number): number => {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1)?.split(' ') ?? []
  return (Number(fields[11]) + Number(fields[12])) * 10
}

function startViewers(viewing: object) {
  const script = fileURLToPath(new URL('../support/live-viewers.ts', import.meta.url))
  const child = spawn(process.execPath, [script, JSON.stringify(viewing)], {
    stdio: ['pipe', 'pipe', 'inherit'],
  })
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]()
  const early: ViewersLine[] = []
  return {
    command: (line: string) => child.stdin.write(`${line}\n`),
    /** The next line with this event. Others wait until they are asked for. */
    async next<E extends ViewersLine['event']>(event: E): Promise<ViewersLine & { event: E }> {
      const known = early.findIndex((line) => line.event === event)
      if (known !== -1) return early.splice(known, 1)[0] as ViewersLine & { event: E }
      const { value, done } = await lines.next()
      if (done) throw new Error('The viewers have ended.')
      early.push(JSON.parse(value) as ViewersLine)
      return this.next(event)
    },
    [Symbol.asyncDispose]: async () => void child.kill('SIGKILL'),
  }
}
