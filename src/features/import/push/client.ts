// The HTTPS client of the API. Waits as long as the server asks, and retries temporary failures.

import type { IncomingHttpHeaders } from 'node:http'
import { Agent, request as httpsRequest } from 'node:https'
import { setTimeout as sleep } from 'node:timers/promises'
import { getCACertificates } from 'node:tls'
import { PushFailure } from './failure.ts'
import { describeTlsError, isTlsError } from './tls-errors.ts'

const API_PATH = '/api/external/v1'
// The server sends nothing while it hashes passwords, so a large push can be silent for long.
const INACTIVITY_TIMEOUT_MS = 300_000
const MAX_RETRIES = 4
const MAX_LIMIT_WAITS = 20
const FIRST_BACKOFF_MS = 500
// Each poll sends the whole body and counts toward the rate limit, so the interval grows.
const FIRST_POLL_MS = 1000
const MAX_POLL_MS = 15_000
const MAX_WAIT_MS = 600_000
const MAX_BODY_BYTES = 64 * 2 ** 20

export type ClientOptions = {
  /** Origin of the server, or the full base address of the API. */
  url: string
  key: string
  /** Certificates (PEM) to trust in addition to the default ones. */
  ca?: string[]
  /** Trusts any certificate. */
  isInsecure?: boolean
  onWait?: (waitMs: number, reason: string) => void
  pause?: (waitMs: number) => Promise<unknown>
}

export type Reply = { status: number; headers: IncomingHttpHeaders; body: Record<string, unknown> }

/** A problem reported by the API (RFC 9457, with a JSON Pointer). */
export type Problem = { code?: string; message?: string; pointer?: string }

export type ApiClient = {
  get(path: string): Promise<Reply>
  /**
   * Returns the response with any status except those listed below. With an idempotency key, a PUT is applied once, no
   * matter how often it is sent.
   * @throws PushFailure on 401, 403, and redirects, on a response that is not JSON, on an untrusted certificate, and
   * when all retries have failed.
   */
  put(path: string, body: Buffer, idempotencyKey?: string): Promise<Reply>
  close(): void
}

export function createClient(options: ClientOptions): ApiClient {
  const base = parseBaseUrl(options.url)
  const agent = createAgent(options)
  const wait = createWait(options)

  /** Sends one request repeatedly until its response is final. */
  const sendUntilFinal = async (
    attempts: Attempts,
    method: string,
    path: string,
    content?: Content,
  ): Promise<Reply> => {
    const target: Target = { agent, method, url: `${base}${path}`, key: options.key, ...content }
    let failures = 0
    let limitWaits = 0
    let ownWaitMs = 0
    for (;;) {
      const outcome = await exchange(target)
      attempts.mayBeApplied ||= mayBeApplied(outcome)
      if ('error' in outcome) {
        const { code = '' } = outcome.error
        const isFinal = isTlsError(code) || code === 'ENOTFOUND' || failures >= MAX_RETRIES
        if (isFinal) throw connectionFailure(outcome.error, base)
        await wait(backoffMs(failures++), outcome.error.code ?? outcome.error.message)
        continue
      }
      const { status, headers } = outcome
      if (status === 429 && limitWaits++ < MAX_LIMIT_WAITS) {
        await wait(readRetryAfterMs(headers) ?? backoffMs(limitWaits), 'rate limit reached (429)')
      } else if (isInUse(outcome) && ownWaitMs < MAX_WAIT_MS) {
        const waitMs = Math.max(
          readRetryAfterMs(headers) ?? 0,
          Math.min(FIRST_POLL_MS + ownWaitMs, MAX_POLL_MS),
        )
        await wait(
          waitMs,
          ownWaitMs === 0 ? 'the server is still processing the previous attempt' : undefined,
        )
        ownWaitMs += waitMs
      } else if (passingStatuses.has(status) && failures < MAX_RETRIES) {
        const waitMs = readRetryAfterMs(headers) ?? backoffMs(failures)
        failures++
        await wait(waitMs, `the server responded with ${status}`)
      } else {
        return readReply(outcome)
      }
    }
  }
  const send = async (method: string, path: string, content?: Content): Promise<Reply> => {
    const attempts: Attempts = { mayBeApplied: false }
    try {
      return await sendUntilFinal(attempts, method, path, content)
    } catch (error) {
      if (error instanceof PushFailure && attempts.mayBeApplied)
        throw new PushFailure(error.message, { ...error, isUncertain: true })
      throw error
    }
  }
  return {
    get: (path) => send('GET', path),
    put: (path, body, idempotencyKey) => send('PUT', path, { body, idempotencyKey }),
    close: () => agent.destroy(),
  }
}

type Attempts = { mayBeApplied: boolean }

/** Whether the server may have executed a request although there is no final response. */
const mayBeApplied = (outcome: RawReply | { error: NodeJS.ErrnoException }): boolean =>
  'error' in outcome ? isSent(outcome.error) : outcome.status >= 500 || isInUse(outcome)

/** Whether the first attempt of a repeated request is still in progress. */
const isInUse = ({ status, text }: RawReply): boolean =>
  status === 409 && parseObject(text)?.code === 'idempotency_key_in_use'

const passingStatuses = new Set([502, 503, 504])
const backoffMs = (failures: number): number => FIRST_BACKOFF_MS * 2 ** failures

