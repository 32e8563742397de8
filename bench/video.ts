// `npm run bench -- video`: what one video room costs the thread of the media. A speaker sends 1.1 Mbit/s in 170 packets
// a second, and viewers count what arrives. Both are one process beside the one with the room.
import { monitorEventLoopDelay } from 'node:perf_hooks'
import { setTimeout as delay } from 'node:timers/promises'
import { Worker } from 'node:worker_threads'
import type { EngineOptions } from '../src/features/video/media/engine.ts'
import type { MediaCall, MediaEvent } from '../src/features/video/media/worker.ts'
import { startChild } from './child.ts'
import { table } from './report.ts'
import type { Question, Received } from './video-people.ts'

const WORKER = new URL('../dist/features/video/media/worker.js', import.meta.url)
const COUNTS = [50, 100, 150, 200]
/** Join a room that has a speaker and one viewer. */
const STORM = 200
const ROOM = 'measured'
const SETTLING_MS = 2_000

export type RoomCost = {
  viewers: number
  /** Of the thread of the media, as a share of a core. */
  cpu: number
  /** CPU time of the thread for each forwarded packet. */
  usPerPacket: number
  lost: number
  delayMs: Received['delayMs']
  mainP99Ms: number
  rssMb: number
}
export type Storm = { viewers: number; allMs: number; longestGapMs: number; lost: number }

export async function measureRooms(seconds: number): Promise<{ costs: RoomCost[]; storm: Storm }> {
  const costs: RoomCost[] = []
  for (const viewers of COUNTS) {
    process.stderr.write(`${viewers} viewers …\n`)
    costs.push(await costOf(viewers, seconds))
  }
  process.stderr.write(`${STORM} viewers join at once …\n`)
  return { costs, storm: await measureStorm() }
}

export function textOfRooms({ costs, storm }: Awaited<ReturnType<typeof measureRooms>>): string {
  const rows = costs.map(({ viewers, cpu, usPerPacket, lost, delayMs, mainP99Ms, rssMb }) => [
    String(viewers),
    `${(cpu * 100).toFixed(1)} %`,
    usPerPacket.toFixed(1),
    String(lost),
    ...[delayMs.p50, delayMs.p99, delayMs.max, mainP99Ms].map((ms) => ms.toFixed(1)),
    rssMb.toFixed(0),
  ])
  const { viewers, allMs, longestGapMs, lost } = storm
  return [
    table(
      [
        ...['viewers', 'CPU of a core', 'µs per packet', 'lost', 'delay p50, ms', 'p99, ms', 'max, ms'],
        ...['main thread p99, ms', 'RSS, MB'],
      ],
      rows,
    ),
    `${viewers} viewers who join at once all receive after ${(allMs / 1000).toFixed(1)} s; the longest pause of a viewer who was there is ${longestGapMs.toFixed(0)} ms, with ${lost} packets lost.`,
  ].join('\n\n')
}

async function costOf(viewers: number, seconds: number): Promise<RoomCost> {
  await using stack = new AsyncDisposableStack()
  const room = stack.use(openRoom())
  const people = stack.use(startChild('video-people'))
  const ask = <T = null>(question: Question) => people.ask<T>(question)
  await speakIn(room, ask)
  await Promise.all(Array.from({ length: viewers }, () => watchIn(room, ask)))
  await delay(SETTLING_MS)
  const loop = monitorEventLoopDelay({ resolution: 5 })
  await ask({ do: 'reset' })
  const before = await room.cpuUs()
  loop.enable()
  await delay(seconds * 1000)
  loop.disable()
  const cpuUs = (await room.cpuUs()) - before
  const { packets, lost, delayMs } = await ask<Received>({ do: 'read' })
  return {
    ...{ viewers, lost, delayMs },
    cpu: cpuUs / (seconds * 1_000_000),
    usPerPacket: cpuUs / packets,
    mainP99Ms: loop.percentile(99) / 1e6,
    rssMb: process.memoryUsage.rss() / 1e6,
  }
}

async function measureStorm(): Promise<Storm> {
  await using stack = new AsyncDisposableStack()
  const room = stack.use(openRoom())
  const [people, others] = [stack.use(startChild('video-people')), stack.use(startChild('video-people'))]
  await speakIn(room, (question) => people.ask(question))
  await watchIn(room, (question) => people.ask(question))
  await delay(SETTLING_MS)
  await people.ask({ do: 'reset' })
  const startedMs = performance.now()
  await Promise.all(Array.from({ length: STORM }, () => watchIn(room, (question) => others.ask(question))))
  const allMs = performance.now() - startedMs
  const { longestGapMs, lost } = await people.ask<Received>({ do: 'read' })
  return { viewers: STORM, allMs, longestGapMs, lost }
}

type Ask = <T = null>(question: Question) => Promise<T>
type Room = ReturnType<typeof openRoom>

async function speakIn(room: Room, ask: Ask): Promise<void> {
  const offer = await ask<string>({ do: 'offer', direction: 'sendonly' })
  await ask({ do: 'speak', answer: await room.join('publish', offer) })
}

async function watchIn(room: Room, ask: Ask): Promise<void> {
  const offer = await ask<string>({ do: 'offer', direction: 'recvonly' })
  await ask({ do: 'watch', answer: await room.join('watch', offer) })
}

/** The thread of the media, without the rules of who may join. */
function openRoom() {
  const workerData: EngineOptions = { port: 0, host: '127.0.0.1', addresses: ['127.0.0.1'] }
  const worker = new Worker(WORKER, { workerData })
  const waiting = new Map<number, (event: Extract<MediaEvent, { event: 'joined' }>) => void>()
  let calls = 0
  worker.on('message', (event: MediaEvent) => {
    if (event.event === 'joined') waiting.get(event.id)?.(event)
  })
  return {
    cpuUs: async () => {
      const { user, system } = await worker.cpuUsage()
      return user + system
    },
    join: async (call: 'publish' | 'watch', offer: string): Promise<string> => {
      calls += 1
      const id = calls
      const join = { session: `${call} ${id}`, room: ROOM, person: String(id), offer }
      const { promise, resolve } = Promise.withResolvers<Extract<MediaEvent, { event: 'joined' }>>()
      waiting.set(id, resolve)
      worker.postMessage({ call, id, join } satisfies MediaCall)
      const { joined } = await promise
      if ('answer' in joined) return joined.answer
      throw new Error(`The room refused to ${call}: ${joined.problem}`)
    },
    [Symbol.asyncDispose]: async () => {
      await worker.terminate()
    },
  }
}
