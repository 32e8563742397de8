// A client that repeats requests on many connections, in a process of its own, so that its work does not delay what a test
// measures.
import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { Agent, request } from 'node:https'
import { setTimeout as delay } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'

/** In the path and the body, `{n}` becomes the number of the request, so that each is different. */
export type Ask = { method: string; path: string; headers?: Record<string, string>; body?: string }

type Repeated = {
  port: number
  /** An address of this machine. */
  from: string
  connections: number
  seconds: number
  /** They are sent in turns. */
  asks: readonly Ask[]
  /** The responses have no end: the client leaves after the first bytes. */
  isStream: boolean
}

/** The number of responses with each status. 0 stands for a connection that was closed. */
type Statuses = Record<number, number>

type Repeater = { run(repeated: Repeated): Promise<Statuses>; [Symbol.dispose](): void }

export function startRepeater(): Repeater {
  const child: ChildProcess = fork(fileURLToPath(import.meta.url), ['repeat'])
  return {
    run: async (repeated) => {
      const answered = once(child, 'message')
      child.send(repeated)
      return (await answered)[0]
    },
    [Symbol.dispose]: () => void child.kill(),
  }
}

/** A script that is refused tries again, but not without any pause. */
const REFUSED_PAUSE_MS = 20

async function repeat({ connections, seconds, asks, ...client }: Repeated): Promise<Statuses> {
  const agent = new Agent({ keepAlive: true, maxSockets: connections, rejectUnauthorized: false })
  const statuses: Statuses = {}
  const untilMs = performance.now() + seconds * 1_000
  let sent = 0
  const onOneConnection = async () => {
    while (performance.now() < untilMs) {
      sent += 1
      const ask = asks[sent % asks.length]
      if (!ask) return
      const status = await send({ agent, ...client }, numbered(ask, sent))
      statuses[status] = (statuses[status] ?? 0) + 1
      if (status === 0 || status === 429 || status === 503) await delay(REFUSED_PAUSE_MS)
    }
  }
  await Promise.all(Array.from({ length: connections }, onOneConnection))
  agent.destroy()
  return statuses
}

const numbered = ({ path, body, ...ask }: Ask, n: number): Ask => ({
  ...ask,
  path: path.replaceAll('{n}', `${n}`),
  ...(body === undefined ? {} : { body: body.replaceAll('{n}', `${n}`) }),
})

type Client = Pick<Repeated, 'port' | 'from' | 'isStream'> & { agent: Agent }

function send({ agent, port, from, isStream }: Client, { body, ...ask }: Ask): Promise<number> {
  const { promise, resolve } = Promise.withResolvers<number>()
  const sent = request({ host: '127.0.0.1', port, localAddress: from, agent, ...ask }, (response) => {
    const { statusCode = 0 } = response
    response.on('error', () => resolve(0)).on('end', () => resolve(statusCode))
    response.on('data', () => {
      if (!isStream) return
      resolve(statusCode)
      sent.destroy()
    })
  })
  sent.on('error', () => resolve(0)).end(body)
  return promise
}

if (process.argv[2] === 'repeat')
  process.on('message', async (repeated: Repeated) => process.send?.(await repeat(repeated)))
