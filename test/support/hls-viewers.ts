// A process with viewers of a stream, who load its playlist every second and each new segment from a port of this machine.
// Writes what they got when its input ends.
import { Agent, get } from 'node:https'
import { setTimeout as sleep } from 'node:timers/promises'

const [playlist = '', port = '', count = '0'] = process.argv.slice(2)
const agent = new Agent({ keepAlive: true, rejectUnauthorized: false, maxSockets: Number.POSITIVE_INFINITY })
let [isOpen, segments, failed] = [true, 0, 0]
const waits: number[] = []
process.stdin.on('end', () => {
  isOpen = false
})
process.stdin.resume()

function load(url: string): Promise<string | undefined> {
  const startedMs = performance.now()
  return new Promise((resolve) => {
    const { host, pathname } = new URL(url)
    const options = { agent, host: '127.0.0.1', port, path: pathname, headers: { host } }
    get(options, (response) => {
      const parts: Buffer[] = []
      response.on('data', (part) => parts.push(part))
      response.on('end', () => {
        waits.push(performance.now() - startedMs)
        if (response.statusCode !== 200) failed += 1
        resolve(response.statusCode === 200 ? Buffer.concat(parts).toString('latin1') : undefined)
      })
    }).on('error', () => {
      failed += 1
      resolve(undefined)
    })
  })
}

async function watch(): Promise<void> {
  await sleep(Math.random() * 5_000)
  let last = 0
  while (isOpen) {
    const numbers = [...((await load(playlist)) ?? '').matchAll(/^(\d+)\.m4s$/gm)].map(([, number]) =>
      Number(number),
    )
    // Players begin three segments before the end.
    const due = last === 0 ? numbers.slice(-3) : numbers.filter((number) => number > last)
    for (const number of due) if (await load(new URL(`${number}.m4s`, playlist).href)) segments += 1
    last = due.at(-1) ?? last
    await sleep(1_000)
  }
}

await Promise.all(Array.from({ length: Number(count) }, watch))
agent.destroy()
waits.sort((a, b) => a - b)
const p99Ms = Math.round(waits[Math.floor(waits.length * 0.99)] ?? 0)
process.stdout.write(JSON.stringify({ segments, failed, p99Ms }))
