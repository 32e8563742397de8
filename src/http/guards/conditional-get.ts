// Entity tags on what is read: every 200 of a GET has one, and who names it in If-None-Match gets 304 instead
// (RFC 9110, sections 8.8.3 and 13.1.2).
import { createHash } from 'node:crypto'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { DIGEST_CHARACTERS, namesTag, startOfTag, type Versioned } from '../../lib/data/entity-tags.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** The object that is answered; null where the answer is none. */
    answeredObject: Versioned | null
  }
}

/** For the routes of the scope that are declared after it. Answers to writes have no tag (RFC 9110, section 9.3.4). */
export function addConditionalGet(scope: FastifyInstance): void {
  scope.decorateRequest('answeredObject', null)
  scope.addHook('preSerialization', (request, _reply, payload, done) => {
    request.answeredObject = objectOf(payload)
    done(null, payload)
  })
  scope.addHook('onSend', (request, reply, payload, done) => {
    if (!isRead(request) || reply.statusCode !== 200 || typeof payload !== 'string')
      return done(null, payload)
    const tag = tagOf(request.answeredObject, payload)
    reply.header('etag', `"${tag}"`)
    if (!namesTag(request.headers['if-none-match'], tag)) return done(null, payload)
    reply.code(304).removeHeader('content-type').removeHeader('content-length')
    // For HEAD fastify takes the length from it, and the content away.
    done(null, request.method === 'HEAD' ? payload : null)
  })
}

const isRead = ({ method }: FastifyRequest) => method === 'GET' || method === 'HEAD'

function objectOf(payload: unknown): Versioned | null {
  const isObject = typeof payload === 'object' && payload !== null
  if (!isObject || !('version' in payload) || !('id' in payload)) return null
  const { id, version } = payload
  return typeof id === 'string' && typeof version === 'number' ? { id, version } : null
}

/** The digest is there because an object is shown with its people, whose accounts change without it. */
function tagOf(object: Versioned | null, payload: string): string {
  const start = object === null ? '' : startOfTag(object)
  return start + createHash('sha256').update(payload).digest('base64url').slice(0, DIGEST_CHARACTERS)
}
