// Requests with idempotency keys, and the comparison of their responses.
import { readFileSync } from 'node:fs'
import { Agent } from 'node:https'
import { join } from 'node:path'
import { type Answer, createClient, type Send, type SendOptions, type TestApi } from './api.ts'
import type { Tenant } from './scenarios.ts'

export const NDJSON = 'application/x-ndjson'
type Headers = NonNullable<SendOptions['headers']>
const BASE = '/api/external/v1'

/** Headers with the key, in addition to others. */
export const withKey = (key: string, headers: Headers = {}): { headers: Headers } => ({
  headers: { ...headers, 'idempotency-key': key },
})

/**
 * The parts of a response that a repeat must share with the first one: everything that does not depend on the request
 * itself.
 */
export const comparable = ({ status, headers, text }: Answer) => {
  const {
    'x-request-id': _id,
    date: _date,
    ratelimit: _limit,
    'idempotent-replayed': _replayed,
    connection: _connection,
    'keep-alive': _keepAlive,
    ...kept
  } = headers
  return { status, headers: kept, text }
}

export const isReplayed = ({ headers }: Answer) => headers['idempotent-replayed'] === 'true'

/** All passwords in responses. */
export const findPasswords = (...answers: readonly Answer[]): string[] =>
  answers.flatMap(({ text }) =>
    [...text.matchAll(/"password":"([^"]+)"/g)].map(([, password]) => password ?? ''),
  )

/** The lines of the response to a stream. */
// biome-ignore lint/suspicious/noExplicitAny: tests read responses of every shape.
export const parseLines = (text: string): any[] =>
  text
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line))

/** Sends operations as a stream, in one piece. */
export const sendStream = (
  tenant: Pick<Tenant, 'send'>,
  operations: readonly unknown[],
  { query = '', headers = {} }: { query?: string; headers?: Headers } = {},
): Promise<Answer> =>
  tenant.send('POST', `/batch${query}`, {
    raw: operations.map((operation) => `${JSON.stringify(operation)}\n`).join(''),
    headers: { ...headers, 'content-type': NDJSON },
  })

/** An API client with at most this many connections, which it keeps open. The caller must close it. */
export function boundedClient(
  { url, dataDir }: Pick<TestApi, 'url' | 'dataDir'>,
  key: string,
  connections: number,
): { send: Send; close(): void } {
  const agent = new Agent({ keepAlive: true, maxSockets: connections })
  const ca = readFileSync(join(dataDir, 'tls/cert.pem'))
  const sendTo = createClient({ port: Number(new URL(url).port), ca, key, agent })
  return {
    send: (method, path, sending) => sendTo(method, `${BASE}${path}`, sending),
    close: () => agent.destroy(),
  }
}

/** Runs `work` this many times, `width` at a time. */
export async function inParallel<T>(
  count: number,
  width: number,
  work: (i: number) => Promise<T>,
): Promise<T[]> {
  const results: T[] = []
  let next = 0
  const worker = async () => {
    while (next < count) {
      const mine = next
      next += 1
      results[mine] = await work(mine)
    }
  }
  await Promise.all(Array.from({ length: width }, worker))
  return results
}
