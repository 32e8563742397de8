// A long stream of operations does not accumulate in the memory of the server.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, inject, test } from 'vitest'
import { type OpenStream, openStream } from '../../support/ndjson.ts'
import { createKey, createTestInstallation, type ServerProcess, startServer } from '../../support/process.ts'
import { expectWithin, sized } from '../../support/sizes.ts'
import { waitUntil } from '../../support/until.ts'

const WARM_UP = 1_000
const OPERATIONS = sized({ small: 2_000, full: 10_000 })
const LOOK_EVERY = OPERATIONS / 5
const MAX_GROWTH_MB = OPERATIONS / 200
const PAGE_CONTENT = '<p>Content of a page.</p>'.repeat(160)

test(`memory grows by less than ${MAX_GROWTH_MB} MB while ${OPERATIONS} operations stream through one batch`, {
  timeout: 600_000,
}, async () => {
  await using installation = await createTestInstallation(inject('store'))
  await using server = await startServer(installation, { env: { NODE_OPTIONS: '--inspect=127.0.0.1:0' } })
  const key = await createKey(installation)
  const open = () =>
    openStream({ ...server, ca: readFileSync(join(installation.folder, 'tls/cert.pem')) }, { key })
  using memory = await watchMemory(server)
  await sendAll(open(), WARM_UP, async () => {})
  const looks = [await memory.held()]
  const started = performance.now()
  const statuses = await sendAll(open(), OPERATIONS, async () => void looks.push(await memory.held()))
  const seconds = (performance.now() - started) / 1000
  const shown = looks.map(mega).join(', ')
  process.stdout.write(
    `${inject('store')}: ${OPERATIONS} operations (${mega(OPERATIONS * PAGE_CONTENT.length)} MB) in ${seconds.toFixed(1)} s; MB held ${shown}; RSS ${mega(residentBytes(server.pid))} MB\n`,
  )
  expect(statuses).toEqual({ 200: OPERATIONS - 100, 201: 100 })
  expect(looks.length).toBe(1 + OPERATIONS / LOOK_EVERY)
  expectWithin(Math.max(...looks) - (looks[0] ?? 0), MAX_GROWTH_MB * 1024 * 1024)
})

/** Sends as fast as responses arrive, and counts them by status. */
async function sendAll(
  stream: OpenStream,
  count: number,
  look: () => Promise<void>,
): Promise<Record<number, number>> {
  for (let i = 0; i < count; i++) {
    const path = `/sponsors/ext:${count}-${i % 100}`
    const logo = 'https://static.example.org/logo.png'
    const body = { name: `Sponsor ${i}`, logo, level: 3, pageContent: `${i} ${PAGE_CONTENT}` }
    stream.write(`${JSON.stringify({ method: 'PUT', path, body })}\n`)
    if (i % 100 === 99) await stream.results(i - 400)
    if (i % LOOK_EVERY === LOOK_EVERY - 1) await look()
  }
  stream.end()
  const statuses: Record<number, number> = {}
  for (const { status } of await stream.all()) statuses[status] = (statuses[status] ?? 0) + 1
  return statuses
}

/** The heap after a garbage collection, from the inspector of the process. RSS would include garbage. */
async function watchMemory(server: ServerProcess): Promise<{ held(): Promise<number> } & Disposable> {
  const address = /ws:\/\/\S+/
  const printed = await waitUntil(
    async () => server.stderr(),
    (text) => address.test(text),
  )
  const socket = new WebSocket(address.exec(printed)?.[0] ?? '')
  await new Promise((resolve, reject) => {
    socket.onopen = resolve
    socket.onerror = reject
  })
  let last = 0
  // biome-ignore lint/suspicious/noExplicitAny: responses of the protocol have many shapes.
  const ask = (method: string, params: object = {}): Promise<any> => {
    last += 1
    const id = last
    return new Promise((resolve) => {
      const hear = ({ data }: MessageEvent) => {
        const answer = JSON.parse(String(data))
        if (answer.id !== id) return
        socket.removeEventListener('message', hear)
        resolve(answer.result)
      }
      socket.addEventListener('message', hear)
      socket.send(JSON.stringify({ id, method, params }))
    })
  }
  return {
    held: async () => {
      await ask('HeapProfiler.collectGarbage')
      const expression = '(({ heapUsed, external }) => heapUsed + external)(process.memoryUsage())'
      return Number((await ask('Runtime.evaluate', { expression })).result.value)
    },
    [Symbol.dispose]: () => socket.close(),
  }
}

/** From /proc. The second field is in pages of 4 KiB (proc_pid_statm(5)). */
const residentBytes = (pid: number): number =>
  Number(readFileSync(`/proc/${pid}/statm`, 'utf8').split(' ')[1]) * 4096

const mega = (bytes: number) => (bytes / 1024 / 1024).toFixed(0)
