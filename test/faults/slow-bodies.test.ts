// Large bodies that arrive a byte at a time and keep the memory of others.
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { Agent, request as httpsRequest } from 'node:https'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { sponsor } from '../support/bodies.ts'
import { createKey, createTestInstallation, disableRateLimit, startServer } from '../support/process.ts'
import { expectWithin, sized } from '../support/sizes.ts'

/** Two keys can have all the memory of their platform: half of the budget. */
const SLOW_KEYS = 2
const BODIES_PER_KEY = 4
const BODY_BYTES = 8 * 1024 * 1024
const PROGRAMMES = sized({ small: 1, full: 10 })
const MAX_WAIT_MS = 8_000

test(`a programme of 5 MB is imported within ${MAX_WAIT_MS / 1000} s beside bodies that arrive a byte at a time`, {
  timeout: 300_000,
}, async ({ task }) => {
  await using installation = await createTestInstallation('sqlite')
  await disableRateLimit(installation)
  const [own, ...slow] = await Promise.all(
    Array.from({ length: SLOW_KEYS + 1 }, () => createKey(installation)),
  )
  await using server = await startServer(installation)
  const ca = readFileSync(join(installation.folder, 'tls/cert.pem'))
  const ending = new AbortController()
  const { signal } = ending
  const uploads = slow.flatMap((key) =>
    Array.from({ length: BODIES_PER_KEY }, () => uploadSlowly({ url: server.url, ca, key, signal })),
  )
  await Promise.all(uploads.map(({ hasBegun }) => hasBegun))

  const waits: number[] = []
  for (let number = 0; number < PROGRAMMES; number++) {
    const startedMs = performance.now()
    const body = { source: 's', sponsors: sponsors(number) }
    const answer = await server.client(own ?? '')('PUT', '/programme', { body })
    waits.push(performance.now() - startedMs)
    expect([answer.status, answer.body.code]).toEqual([200, 'ok'])
  }
  ending.abort()
  const ended = (await Promise.all(uploads.map(({ responses }) => responses))).flat()

  const slowest = Math.max(...waits) / 1000
  task.meta.fault = {
    fault: `${uploads.length} large bodies of a byte per 100 ms, which are sent again and again`,
    rounds: `${PROGRAMMES} programmes of 5 MB by another key`,
    measured: `slowest import ${slowest.toFixed(1)} s; ${ended.length} slow bodies ended with 503`,
  }
  expect(new Set(ended)).toEqual(new Set([503]))
  expectWithin(slowest, MAX_WAIT_MS / 1000)
})

const sponsors = (version: number) =>
  Array.from({ length: 100 }, (_, index) => ({
    ...sponsor({ name: `Version ${version}`, pageContent: 'x'.repeat(50_000) }),
    externalId: `${index}`,
  }))

type Upload = { url: string; ca: Buffer; key: string; signal: AbortSignal }

/** Sends a large body byte by byte, and again after each response. Answers the statuses at the end. */
function uploadSlowly({ url, ca, key, signal }: Upload): {
  hasBegun: Promise<void>
  responses: Promise<number[]>
} {
  const { promise: hasBegun, resolve } = Promise.withResolvers<void>()
  // Without it, the server would read the whole body before its response.
  const agent = new Agent({ keepAlive: true })
  let bytes = 0
  const send = async () => {
    const statuses: number[] = []
    while (!signal.aborted) {
      const request = httpsRequest(`${url}/api/external/v1/programme`, {
        method: 'PUT',
        ca,
        agent,
        headers: {
          authorization: `Bearer ${key}`,
          'content-type': 'application/json',
          'content-length': BODY_BYTES,
        },
      })
      const ended = once(request, 'response').then(
        ([response]) => void statuses.push(response.statusCode),
        () => {},
      )
      const dripping = setInterval(() => {
        request.write(' ')
        bytes += 1
        if (bytes === 10) resolve()
      }, 100)
      await Promise.race([ended, once(signal, 'abort')])
      clearInterval(dripping)
      request.destroy()
      await delay(10)
    }
    return statuses
  }
  return { hasBegun, responses: send() }
}
