// Visitors of the public site do not slow down the API.
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { Agent } from 'node:https'
import { join } from 'node:path'
import { expect, inject, test } from 'vitest'
import { createClient, type Send } from '../../support/api.ts'
import { largeProgramme } from '../../support/large-programme.ts'
import type { Visited, Visits } from '../../support/page-visitors.ts'
import {
  createKey,
  createTestInstallation,
  disableRateLimit,
  type ServerProcess,
  startServer,
} from '../../support/process.ts'
import { expectWithin, sized } from '../../support/sizes.ts'

const PROGRAMME = sized({ small: { talks: 200, people: 4 }, full: { talks: 2_000, people: 40 } })
const SECONDS = sized({ small: 2, full: 30 })
const PAGES = ['/', '/agenda', '/speakers', '/sponsors', '/schedule.ics', '/schedule.json', '/schedule.xml']
const FEEDS = ['/schedule.json', '/schedule.xml', '/agenda']
const PAUSE_MS = 5
const REQUESTS_PER_WRITE = 200

const CROWD = { visitors: 500, pauseMs: 5_000, paths: PAGES }
const FLOOD = { visitors: 50, pauseMs: 0, paths: FEEDS }

test('the API stays fast beside 500 visitors, and beside 50 clients that request feeds without pause', {
  timeout: 300_000,
}, async ({ task }) => {
  await using installation = await createTestInstallation(inject('store'))
  await disableRateLimit(installation)
  const key = await createKey(installation)
  await using server = await startServer(installation)
  const ca = readFileSync(join(installation.folder, 'tls/cert.pem'))
  const agent = new Agent({ keepAlive: true })
  const toServer = createClient({ port: server.port, ca, key, agent })
  const send: Send = (method, path, sending) => toServer(method, `/api/external/v1${path}`, sending)
  const { status } = await send('PUT', '/programme', { body: largeProgramme(PROGRAMME) })
  expect(status).toBe(200)

  const undisturbed = await measure(send)
  const crowd = await beside(server, CROWD, () => measure(send))
  const flood = await beside(server, FLOOD, () => measure(send))
  agent.destroy()
  task.meta.fault = {
    fault: 'visitors of the public site',
    rounds: `500 visitors with a page per 5 s each, then 50 clients without pause (${flood.visited.requests} responses), for ${SECONDS} s each`,
    measured: `API p99 ${undisturbed} ms undisturbed, ${crowd.p99} ms beside the visitors, ${flood.p99} ms beside the clients`,
  }
  process.stdout.write(`${task.meta.fault.measured}, ${JSON.stringify([crowd.visited, flood.visited])}\n`)
  expect(crowd.visited.statuses).toEqual({ 200: crowd.visited.requests })
  expect(flood.visited.statuses).toEqual({ 200: flood.visited.requests })
  expectWithin(crowd.p99, 50)
  expectWithin(flood.p99, 100)
})

/** The 99th percentile, in milliseconds, of reads and a few writes. Every write changes what the pages show. */
async function measure(send: Send): Promise<number> {
  const times: number[] = []
  const endsAt = performance.now() + SECONDS * 1_000
  for (let count = 1; performance.now() < endsAt; count += 1) {
    const startedAt = performance.now()
    const { status } =
      count % REQUESTS_PER_WRITE === 0
        ? await send('PUT', '/talks/ext:talk-1', { body: { title: `Change ${count}` } })
        : await send('GET', '/talks/ext:talk-1')
    times.push(performance.now() - startedAt)
    expect(status).toBe(200)
    await new Promise((resolve) => setTimeout(resolve, PAUSE_MS))
  }
  times.sort((a, b) => a - b)
  return Math.round((times[Math.floor(times.length * 0.99)] ?? 0) * 10) / 10
}

async function beside(
  { port }: ServerProcess,
  visits: Omit<Visits, 'port'>,
  work: () => Promise<number>,
): Promise<{ p99: number; visited: Visited }> {
  const program = join(import.meta.dirname, '../../support/page-visitors.ts')
  const child = spawn(process.execPath, [program, JSON.stringify({ port, ...visits })], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const output = lineOf(child)
  const p99 = await work()
  child.kill('SIGTERM')
  return { p99, visited: JSON.parse(await output) }
}

async function lineOf(child: ChildProcess): Promise<string> {
  let text = ''
  child.stdout?.setEncoding('utf8').on('data', (part: string) => {
    text += part
  })
  await once(child, 'close')
  return text
}
