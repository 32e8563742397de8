// Records every request of the External API that was sent with a known key, after its response.
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { problemDetails } from '../../kernel/http/problems/problems.ts'
import { operationOf } from '../../kernel/http/server/access-log.ts'
import { hostOf } from '../../kernel/http/server/hosts.ts'
import { isId } from '../../kernel/lib/data/ids.ts'
import { isEmail } from '../../kernel/lib/text/email.ts'
import { HIDDEN, maskText } from '../../kernel/lib/text/redaction.ts'
import type { KeyRejection } from '../api-keys/api-keys.ts'
import type { SentKey } from '../api-keys/authentication-api.ts'
import type { EndedRequest } from './request-log.ts'

const MAX_PLACE_LENGTH = 512

/** Call this before adding hooks that may refuse a request. */
export function recordRequests(scope: FastifyInstance, record: (request: EndedRequest) => void): void {
  const words = new Set(['', 'api', 'external', 'v1'])
  scope.addHook('onRoute', ({ url }) => {
    for (const word of url.split('/')) words.add(word)
  })
  scope.decorateRequest('sentBody', undefined)
  scope.addHook('preSerialization', (request, _reply, payload, done) => {
    request.sentBody = payload
    done(null, payload)
  })
  scope.addHook('onResponse', (request, reply, done) => {
    // Without a known key, the request belongs to no platform and no log.
    if (request.sentKey) record(endedRequest(request, reply, request.sentKey, words))
    done()
  })
}

function endedRequest(
  request: FastifyRequest,
  reply: FastifyReply,
  key: SentKey,
  words: ReadonlySet<string>,
): EndedRequest {
  return {
    id: request.id,
    platformId: key.platformId,
    keyId: key.keyId,
    operation: operationOf(request),
    method: request.method,
    path: pathOf(request, reply, words),
    status: reply.statusCode,
    durationUs: Math.round(reply.elapsedTime * 1000),
    errorCode: request.refusal?.code ?? null,
    problems: problemsOf(request, key),
    // The log contains no files.
    body: Buffer.isBuffer(request.body) ? undefined : request.body,
    response: responseOf(request, reply),
  }
}

function responseOf(request: FastifyRequest, { statusCode }: FastifyReply): unknown {
  if (request.refusal) return problemDetails(request.refusal, request.id, hostOf(request))
  // A 304 has no body (RFC 9110, section 15.4.5).
  return statusCode === 304 ? undefined : request.sentBody
}

const HIDDEN_EMAIL = `${HIDDEN}@${HIDDEN}`

/**
 * The path without the query. It keeps the words of routes, ids, and `ext:` identifiers, and masks e-mails, including
 * percent-encoded ones. Anything else could be a password in the wrong place, also what looks like an e-mail, unless the
 * request has succeeded and so named an account.
 */
function pathOf({ url }: FastifyRequest, { statusCode }: FastifyReply, words: ReadonlySet<string>): string {
  const [path = ''] = url.split('?', 1)
  const parts = path.split('/').map((part) => {
    const text = part.replaceAll(/%40/g, '@').replace(/^ext%3a/i, 'ext:')
    if (isEmail(text)) return statusCode < 400 ? maskText(text) : HIDDEN_EMAIL
    return words.has(text) || isId(text) || text.startsWith('ext:') ? maskText(text) : HIDDEN
  })
  return parts.join('/').slice(0, MAX_PLACE_LENGTH)
}

/** Messages contain no submitted values, but pointers contain member names, which can be anything. */
function problemsOf({ refusal }: FastifyRequest, { rejection }: SentKey): EndedRequest['problems'] {
  if (rejection) return [{ code: rejection, message: rejectionMessages[rejection] }]
  return (refusal?.detail.errors ?? []).map((problem) => ({
    ...problem,
    ...(problem.pointer === undefined ? {} : { pointer: placeOf(problem.pointer) }),
    ...(problem.parameter === undefined ? {} : { parameter: placeOf(problem.parameter) }),
  }))
}

const placeOf = (place: string) => maskText(place.slice(0, MAX_PLACE_LENGTH))

const rejectionMessages: Record<KeyRejection, string> = {
  revoked: 'The key was revoked.',
  expired: 'The key has expired.',
  rotated: 'The key was rotated, and the grace period of its old secret is over.',
  address: 'The key may not be used from the IP address of the request.',
}
