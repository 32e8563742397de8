// Talks HTTPS JSON to the API: keep-alive, waits for the rate limit, repeats what failed for a passing reason.

import type { IncomingHttpHeaders } from 'node:http'
import { Agent, request as httpsRequest } from 'node:https'
import { setTimeout as sleep } from 'node:timers/promises'
import { getCACertificates } from 'node:tls'
import { PushFailure } from './failure.ts'

const API_PATH = '/api/external/v1'
const INACTIVITY_TIMEOUT_MS = 60_000
const MOST_RETRIES = 4
const MOST_LIMIT_WAITS = 20
const FIRST_BACKOFF_MS = 500
const LONGEST_WAIT_MS = 600_000
const LONGEST_BODY_BYTES = 64 * 2 ** 20

export type ClientOptions = {
  /** Origin of the server, or the full base address of the API. */
  url: string
  key: string
  /** PEM of a certificate to trust beside the usual ones. */
  ca?: string
  /** Trusts any certificate. */
  isInsecure?: boolean
  onWait?: (waitMs: number, reason: string) => void
  pause?: (waitMs: number) => Promise<unknown>
}

export type Reply = {
  status: number
  headers: IncomingHttpHeaders
  body: Record<string, unknown>
  /** How often the request was sent; more than 1 after a failure that left its fate unknown. */
  attempts: number
}

export type ApiClient = {
  /**
   * The answer, whatever its status, save those that concern every request.
   * @throws PushFailure on 401, 403 and redirects, on an answer that is not JSON, on a certificate that is not
   * trusted, and when waiting and repeating have not helped.
   */
  send(method: 'GET' | 'PUT', path: string, body?: object): Promise<Reply>
  close(): void
}

export function createClient(options: ClientOptions): ApiClient {
  const base = parseBaseUrl(options.url)
  const agent = createAgent(options)
  const wait = createWait(options)
  let notBefore = 0

  /** One request until it has an answer other than “later”. */
  const send: ApiClient['send'] = async (method, path, body) => {
    const target = { agent, method, url: `${base}${path}`, key: options.key, ...(body ? { body } : {}) }
    let failures = 0
    let limitWaits = 0
    for (;;) {
      const gateMs = notBefore - performance.now()
      notBefore = 0
      if (gateMs > 0) await wait(gateMs, 'the rate limit is used up')
      const outcome = await exchange(target)
      if ('error' in outcome) {
        const isFinal = lastingErrors.test(outcome.error.code ?? '') || failures >= MOST_RETRIES
        if (isFinal) throw describeConnectionError(outcome.error, base)
        await wait(backoffMs(failures++), outcome.error.code ?? outcome.error.message)
        continue
      }
      notBefore = performance.now() + readLimitWaitMs(outcome.headers)
      if (outcome.status === 429 && limitWaits++ < MOST_LIMIT_WAITS) {
        notBefore = 0
        await wait(
          readRetryAfterMs(outcome.headers) ?? backoffMs(limitWaits),
          'the server asks to wait (429)',
        )
      } else if (passingStatuses.has(outcome.status) && failures < MOST_RETRIES) {
        const waitMs = readRetryAfterMs(outcome.headers) ?? backoffMs(failures)
        failures++
        await wait(waitMs, `the server answers ${outcome.status}`)
      } else {
        return readReply(outcome, failures + 1)
      }
    }
  }
  return { send, close: () => agent.destroy() }
}

const passingStatuses = new Set([502, 503, 504])
const backoffMs = (failures: number): number => FIRST_BACKOFF_MS * 2 ** failures

/** @throws PushFailure where the address is not https or carries more than a path. */
export function parseBaseUrl(text: string): string {
  const url = URL.parse(text)
  if (url === null) throw new PushFailure(`--url is not an address: ${text}`)
  if (url.protocol !== 'https:')
    throw new PushFailure('--url must begin with https://: the key is sent over TLS only')
  if (url.username !== '' || url.password !== '' || url.search !== '' || url.hash !== '') {
    throw new PushFailure('--url takes no user, query or fragment')
  }
  const path = url.pathname.replace(/\/+$/, '')
  return `${url.origin}${path.endsWith(API_PATH) ? path : path + API_PATH}`
}

/** Status, message and request id, or each problem with its pointer (RFC 9457), in one line. */
export function describeReply({ status, body, headers }: Reply): string {
  const problems = asList<{ pointer?: string; message?: string }>(body.errors)
  if (problems.length > 0) {
    return problems.map(({ pointer = '', message = '' }) => `${pointer} ${message}`.trim()).join('; ')
  }
  const message = typeof body.message === 'string' ? body.message : 'no message'
  return status < 500
    ? `${message} (${status})`
    : `${message} (${status}, request ${headers['x-request-id']})`
}

