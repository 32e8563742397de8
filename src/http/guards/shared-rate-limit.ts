// Rate limits for all nodes: the same sliding window in Redis.
import { createClient } from '@redis/client'
import { newId } from '../../lib/data/ids.ts'
import type { Verdict } from '../../lib/security/sliding-window.ts'
import type { Clock } from '../../lib/time/clock.ts'
import { LocalRateLimiter, type RateLimiter, WINDOW_MS } from './rate-limit.ts'

const REDIS_TIMEOUT_MS = 250

// One sorted set per subject: the members are accepted requests, the scores their times by the clock of Redis.
const TAKE = `
local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)
local window, limit = tonumber(ARGV[1]), tonumber(ARGV[2])
redis.call('ZREMRANGEBYSCORE', KEYS[1], '-inf', now - window)
local taken = redis.call('ZCARD', KEYS[1])
if taken >= limit then
  local freeing = redis.call('ZRANGE', KEYS[1], taken - limit, taken - limit, 'WITHSCORES')
  return {0, 0, tonumber(freeing[2]) + window - now}
end
redis.call('ZADD', KEYS[1], now, ARGV[3])
redis.call('PEXPIRE', KEYS[1], window)
local oldest = redis.call('ZRANGE', KEYS[1], 0, 0, 'WITHSCORES')
return {1, limit - taken - 1, tonumber(oldest[2]) + window - now}
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
    socket: { connectTimeout: 2_000, reconnectStrategy: (retries) => Math.min(50 * 2 ** retries, 2_000) },
  })

export type SharedOptions = { url: string; prefix: string; clock: Clock; onError(error: unknown): void }

/** Limits across all nodes with Redis. While Redis is unavailable, each node limits on its own. */
export class SharedRateLimiter implements RateLimiter {
  readonly #redis: Redis
  readonly #prefix: string
  readonly #local: LocalRateLimiter
  readonly #onError: (error: unknown) => void
  #isFailing = false

  constructor({ url, prefix, clock, onError }: SharedOptions) {
    this.#prefix = prefix
    this.#local = new LocalRateLimiter(clock)
    this.#onError = onError
    this.#redis = connect(url)
    this.#redis.on('error', (error) => this.#reportError(error))
  }

  /** Waits until Redis is connected or has failed, so that a new node does not start with its own limit. */
  async open(): Promise<void> {
    const { promise, resolve } = Promise.withResolvers<void>()
    this.#redis.once('ready', resolve).once('error', () => resolve())
    this.#redis.connect().catch((error) => this.#reportError(error))
    await promise
  }

  async take(subject: string, limit: number): Promise<Verdict> {
    if (!this.#redis.isReady) return this.#local.takeNow(subject, limit)
    try {
      const verdict = await this.#takeFromRedis(subject, limit)
      this.#isFailing = false
      // Also counted locally, so that the limit continues without a gap if Redis becomes unavailable.
      if (verdict.isAllowed) this.#local.takeNow(subject, Number.MAX_SAFE_INTEGER)
      return verdict
    } catch (error) {
      this.#reportError(error)
      return this.#local.takeNow(subject, limit)
    }
  }

  async used(subject: string): Promise<number> {
    if (!this.#redis.isReady) return this.#local.used(subject)
    try {
      const script = { keys: [`${this.#prefix}limit:${subject}`], arguments: [String(WINDOW_MS)] }
      return Number(await withTimeout(this.#redis.eval(USED, script)))
    } catch (error) {
      this.#reportError(error)
      return this.#local.used(subject)
    }
  }

  async close(): Promise<void> {
    await this.#local.close()
    // A connection in progress is established only after this, and would keep the process alive.
    this.#redis.on('connect', () => this.#redis.destroy())
    if (this.#redis.isOpen) this.#redis.destroy()
  }

  async #takeFromRedis(subject: string, limit: number): Promise<Verdict> {
    const reply = await withTimeout(
      this.#redis.eval(TAKE, {
        keys: [`${this.#prefix}limit:${subject}`],
        arguments: [String(WINDOW_MS), String(limit), newId()],
      }),
    )
    const [isAllowed, left, resetMs] = (reply as unknown as number[]).map(Number)
    return {
      isAllowed: isAllowed === 1,
      left: left ?? 0,
      resetSeconds: Math.min(60, Math.max(1, Math.ceil((resetMs ?? 0) / 1000))),
    }
  }

  #reportError(error: unknown): void {
    if (this.#isFailing) return
    this.#isFailing = true
    this.#onError(error)
  }
}

/** Treats a Redis that does not answer as unavailable. */
async function withTimeout<T>(reply: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined
  const timeout = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new Error('Redis did not answer in time.')), REDIS_TIMEOUT_MS)
  })
  return Promise.race([reply, timeout]).finally(() => clearTimeout(timer))
}
