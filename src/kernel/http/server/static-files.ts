// Files that are the same for everyone: compressed once, and cached by browsers.
import { createHash } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { namesTag } from '../../lib/data/entity-tags.ts'
import { type Coding, codingFor, compress } from './compression.ts'

/** Whether files of this type are already compressed. */
const isCompressed = (type: string) => /^(?:font\/|application\/(?:gzip|zip)$)/.test(type)

export class StaticFile {
  /** A digest of the content, for an address that changes with it. */
  readonly hash: string
  readonly #content: Buffer
  readonly #type: string
  readonly #packed = new Map<Coding, Promise<Buffer>>()

  constructor(content: Buffer | string, type: string) {
    this.#content = Buffer.from(content)
    this.#type = type
    this.hash = createHash('sha256').update(this.#content).digest('base64url').slice(0, 12)
  }

  /** Sends the file from an address that contains `hash`. Browsers request each version once. */
  send(request: FastifyRequest, reply: FastifyReply) {
    reply.header('cache-control', 'public, max-age=31536000, immutable')
    return this.#sendContent(request, reply)
  }

  /** Sends the file from a permanent address, or 304 if the client has this version (RFC 9110, section 13.1.2). */
  sendLatest(request: FastifyRequest, reply: FastifyReply) {
    // The tag is weak, because the compressed and the plain content share it (RFC 9110, section 8.8.1).
    reply.header('cache-control', 'public, no-cache').header('etag', `W/"${this.hash}"`)
    if (namesTag(request.headers['if-none-match'], this.hash)) return reply.code(304).send()
    return this.#sendContent(request, reply)
  }

  async #sendContent(request: FastifyRequest, reply: FastifyReply) {
    reply.header('vary', 'Accept-Encoding').type(this.#type)
    const coding = codingFor(request)
    if (!coding || isCompressed(this.#type)) return reply.send(this.#content)
    const packed = this.#packed.get(coding) ?? compress(this.#content, coding, { isOnce: true })
    this.#packed.set(coding, packed)
    return reply.header('content-encoding', coding).send(await packed)
  }
}
