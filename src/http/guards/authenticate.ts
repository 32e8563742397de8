// Who calls: the scheme, the key, and the limits, in the order of the contract.
import { setTimeout as delay } from 'node:timers/promises'
import type { FastifyReply, FastifyRequest, onRequestAsyncHookHandler } from 'fastify'
import { LRUCache } from 'lru-cache'
import {
  type FoundApiKey,
  findApiKey,
  isUseRecordDue,
  type KeyRejection,
  presentApiKey,
  recordApiKeyUse,
  rejectionOf,
} from '../../domain/access/api-keys.ts'
import { Refusal } from '../../domain/changes/errors.ts'
import { readPlatform } from '../../domain/platforms/platforms.ts'
import type { Caller, Services } from '../../domain/services.ts'
import { systemCaller } from '../../domain/services.ts'
import type { Verdict } from '../../lib/security/sliding-window.ts'
import type { PlatformRow } from '../../store/sql/tables.ts'
import { headerValues } from '../server/headers.ts'
import { clientAddress, isSecure } from '../server/trusted-proxies.ts'
import type { RateLimiter } from './rate-limit.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** Set by `authenticate` on every request of the API that has a valid key. */
    caller: Caller
    /** Set with it. Throws `invalid_api_key` where the key may no longer be used: for a request that goes on for long. */
    requireKey(): Promise<void>
  }
}

/** A revoked key is refused on every node within this time. */
const REMEMBERED_MS = 500
/** Every refused key is answered this long after it came, whatever was wrong with it. */
const REFUSED_AFTER_MS = 20
const WRONG_KEYS_A_MINUTE = 60

/** A key of ours, as it was sent. */
export type SentKey = { keyId: string; platformId: string; rejection: KeyRejection | undefined }

type Known = { found: FoundApiKey; platform: PlatformRow }
type Options = { services: Services & { secret: Buffer }; limiter: RateLimiter }

/** The hook of every API route, its 404 and its 405: 403 without TLS, 401 without a valid key, 429 over the limit. */
export function authenticate({ services, limiter }: Options): onRequestAsyncHookHandler {
  const remembered = new LRUCache<string, Known>({ max: 10_000, ttl: REMEMBERED_MS })

  const recognize = async (key: string): Promise<Known | undefined> => {
    const known = remembered.get(key)
    if (known) return known
    const found = await findApiKey(services, key)
    const platform = found && (await readPlatform(services, found.row.platformId))
    if (!found || !platform) return undefined
    remembered.set(key, { found, platform })
    return { found, platform }
  }

  /** What the key opens at this moment; undefined where it may not be used. */
  const admit = async (request: FastifyRequest, key: string): Promise<Known | undefined> => {
    const known = await recognize(key)
    if (!known) return undefined
    const { found, platform } = known
    const rejection = rejectionOf(found, services.clock.now(), clientAddress(request))
    request.sentKey = { keyId: found.row.id, platformId: platform.id, rejection }
    return rejection ? undefined : known
  }

  const refuseKey = async (
    request: FastifyRequest,
    reply: FastifyReply,
    startedMs: number,
  ): Promise<never> => {
    const verdict = await limiter.take(`address:${clientAddress(request)}`, WRONG_KEYS_A_MINUTE)
    await delay(Math.max(0, startedMs + REFUSED_AFTER_MS - performance.now()))
    if (verdict.isAllowed) throw new Refusal('invalid_api_key')
    setLimitHeaders(reply, 'per-address', WRONG_KEYS_A_MINUTE, verdict)
    throw new Refusal('too_many_requests', { retryAfterSeconds: verdict.resetSeconds })
  }

  const noteUse = ({ found, platform }: Known, isExposed: boolean, request: FastifyRequest) => {
    const { row } = found
    if (isExposed ? row.exposedAt !== null : !isUseRecordDue(row, services.clock.now())) return
    if (isExposed) row.exposedAt = services.clock.now()
    else row.lastUsedAt = services.clock.now()
    recordApiKeyUse(services, systemCaller(platform), { id: row.id, isExposed }).catch((error: unknown) =>
      request.log.error({ err: error }, 'the use of a key could not be noted'),
    )
  }

  return async (request, reply) => {
    const startedMs = performance.now()
    const key = bearerToken(request)
    if (!isSecure(request)) {
      const known = key === undefined ? undefined : await recognize(key)
      if (known) {
        request.sentKey = { keyId: known.found.row.id, platformId: known.platform.id, rejection: undefined }
        noteUse(known, true, request)
      }
      throw new Refusal('https_required')
    }
    if (key === undefined) throw new Refusal('missing_authorization')
    const known = await admit(request, key)
    if (!known) return refuseKey(request, reply, startedMs)
    const { found, platform } = known
    request.logFields = { key: `${presentApiKey(found.row).prefix}…${found.row.last4}` }
    const limit = platform.settings.requestsPerMinute
    const verdict = await limiter.take(`key:${found.row.id}`, limit)
    setLimitHeaders(reply, 'per-key', limit, verdict)
    if (!verdict.isAllowed)
      throw new Refusal('too_many_requests', { retryAfterSeconds: verdict.resetSeconds })
    noteUse(known, false, request)
    request.caller = {
      platform,
      actor: { kind: 'api_key', id: found.row.id, level: found.row.level },
      requestId: request.id,
    }
    request.requireKey = async () => {
      if (!(await admit(request, key))) throw new Refusal('invalid_api_key')
    }
  }
}

/** The header fields of draft-ietf-httpapi-ratelimit-headers-10, section 3 and 4. */
function setLimitHeaders(reply: FastifyReply, policy: string, limit: number, verdict: Verdict): void {
  reply.header('RateLimit-Policy', `"${policy}";q=${limit};w=60`)
  reply.header('RateLimit', `"${policy}";r=${verdict.left};t=${verdict.resetSeconds}`)
}

/** The one Bearer token of a request (RFC 6750, section 2.1); undefined where there is none, or several. */
export function bearerToken(request: FastifyRequest): string | undefined {
  const [sent = '', ...others] = headerValues(request, 'authorization')
  return others.length > 0 ? undefined : /^bearer +(\S+) *$/i.exec(sent)?.[1]
}

/** The hook of routes for privileged keys only. */
export const requirePrivileged: onRequestAsyncHookHandler = async (request) => {
  if (request.caller.actor.level !== 'privileged') throw new Refusal('insufficient_permissions')
}
