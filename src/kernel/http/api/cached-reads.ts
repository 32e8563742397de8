// Reads that depend only on the data of a platform. Each response is built once and sent from memory until the platform
// changes.
import type { FastifyReply, FastifyRequest } from 'fastify'
import { PlatformVersions } from '../../changes/platform-versions.ts'
import type { Services } from '../../changes/services.ts'
import { ByteCache } from '../../lib/data/byte-cache.ts'
import { RedactedText, redactedJson } from '../../lib/text/redaction.ts'
import { LOGGED_RESPONSE_BYTES } from '../../limits.ts'
import { entityTag, objectOf } from '../guards/conditional-get.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** The value from which the body of the response is made, for the request log. */
    sentBody: unknown
  }
}

const CACHE_BYTES = 32 * 1024 * 1024
/** Overhead of an entry besides its bytes. */
const ENTRY_BYTES = 1_024

type Response = { bytes: Buffer; tag: string; logged: RedactedText }

export class CachedReads {
  readonly #versions: PlatformVersions
  readonly #cache = new ByteCache<{ version: string; response: Response }>(CACHE_BYTES)
  /** Responses that are being built, by version and key. */
  readonly #making = new Map<string, Promise<Response>>()

  constructor(services: Pick<Services, 'store'>) {
    this.#versions = new PlatformVersions(services)
  }

  /** Sends the result of `read`, which may depend only on the URL and on data whose changes have events. */
  async respond<Answer extends object>(
    request: FastifyRequest,
    reply: FastifyReply,
    read: () => Promise<Answer>,
  ): Promise<Answer> {
    const { bytes, tag, logged } = await this.#find(request, async () => responseOf(reply, await read()))
    request.sentTag = tag
    request.sentBody = logged
    reply.type('application/json; charset=utf-8')
    // These are the bytes that the route would serialize the answer to. Fastify sends them unchanged.
    return bytes as unknown as Answer
  }

  async #find(request: FastifyRequest, make: () => Promise<Response>): Promise<Response> {
    const platformId = request.caller.platform.id
    const key = `${platformId} ${request.url}`
    // Read first: data read after it may be newer than the version, but never older.
    const version = await this.#versions.read(platformId)
    const cached = this.#cache.peek(key)
    if (cached?.version === version) {
      this.#cache.use(key)
      return cached.response
    }
    const name = `${version} ${key}`
    const others = this.#making.get(name)
    if (others) return others
    const making = make().finally(() => this.#making.delete(name))
    this.#making.set(name, making)
    const response = await making
    this.#cache.store(key, { version, response }, sizeOf(key, response))
    return response
  }
}

function responseOf(reply: FastifyReply, payload: object): Response {
  const text = String(reply.serialize(payload))
  return {
    bytes: Buffer.from(text),
    tag: entityTag(objectOf(payload), text),
    logged: new RedactedText(redactedJson(payload, LOGGED_RESPONSE_BYTES)),
  }
}

const sizeOf = (key: string, { bytes, logged }: Response): number =>
  ENTRY_BYTES + 2 * key.length + bytes.length + 2 * logged.text.length
