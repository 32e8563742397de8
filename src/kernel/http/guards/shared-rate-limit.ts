// Rate limits for all nodes: the same sliding window in Redis.
import { setTimeout as pass } from 'node:timers/promises'
import { createClient } from '@redis/client'
import { newId } from '../../lib/data/ids.ts'
import type { Verdict } from '../../lib/security/sliding-window.ts'
import type { Clock } from '../../lib/time/clock.ts'
import { withTimeLimit } from '../../lib/time/with-time-limit.ts'
import { AcceptedRequests } from './accepted-requests.ts'
import { LocalRateLimiter, type RateLimiter, WINDOW_MS } from './rate-limit.ts'

const REDIS_TIMEOUT_MS = 250
const CONNECT_TIMEOUT_MS = 2_000
const MAX_PAUSE_MS = 2_000
const UNKNOWN_EPOCH = -1
const TOO_LATE = -2

// There is one sorted set per subject: the members are accepted requests, and the scores are their times by the clock
// of Redis. A command that Redis reads after its deadline changes nothing, because its request was answered without it.
// A Redis that was emptied has another epoch, or none.
const TAKE = `
if redis.call('GET', KEYS[2]) ~= ARGV[5] then return {-1} end
local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)
local window, limit, deadline = tonumber(ARGV[1]), tonumber(ARGV[2]), tonumber(ARGV[4])
if deadline > 0 and now > deadline then return {-2, 0, 0, now} end
redis.call('ZREMRANGEBYSCORE', KEYS[1], '-inf', now - window)
local taken = redis.call('ZCARD', KEYS[1])
if taken >= limit then
  local freeing = redis.call('ZRANGE', KEYS[1], taken - limit, taken - limit, 'WITHSCORES')
  return {0, 0, tonumber(freeing[2]) + window - now, now}
end
redis.call('ZADD', KEYS[1], now, ARGV[3])
redis.call('PEXPIRE', KEYS[1], window)
local oldest = redis.call('ZRANGE', KEYS[1], 0, 0, 'WITHSCORES')
return {1, limit - taken - 1, tonumber(oldest[2]) + window - now, now}
`

// Requests that this node accepted, as pairs of age and member, for a Redis that does not know them.
const ADD = `
local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)
for i = 2, #ARGV, 2 do redis.call('ZADD', KEYS[1], 'NX', now - tonumber(ARGV[i]), ARGV[i + 1]) end
redis.call('PEXPIRE', KEYS[1], tonumber(ARGV[1]))
return now
`

const USED = `
local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)
return redis.call('ZCOUNT', KEYS[1], '(' .. (now - tonumber(ARGV[1])), '+inf')
`

type Redis = ReturnType<typeof connect>

const connect = (url: string) =>
  createClient({
    url,
    disableOfflineQueue: true,
    socket: { connectTimeout: CONNECT_TIMEOUT_MS, reconnectStrategy: false },
  })

export type SharedOptions = {
  url: string
  prefix: string
  clock: Clock
  /** How long a request waits for Redis before its node decides alone. */
  timeoutMs?: number | undefined
  onError(error: unknown): void
}

/** Limits across all nodes, with Redis. While Redis is unavailable, each node limits on its own. */
export class SharedRateLimiter implements RateLimiter {
  readonly #url: string
  readonly #prefix: string
  readonly #local: LocalRateLimiter
  readonly #accepted: AcceptedRequests
  readonly #timeoutMs: number
  readonly #onError: (error: unknown) => void
  /** Undefined while Redis is unavailable, so that no request waits for it. */
  #redis: Redis | undefined
  /** Identifies the Redis data that has the requests accepted by this node. */
  #epoch = ''
  #joining: Promise<void> | undefined
  /** The clock of Redis minus the monotonic clock of this process, in milliseconds. */
  #offsetMs: number | undefined
  #isFailing = false
  readonly #closing = new AbortController()

  constructor({ url, prefix, clock, timeoutMs = REDIS_TIMEOUT_MS, onError }: SharedOptions) {
    this.#url = url
    this.#prefix = prefix
    this.#local = new LocalRateLimiter(clock)
    this.#accepted = new AcceptedRequests(clock)
    this.#timeoutMs = timeoutMs
    this.#onError = onError
  }

  /** Waits until Redis is connected or has failed, so that a new node does not start with its own limit. */
  async open(): Promise<void> {
    const { promise, resolve } = Promise.withResolvers<void>()
    void this.#stayConnected(resolve)
    await promise
  }

  async take(subject: string, limit: number): Promise<Verdict> {
    const redis = this.#redis
    if (!redis) return this.#takeLocally(subject, limit)
    const member = newId()
    try {
      const verdict = await this.#takeFromRedis(redis, subject, { limit, member })
      if (!verdict) return this.#takeLocally(subject, limit)
      // Requests are also counted locally, so that the limit continues without a gap if Redis becomes unavailable.
      if (verdict.isAllowed) {
        this.#local.takeNow(subject, Number.MAX_SAFE_INTEGER)
        this.#accepted.add(subject, member)
      }
      return verdict
    } catch (error) {
      this.#disconnect(redis, error)
      return this.#takeLocally(subject, limit)
    }
  }

