// Idempotency keys: claims on the idempotency records of a request, and protection against two requests with the same key
// at once.
import { createHash, hkdfSync } from 'node:crypto'
import type { FastifyRequest } from 'fastify'
import { Refusal } from '../../changes/errors.ts'
import { SlicedWork } from '../../lib/time/slices.ts'
import type { IdempotencyClaim } from '../../store/changes/transaction.ts'
import { headerValues } from '../server/headers.ts'
import { bearerToken } from './api-caller.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** SHA-256 of the received body; null without an idempotency key. */
    bodyHash: string | null
  }
}

const VISIBLE_ASCII = /^[\x21-\x7e]{1,255}$/
const RETRY_SECONDS = 1
const SECRET_BYTES = 32
const HASHED_AT_ONCE = 1024 * 1024

/** The Idempotency-Key of a request, if any. Throws `bad_request` for several keys and for invalid ones. */
function idempotencyKey(request: FastifyRequest): string | undefined {
  const [key, ...others] = headerValues(request, 'idempotency-key')
  if (key === undefined) return undefined
  if (others.length > 0 || !VISIBLE_ASCII.test(key)) {
    throw new Refusal('bad_request', {
      message: 'Idempotency-Key must be sent once, with 1 to 255 visible ASCII characters.',
    })
  }
  return key
}

/** Called by the body parser. The hash distinguishes a repeated request from a different request with the same key. */
export function recordBodyHash(request: FastifyRequest, bytes: Buffer): void {
  if (request.headers['idempotency-key'] !== undefined) request.bodyHash = sha256(bytes)
}

/** Like `recordBodyHash`, for a large body and without keeping other requests waiting. */
export async function recordLargeBodyHash(request: FastifyRequest, bytes: Buffer): Promise<void> {
  if (request.headers['idempotency-key'] === undefined) return
  const hash = createHash('sha256')
  const work = new SlicedWork()
  for (let start = 0; start < bytes.length; start += HASHED_AT_ONCE) {
    hash.update(bytes.subarray(start, start + HASHED_AT_ONCE))
    if (work.isDue) await work.pause()
  }
  request.bodyHash = hash.digest('hex')
}

/**
 * Claims on the idempotency records of a request; undefined for a dry run and without a key. A request that is executed in
 * parts has one record per part.
 */
export function idempotencyClaimsOf(
  request: FastifyRequest,
  { isDryRun }: { isDryRun: boolean },
): IdempotencyClaims | undefined {
  const key = idempotencyKey(request)
  if (key === undefined || isDryRun) return undefined
  const { platform, actor } = request.caller
  const [path] = request.url.split('?', 1)
  const scope = JSON.stringify([platform.id, actor.id, request.method, path, key])
  // The store does not contain API keys, so a copy of the store is not enough to decrypt records.
  const secret = hkdfSync(
    'sha256',
    bearerToken(request) ?? '',
    '',
    'lectern idempotency records',
    SECRET_BYTES,
  )
  return {
    id: sha256(scope),
    claim: (part = '', bodyHash = request.bodyHash ?? sha256('')) => ({
      id: sha256(`${scope} ${part}`),
      bodyHash,
      secret: Buffer.from(secret).toString('hex'),
    }),
  }
}

export type IdempotencyClaims = {
  /** Identifies the whole request. */
  id: string
  /** The claim on the record of a part of the request, with the hash of that part of the body. */
  claim(part?: string, bodyHash?: string): IdempotencyClaim
}

export const sha256 = (content: Buffer | string) => createHash('sha256').update(content).digest('hex')

/** The requests with an idempotency key that this process is executing. */
export class RunningRequests {
  readonly #running = new Set<string>()

  /** Throws `idempotency_key_in_use` while another request with the same key runs. */
  async run<T>(claims: IdempotencyClaims | undefined, work: () => Promise<T>): Promise<T> {
    const end = this.begin(claims)
    try {
      return await work()
    } finally {
      end()
    }
  }

  /** Like `run`, for a request that runs until the returned function is called. */
  begin(claims: IdempotencyClaims | undefined): () => void {
    if (!claims) return () => {}
    const { id } = claims
    if (this.#running.has(id))
      throw new Refusal('idempotency_key_in_use', { retryAfterSeconds: RETRY_SECONDS })
    this.#running.add(id)
    return () => this.#running.delete(id)
  }
}
