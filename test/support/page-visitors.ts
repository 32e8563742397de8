// A process that visits pages like many browsers. Each visitor has its own address on this machine and its own
// connection.
import { Agent, request } from 'node:https'
import { gunzipSync } from 'node:zlib'

/** The one argument, as JSON. */
export type Visits = {
  port: number
  visitors: number
  /** Time between two requests of a visitor. 0 sends the next request at once. */
  pauseMs: number
  paths: readonly string[]
}

/** The line on standard output after SIGTERM. */
export type Visited = { requests: number; statuses: Record<string, number>; bytes: number }

const { port, visitors, pauseMs, paths } = JSON.parse(process.argv[2] ?? '') as Visits
const visited: Visited = { requests: 0, statuses: {}, bytes: 0 }
let isEnding = false

process.once('SIGTERM', () => {
  isEnding = true
  process.stdout.write(`${JSON.stringify(visited)}\n`, () => process.exit(0))
})

async function visit(visitor: number): Promise<void> {
  const localAddress = `127.0.${1 + Math.floor(visitor / 250)}.${1 + (visitor % 250)}`
  const agent = new Agent({ keepAlive: true, maxSockets: 1, rejectUnauthorized: false })
  // Spread over the pause, as people would be.
  await sleep((pauseMs * visitor) / visitors)
  for (let turn = visitor; !isEnding; turn += 1) {
    const sentAt = performance.now()
    await open({ agent, localAddress, path: paths[turn % paths.length] ?? '/' })
    if (pauseMs > 0) await sleep(pauseMs - (performance.now() - sentAt))
  }
}

function open({
  agent,
  localAddress,
  path,
}: {
  agent: Agent
  localAddress: string
  path: string
}): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<void>()
  const headers = { 'accept-encoding': 'gzip', accept: 'text/html' }
  const asked = request({ host: '127.0.0.1', port, agent, localAddress, path, headers }, (response) => {
    const chunks: Buffer[] = []
    response.on('data', (chunk: Buffer) => chunks.push(chunk))
    response.on('error', reject)
    response.on('end', () => {
      count(response.statusCode ?? 0, Buffer.concat(chunks))
      resolve()
    })
  })
  asked.on('error', reject).end()
  return promise
}

function count(status: number, body: Buffer): void {
  visited.requests += 1
  visited.bytes += body.length
  visited.statuses[status] = (visited.statuses[status] ?? 0) + 1
  // An unreadable response does not count.
  if (visited.requests % 100 === 1 && body[0] === 0x1f) gunzipSync(body)
}

const sleep = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, Math.max(0, ms)))

await Promise.all(Array.from({ length: visitors }, (_, visitor) => visit(visitor)))
