// Idempotency keys: what a request's receipt is found by, and that no two requests with one key run at once.
import { createHash, hkdfSync } from 'node:crypto'
import type { FastifyRequest } from 'fastify'
import { Refusal } from '../../domain/changes/errors.ts'
import type { ReceiptClaim } from '../../store/changes/transaction.ts'
import { headerValues } from '../server/headers.ts'
import { bearerToken } from './authenticate.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** SHA-256 of the body as it came, where the request has an idempotency key. */
    bodyHash: string | null
  }
}

const VISIBLE_ASCII = /^[\x21-\x7e]{1,255}$/
const RETRY_SECONDS = 1
const SECRET_BYTES = 32

/** The Idempotency-Key of a request; undefined where it has none. Refuses several, and one that is not a key. */
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

/** For the parser of bodies: what a repeat of the request is told from a reuse of its key by. */
export function noteBodyHash(request: FastifyRequest, bytes: Buffer): void {
  if (request.headers['idempotency-key'] !== undefined) request.bodyHash = sha256(bytes)
}

/**
 * What the receipts of a request are found by and opened with; undefined where it has no key, or changes nothing. A
 * request that is executed in parts has a receipt for each.
 */
export function receiptsOf(
  request: FastifyRequest,
  { isDryRun }: { isDryRun: boolean },
): Receipts | undefined {
  const key = idempotencyKey(request)
  if (key === undefined || isDryRun) return undefined
  const { platform, actor } = request.caller
  const [path] = request.url.split('?', 1)
  const scope = JSON.stringify([platform.id, actor.id, request.method, path, key])
  // The server keeps no API key: who has a copy of the store alone cannot open what it encrypts.
  const secret = hkdfSync('sha256', bearerToken(request) ?? '', '', 'lectern receipts', SECRET_BYTES)
  return {
    id: sha256(scope),
    claim: (part = '', bodyHash = request.bodyHash ?? sha256('')) => ({
      id: sha256(`${scope} ${part}`),
      bodyHash,
      secret: Buffer.from(secret).toString('hex'),
    }),
  }
}

export type Receipts = {
  /** Of the request as a whole. */
  id: string
  /** Of a part that was sent as something else than the whole body, with the hash of that. */
  claim(part?: string, bodyHash?: string): ReceiptClaim
}

export const sha256 = (content: Buffer | string) => createHash('sha256').update(content).digest('hex')

/** The requests with an idempotency key that are being executed by this process. */
export class RunningRequests {
  readonly #running = new Set<string>()

  /** Refuses (`idempotency_key_in_use`) while another request with the same key runs. */
  async run<T>(receipts: Receipts | undefined, work: () => Promise<T>): Promise<T> {
    const end = this.begin(receipts)
    try {
      return await work()
    } finally {
      end()
    }
  }

  /** The same for a request that runs until what is answered here is called. */
  begin(receipts: Receipts | undefined): () => void {
    if (!receipts) return () => {}
    const { id } = receipts
    if (this.#running.has(id))
      throw new Refusal('idempotency_key_in_use', { retryAfterSeconds: RETRY_SECONDS })
    this.#running.add(id)
    return () => this.#running.delete(id)
  }
}