/** A list of an answer; that its members are as the type says is the API's contract. */
export const asList = <T>(value: unknown): T[] => (Array.isArray(value) ? (value as T[]) : [])

function createAgent({ ca, isInsecure }: ClientOptions): Agent {
  return new Agent({
    keepAlive: true,
    rejectUnauthorized: isInsecure !== true,
    ...(ca === undefined ? {} : { ca: [...getCACertificates('default'), ca] }),
  })
}

function createWait({ onWait, pause = sleep }: ClientOptions) {
  return async (waitMs: number, reason: string): Promise<void> => {
    if (waitMs > LONGEST_WAIT_MS)
      throw new PushFailure(`The server asks to wait ${Math.ceil(waitMs / 1000)} s.`)
    onWait?.(waitMs, reason)
    await pause(waitMs)
  }
}

type Target = { agent: Agent; method: string; url: string; key: string; body?: object }
type RawReply = { status: number; headers: IncomingHttpHeaders; text: string }

/** One exchange over the wire; a failure of the connection is an outcome, since the caller may repeat. */
function exchange(target: Target): Promise<RawReply | { error: NodeJS.ErrnoException }> {
  const payload = target.body === undefined ? undefined : Buffer.from(JSON.stringify(target.body))
  return new Promise((resolve) => {
    const fail = (error: NodeJS.ErrnoException) => resolve({ error })
    const req = httpsRequest(target.url, {
      agent: target.agent,
      method: target.method,
      timeout: INACTIVITY_TIMEOUT_MS,
      headers: {
        accept: 'application/json',
        authorization: `Bearer ${target.key}`,
        ...(payload && { 'content-type': 'application/json', 'content-length': payload.length }),
      },
    })
    req.on('error', fail)
    req.on('timeout', () => req.destroy(Object.assign(new Error('no answer'), { code: 'ETIMEDOUT' })))
    req.on('response', (response) => {
      const chunks: Buffer[] = []
      let size = 0
      response.on('data', (chunk: Buffer) => {
        size += chunk.length
        if (size > LONGEST_BODY_BYTES) req.destroy(new Error('the answer is too long'))
        else chunks.push(chunk)
      })
      response.on('error', fail)
      response.on('end', () =>
        resolve({
          status: response.statusCode ?? 0,
          headers: response.headers,
          text: Buffer.concat(chunks).toString('utf8'),
        }),
      )
    })
    req.end(payload)
  })
}

function readReply({ status, headers, text }: RawReply, attempts: number): Reply {
  if (status >= 300 && status < 400) throw new PushFailure(`The server redirects (${status}): check --url.`)
  const body = parseObject(text)
  if (body === undefined)
    throw new PushFailure(`What answers there is not the API (${status}, no JSON): check --url.`)
  const reply = { status, headers, body, attempts }
  if (status === 401 || status === 403)
    throw new PushFailure(`The server refuses the key: ${describeReply(reply)}`)
  if (status === 429)
    throw new PushFailure('The rate limit leaves no room: other callers seem to use the same key.')
  return reply
}

function parseObject(text: string): Record<string, unknown> | undefined {
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' && value !== null ? { ...value } : undefined
  } catch {
    return undefined
  }
}

/** Until when nothing is left of the limit, as `RateLimit: "per-key";r=0;t=12` says; 0 where something is. */
function readLimitWaitMs(headers: IncomingHttpHeaders): number {
  const match = /;\s*r=0\s*;\s*t=(\d+)/.exec(String(headers.ratelimit ?? ''))
  return Number(match?.[1] ?? 0) * 1000
}

/** Seconds or an HTTP date (RFC 9110, 10.2.3). */
function readRetryAfterMs(headers: IncomingHttpHeaders): number | undefined {
  const value = headers['retry-after']
  if (value === undefined) return undefined
  const waitMs = /^\d+$/.test(value) ? Number(value) * 1000 : Date.parse(value) - Date.now()
  return Number.isNaN(waitMs) ? undefined : Math.max(waitMs, 0)
}

const certificateErrors = /CERT|SELF_SIGNED|UNABLE_TO/
const lastingErrors = /CERT|SELF_SIGNED|UNABLE_TO|ERR_TLS|ERR_SSL|EPROTO|ENOTFOUND/

function describeConnectionError(error: NodeJS.ErrnoException, base: string): PushFailure {
  const code = error.code ?? error.message
  const advice = certificateErrors.test(code) ? ': its certificate is not trusted; --ca FILE trusts one' : ''
  return new PushFailure(`${new URL(base).origin} cannot be reached (${code})${advice}`)
}