  async used(subject: string): Promise<number> {
    const redis = this.#redis
    if (!redis) return this.#local.used(subject)
    try {
      const script = { keys: [this.#keyOf(subject)], arguments: [String(WINDOW_MS)] }
      return Number(await withTimeout(redis.eval(USED, script), this.#timeoutMs))
    } catch (error) {
      this.#disconnect(redis, error)
      return this.#local.used(subject)
    }
  }

  async close(): Promise<void> {
    await this.#local.close()
    this.#closing.abort()
    if (this.#redis?.isOpen) this.#redis.destroy()
    this.#redis = undefined
  }

  #takeLocally(subject: string, limit: number): Verdict {
    const verdict = this.#local.takeNow(subject, limit)
    if (verdict.isAllowed) this.#accepted.add(subject, newId())
    return verdict
  }

  /** Undefined if Redis read the command too late and did not count the request. */
  async #takeFromRedis(
    redis: Redis,
    subject: string,
    { limit, member }: { limit: number; member: string },
  ): Promise<Verdict | undefined> {
    const deadline = this.#offsetMs === undefined ? 0 : performance.now() + this.#offsetMs + this.#timeoutMs
    const reply = await withTimeout(
      redis.eval(TAKE, {
        keys: [this.#keyOf(subject), this.#epochKey],
        arguments: [String(WINDOW_MS), String(limit), member, String(Math.round(deadline)), this.#epoch],
      }),
      this.#timeoutMs,
    )
    const [isAllowed, left, resetMs, nowMs] = (reply as unknown as number[]).map(Number)
    if (isAllowed === UNKNOWN_EPOCH) {
      await withTimeout(this.#join(redis), CONNECT_TIMEOUT_MS)
      return this.#takeFromRedis(redis, subject, { limit, member })
    }
    this.#offsetMs = (nowMs ?? 0) - performance.now()
    if (isAllowed === TOO_LATE) return undefined
    return {
      isAllowed: isAllowed === 1,
      left: left ?? 0,
      resetSeconds: Math.min(60, Math.max(1, Math.ceil((resetMs ?? 0) / 1000))),
    }
  }

  /**
   * Sends Redis the requests that this node has accepted, so that nobody gets a second limit. Concurrent calls share
   * one.
   */
  #join(redis: Redis): Promise<void> {
    this.#joining ??= this.#addAll(redis).finally(() => {
      this.#joining = undefined
    })
    return this.#joining
  }

  async #addAll(redis: Redis): Promise<void> {
    await redis.set(this.#epochKey, newId(), { condition: 'NX' })
    const epoch = await redis.get(this.#epochKey)
    for (const subject of this.#accepted.subjects()) await this.#addAccepted(redis, subject)
    this.#epoch = epoch ?? ''
  }

  async #addAccepted(redis: Redis, subject: string): Promise<void> {
    const pairs = this.#accepted.of(subject).flatMap(({ ageMs, member }) => [String(ageMs), member])
    if (pairs.length === 0) return
    const script = { keys: [this.#keyOf(subject)], arguments: [String(WINDOW_MS), ...pairs] }
    const nowMs = Number(await redis.eval(ADD, script))
    this.#offsetMs = nowMs - performance.now()
  }

  /**
   * Reconnects whenever the connection is lost. A connection is used once Redis knows the requests that this node has
   * accepted.
   */
  async #stayConnected(hasTried: () => void): Promise<void> {
    const { signal } = this.#closing
    for (let failures = 0; !signal.aborted; failures++) {
      const redis = connect(this.#url)
      const ended = new Promise<void>((resolve) => redis.once('end', resolve).once('error', () => resolve()))
      try {
        redis.on('error', (error) => this.#disconnect(redis, error))
        await withTimeout(redis.connect(), CONNECT_TIMEOUT_MS)
        await withTimeout(this.#join(redis), CONNECT_TIMEOUT_MS)
        if (!signal.aborted) this.#redis = redis
        this.#isFailing = false
        failures = 0
        hasTried()
        await Promise.race([ended, aborted(signal)])
      } catch (error) {
        this.#disconnect(redis, error)
      }
      hasTried()
      if (redis.isOpen) redis.destroy()
      await pass(Math.min(50 * 2 ** failures, MAX_PAUSE_MS), undefined, { ref: false, signal }).catch(
        () => {},
      )
    }
  }

  /** Sent commands without an answer are dropped with the connection. */
  #disconnect(redis: Redis, error: unknown): void {
    if (this.#redis === redis) this.#redis = undefined
    if (redis.isOpen) redis.destroy()
    if (this.#isFailing || this.#closing.signal.aborted) return
    this.#isFailing = true
    this.#onError(error)
  }

  get #epochKey(): string {
    return `${this.#prefix}limit-epoch`
  }

  #keyOf(subject: string): string {
    return `${this.#prefix}limit:${subject}`
  }
}

const aborted = (signal: AbortSignal) =>
  new Promise<void>((resolve) => signal.addEventListener('abort', () => resolve(), { once: true }))

/** Treats a Redis that does not answer as unavailable. */
const withTimeout = <T>(reply: Promise<T>, timeoutMs: number): Promise<T> =>
  withTimeLimit(reply, timeoutMs, () => new Error('Redis did not answer in time.'))