/** @throws PushFailure if the URL is not https, or has a user, query, or fragment. */
export function parseBaseUrl(text: string): string {
  const url = URL.parse(text)
  if (url === null) throw new PushFailure(`--url is not a valid URL: ${text}`)
  if (url.protocol !== 'https:')
    throw new PushFailure('--url must begin with https://, because API keys are sent only over TLS')
  if (url.username !== '' || url.password !== '' || url.search !== '' || url.hash !== '') {
    throw new PushFailure('--url cannot have a user, query, or fragment')
  }
  const path = url.pathname.replace(/\/+$/, '')
  return `${url.origin}${path.endsWith(API_PATH) ? path : path + API_PATH}`
}

/** One line with the message, status, and request id, or with each problem and its pointer (RFC 9457). */
export function describeReply({ status, body, headers }: Reply): string {
  const problems = asList<Problem>(body.errors)
  if (problems.length > 0) return describeProblems(problems)
  const message = typeof body.message === 'string' ? body.message : 'no message'
  return status < 500
    ? `${message} (${status})`
    : `${message} (${status}, request ${headers['x-request-id']})`
}

export const describeProblems = (problems: Problem[]): string =>
  problems.map(({ pointer = '', message = '' }) => `${pointer} ${message}`.trim()).join('; ')

/** A list in the response. The API's contract guarantees the type of its items. */
export const asList = <T>(value: unknown): T[] => (Array.isArray(value) ? (value as T[]) : [])

function createAgent({ ca, isInsecure }: ClientOptions): Agent {
  return new Agent({
    keepAlive: true,
    rejectUnauthorized: isInsecure !== true,
    ...(ca === undefined ? {} : { ca: [...getCACertificates('default'), ...ca] }),
  })
}

function createWait({ onWait, pause = sleep }: ClientOptions) {
  return async (waitMs: number, reason: string | undefined): Promise<void> => {
    if (waitMs > MAX_WAIT_MS)
      throw new PushFailure(`The server asks to wait ${Math.ceil(waitMs / 1000)} s.`, {
        isPassing: true,
      })
    if (reason !== undefined) onWait?.(waitMs, reason)
    await pause(waitMs)
  }
}

type Content = { body: Buffer; idempotencyKey: string | undefined }
type Target = { agent: Agent; method: string; url: string; key: string } & Partial<Content>
type RawReply = { status: number; headers: IncomingHttpHeaders; text: string }

/** Sends one request. Returns connection errors instead of throwing them, because the caller may retry. */
function exchange(target: Target): Promise<RawReply | { error: NodeJS.ErrnoException }> {
  const { body, idempotencyKey } = target
  return new Promise((resolve) => {
    const fail = (error: NodeJS.ErrnoException) => resolve({ error })
    const req = httpsRequest(target.url, {
      agent: target.agent,
      method: target.method,
      timeout: INACTIVITY_TIMEOUT_MS,
      headers: {
        accept: 'application/json',
        authorization: `Bearer ${target.key}`,
        ...(body && { 'content-type': 'application/json', 'content-length': body.length }),
        ...(idempotencyKey === undefined ? {} : { 'idempotency-key': idempotencyKey }),
      },
    })
    req.on('error', fail)
    req.on('timeout', () => req.destroy(Object.assign(new Error('no response'), { code: 'ETIMEDOUT' })))
    req.on('response', (response) => {
      const chunks: Buffer[] = []
      let size = 0
      response.on('data', (chunk: Buffer) => {
        size += chunk.length
        if (size > MAX_BODY_BYTES) req.destroy(new Error('the response is too large'))
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
    req.end(body)
  })
}

function readReply({ status, headers, text }: RawReply): Reply {
  if (status >= 300 && status < 400)
    throw new PushFailure(`The server redirects to another URL (${status}). Check --url.`)
  const body = parseObject(text)
  if (body === undefined && status >= 500)
    throw new PushFailure(`The server responded with ${status}.`, { isUncertain: true, isPassing: true })
  if (body === undefined && status === 413)
    throw new PushFailure(
      'A proxy in front of the server refuses requests of this size. Raise its limit to 32 MiB.',
    )
  if (body === undefined)
    throw new PushFailure(`The response is not from the API (${status}, not JSON). Check --url.`)
  const reply = { status, headers, body }
  if (status === 401 || status === 403)
    throw new PushFailure(`The server refused the API key: ${describeReply(reply)}`)
  if (status === 429)
    throw new PushFailure('The rate limit is exhausted. Another client may be using the same API key.', {
      isPassing: true,
    })
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

/** Seconds or an HTTP date (RFC 9110, section 10.2.3). */
function readRetryAfterMs(headers: IncomingHttpHeaders): number | undefined {
  const value = headers['retry-after']
  if (value === undefined) return undefined
  const waitMs = /^\d+$/.test(value) ? Number(value) * 1000 : Date.parse(value) - Date.now()
  return Number.isNaN(waitMs) ? undefined : Math.max(waitMs, 0)
}

/** Whether the error can have occurred after data was sent. */
const isSent = ({ code = '' }: NodeJS.ErrnoException): boolean =>
  !isTlsError(code) && !/ECONNREFUSED|ENOTFOUND/.test(code)

function connectionFailure(error: NodeJS.ErrnoException, base: string): PushFailure {
  const code = error.code ?? error.message
  const isPassing = !isTlsError(code)
  const advice = isPassing ? '' : describeTlsError(error, new URL(base).hostname)
  return new PushFailure(`Cannot reach ${new URL(base).origin} (${code})${advice}`, {
    isPassing,
    isUncertain: isSent(error),
  })
}
