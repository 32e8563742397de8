// Wrong sign-ins from many addresses, in a separate process, so that sending them does not delay what a test measures.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { Agent, request as httpsRequest } from 'node:https'
import { text } from 'node:stream/consumers'
import { setTimeout as delay } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'

const REFUSED_PAUSE_MS = 1_000

export type Flood = { port: number; connections: number; addressesPerConnection: number }
export type Flooded = { sent: number; statuses: Record<string, number> }

/** Starts the flood, and waits until each connection has sent a wrong sign-in. `end` returns the counts. */
export async function startFlood(flood: Flood): Promise<{ end(): Promise<Flooded> }> {
  const child = spawn(process.execPath, [fileURLToPath(import.meta.url)], {
    env: { FLOOD: JSON.stringify(flood) },
    stdio: ['pipe', 'pipe', 'inherit'],
  })
  await once(child.stdout, 'data')
  return {
    end: async () => {
      child.stdin.end()
      return JSON.parse(await text(child.stdout))
    },
  }
}

type Page = { status: number; cookie: string; token: string }

/** One connection, which calls `count` after each response. When an address is refused, it moves on to the next one. */
async function signInWrongly(
  flood: Flood,
  { number, signal, count }: { number: number; signal: AbortSignal; count(status: number): void },
): Promise<void> {
  const agent = new Agent({ keepAlive: true })
  const send = (from: string, form?: { page: Page; name: string }) => {
    const { promise, resolve, reject } = Promise.withResolvers<Page>()
    const body =
      form && new URLSearchParams({ _csrf: form.page.token, name: form.name, password: 'Wrong' }).toString()
    const request = httpsRequest({
      host: '127.0.0.1',
      localAddress: from,
      port: flood.port,
      path: '/sign-in',
      method: form ? 'POST' : 'GET',
      // The certificate of the server was created for the test.
      rejectUnauthorized: false,
      agent,
      signal,
      headers: form
        ? {
            cookie: form.page.cookie,
            origin: `https://127.0.0.1:${flood.port}`,
            'sec-fetch-site': 'same-origin',
            'content-type': 'application/x-www-form-urlencoded',
          }
        : {},
    })
    request.on('error', reject).on('response', async (response) => {
      const content = await text(response).catch(() => '')
      resolve({
        status: response.statusCode ?? 0,
        cookie: (response.headers['set-cookie'] ?? []).map((line) => line.split(';')[0]).join('; '),
        token: /name="_csrf" value="([^"]+)"/.exec(content)?.[1] ?? '',
      })
    })
    request.end(body)
    return promise
  }
  for (let turn = 0; !signal.aborted; turn++) {
    const from = `127.0.${number}.${1 + (turn % flood.addressesPerConnection)}`
    const page = await send(from)
    for (let tries = 0, isRefused = false; !isRefused; tries++) {
      const { status } = await send(from, { page, name: `nobody-${number}-${turn}-${tries}` })
      count(status)
      isRefused = status === 429
    }
    await delay(REFUSED_PAUSE_MS, undefined, { signal })
  }
}

const { FLOOD } = process.env
if (FLOOD !== undefined) {
  const flood: Flood = JSON.parse(FLOOD)
  const flooded: Flooded = { sent: 0, statuses: {} }
  const ending = new AbortController()
  const ignoreAbort = (error: Error) => {
    if (!ending.signal.aborted) throw error
  }
  let begun = 0
  const floods = Array.from({ length: flood.connections }, async (_, number) => {
    let isBegun = false
    const count = (status: number) => {
      flooded.sent += 1
      flooded.statuses[status] = (flooded.statuses[status] ?? 0) + 1
      if (isBegun) return
      isBegun = true
      begun += 1
      if (begun === flood.connections) process.stdout.write(' ')
    }
    await signInWrongly(flood, { number: number + 2, signal: ending.signal, count }).catch(ignoreAbort)
  })
  process.stdin.resume()
  await once(process.stdin, 'end')
  ending.abort()
  await Promise.all(floods)
  process.stdout.write(JSON.stringify(flooded))
}
