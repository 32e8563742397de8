// Authentication of API requests: checks TLS, the API key, and the rate limit, in this order.
import { setTimeout as delay } from 'node:timers/promises'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { LruMap } from 'toad-cache'
import { Refusal } from '../../kernel/changes/errors.ts'
import { type Services, systemCaller } from '../../kernel/changes/services.ts'
import { bearerToken } from '../../kernel/http/guards/api-caller.ts'
import type { RateLimiter } from '../../kernel/http/guards/rate-limit.ts'
import { clientAddress, countedClient, isSecure } from '../../kernel/http/server/trusted-proxies.ts'
import type { Verdict } from '../../kernel/lib/security/sliding-window.ts'
import { readPlatform } from '../platforms/platforms.ts'
import type { PlatformRow } from '../platforms/tables.ts'
import {
  type FoundApiKey,
  findApiKey,
  isUseRecordDue,
  type KeyRejection,
  presentApiKey,
  recordApiKeyUse,
  rejectionOf,
} from './api-keys.ts'
import { INVALID_KEYS_PER_MINUTE, KEY_CACHE_MS } from './limits.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** The known API key of the request, even if it was refused. */
    sentKey: SentKey | null
  }
}

declare module '../../kernel/http/guards/api-caller.ts' {
  interface ApiCaller {
    platform: PlatformRow
  }
}

/** Every invalid key is refused after the same time, so that timing does not reveal the reason. */
const REFUSAL_DELAY_MS = 20

/** The known API key of a request, and the reason it was refused, if it was. */
export type SentKey = { keyId: string; platformId: string; rejection: KeyRejection | undefined }

type KnownKey = { found: FoundApiKey; platform: PlatformRow }
type KeyServices = Services & { secret: Buffer }
type Options = { services: KeyServices; limiter: RateLimiter }

/** For all API routes, including 404 and 405: 403 without TLS, 401 without a valid key, 429 over the limit. */
export function authenticate(api: FastifyInstance, { services, limiter }: Options): void {
  const keys = new KeyLookup(services)
  api.decorateRequest('sentKey', null)
  api.addHook('onRequest', async (request, reply) => {
    const startedMs = performance.now()
    const key = bearerToken(request)
    if (!isSecure(request)) {
      if (key !== undefined) await keys.recordExposure(request, key)
      throw new Refusal('https_required')
    }
    if (key === undefined) throw new Refusal('missing_authorization')
    const known = await keys.admit(request, key)
    if (!known) return refuseKey(limiter, request, reply, startedMs)
    const { found, platform } = known
    request.logFields = { key: `${presentApiKey(found.row).prefix}…${found.row.last4}` }
    const limit = platform.settings.requestsPerMinute
    const verdict = await limiter.take(`key:${found.row.id}`, limit)
    setLimitHeaders(reply, 'per-key', limit, verdict)
    if (!verdict.isAllowed)
      throw new Refusal('too_many_requests', { retryAfterSeconds: verdict.resetSeconds })
    keys.recordUse(request, known)
    request.caller = {
      platform,
      actor: { kind: 'api_key', id: found.row.id, level: found.row.level },
      requestId: request.id,
    }
    request.requireKey = async () => {
      if (!(await keys.admit(request, key))) throw new Refusal('invalid_api_key')
    }
  })
}

/** Finds API keys and their platforms, with a short cache, and records their use. */
class KeyLookup {
  readonly #services: KeyServices
  readonly #cache = new LruMap<{ known: KnownKey; untilMs: number }>(10_000)

  constructor(services: KeyServices) {
    this.#services = services
  }

  /** The key, if it can be used for this request now. */
  async admit(request: FastifyRequest, key: string): Promise<KnownKey | undefined> {
    const known = await this.#find(key)
    if (!known) return undefined
    const { found, platform } = known
    const rejection = rejectionOf(found, this.#services.clock.now(), () => clientAddress(request))
    request.sentKey = { keyId: found.row.id, platformId: platform.id, rejection }
    return rejection ? undefined : known
  }

  /** Records that the key was sent over plain HTTP. */
  async recordExposure(request: FastifyRequest, key: string): Promise<void> {
    const known = await this.#find(key)
    if (!known) return
    request.sentKey = { keyId: known.found.row.id, platformId: known.platform.id, rejection: undefined }
    this.recordUse(request, known, { isExposed: true })
  }

  recordUse(request: FastifyRequest, { found, platform }: KnownKey, { isExposed = false } = {}): void {
    const { row } = found
    const now = this.#services.clock.now()
    if (isExposed ? row.exposedAt !== null : !isUseRecordDue(row, now)) return
    if (isExposed) row.exposedAt = now
    else row.lastUsedAt = now
    const use = { id: row.id, isExposed }
    recordApiKeyUse(this.#services, systemCaller(platform), use).catch((error: unknown) =>
      request.log.error({ err: error }, 'the use of an API key could not be recorded'),
    )
  }

  async #find(key: string): Promise<KnownKey | undefined> {
    const cached = this.#cache.get(key)
    // Uses real time, because an injected or adjusted clock must not keep a revoked key alive.
    if (cached && performance.now() < cached.untilMs) return cached.known
    const found = await findApiKey(this.#services, key)
    const platform = found && (await readPlatform(this.#services, found.row.platformId))
    if (!found || !platform) return undefined
    const known = { found, platform }
    this.#cache.set(key, { known, untilMs: performance.now() + KEY_CACHE_MS })
    return known
  }
}

/** Refuses an unknown or rejected key, always after the same time and with a rate limit per address. */
async function refuseKey(
  limiter: RateLimiter,
  request: FastifyRequest,
  reply: FastifyReply,
  startedMs: number,
): Promise<never> {
  const verdict = await limiter.take(`address:${countedClient(request)}`, INVALID_KEYS_PER_MINUTE)
  await delay(Math.max(0, startedMs + REFUSAL_DELAY_MS - performance.now()))
  if (verdict.isAllowed) throw new Refusal('invalid_api_key')
  setLimitHeaders(reply, 'per-address', INVALID_KEYS_PER_MINUTE, verdict)
  throw new Refusal('too_many_requests', { retryAfterSeconds: verdict.resetSeconds })
}

/** The header fields of draft-ietf-httpapi-ratelimit-headers-10, sections 3 and 4. */
function setLimitHeaders(reply: FastifyReply, policy: string, limit: number, verdict: Verdict): void {
  reply.header('RateLimit-Policy', `"${policy}";q=${limit};w=60`)
  reply.header('RateLimit', `"${policy}";r=${verdict.left};t=${verdict.resetSeconds}`)
}
