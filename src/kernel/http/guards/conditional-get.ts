// Conditional GET: every 200 response to a GET has an entity tag, and a request with that tag in If-None-Match gets 304
// (RFC 9110, sections 8.8.3 and 13.1.2).
import { createHash } from 'node:crypto'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { DIGEST_CHARACTERS, namesTag, startOfTag, type Versioned } from '../../lib/data/entity-tags.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** The object in the response; null if the response is not a single object. */
    sentObject: Versioned | null
    /** The entity tag of a response that was made earlier. */
    sentTag: string | null
  }
}

/**
 * Applies to routes declared in the scope after this call. Responses to writes have no tag (RFC 9110, section 9.3.4).
 */
export function addConditionalGet(scope: FastifyInstance): void {
  scope.decorateRequest('sentObject', null)
  scope.decorateRequest('sentTag', null)
  scope.addHook('preSerialization', (request, _reply, payload, done) => {
    request.sentObject = objectOf(payload)
    done(null, payload)
  })
  scope.addHook('onSend', (request, reply, payload, done) => {
    const tag = isRead(request) && reply.statusCode === 200 ? tagOf(request, payload) : null
    if (tag === null) return done(null, payload)
    reply.header('etag', `"${tag}"`)
    if (!namesTag(request.headers['if-none-match'], tag)) return done(null, payload)
    reply.code(304).removeHeader('content-type').removeHeader('content-length')
    // For HEAD, fastify needs the payload for its length and then drops it.
    done(null, request.method === 'HEAD' ? payload : null)
  })
}

const isRead = ({ method }: FastifyRequest) => method === 'GET' || method === 'HEAD'

/** The object that is the whole response. */
export function objectOf(payload: unknown): Versioned | null {
  const isObject = typeof payload === 'object' && payload !== null
  if (!isObject || !('version' in payload) || !('id' in payload)) return null
  const { id, version } = payload
  return typeof id === 'string' && typeof version === 'number' ? { id, version } : null
}

const tagOf = ({ sentTag, sentObject }: FastifyRequest, payload: unknown): string | null =>
  sentTag ?? (typeof payload === 'string' ? entityTag(sentObject, payload) : null)

/**
 * The entity tag of a response, without quotes. It includes a digest, because the people in an object can change
 * without a new version of the object.
 */
export function entityTag(object: Versioned | null, payload: string): string {
  const start = object === null ? '' : startOfTag(object)
  return start + createHash('sha256').update(payload).digest('base64url').slice(0, DIGEST_CHARACTERS)
}
