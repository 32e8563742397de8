// Request bodies: strict, uncompressed JSON in UTF-8. An empty body is an empty object.
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { invalidData, Refusal } from '../../changes/errors.ts'
import { type JsonResult, parseJson } from '../../lib/text/strict-json.ts'
import { recordBodyHash } from '../guards/idempotency.ts'
import { unsupportedMediaType } from '../problems/problems.ts'

const JSON_TYPE = /^application\/(?:json|x-ndjson)\s*(?:;\s*charset\s*=\s*(?:utf-8|"utf-8")\s*)?;?$/i
const BODYLESS = new Set(['GET', 'HEAD', 'TRACE'])

/** Accepts only JSON; a scope can add other media types for its own routes. */
export function readJsonBodies(app: FastifyInstance): void {
  app.removeAllContentTypeParsers()
  app.decorateRequest('bodyHash', null)
  app.addContentTypeParser('application/json', { parseAs: 'buffer' }, (request, bytes: Buffer, done) => {
    recordBodyHash(request, bytes)
    if (bytes.length === 0) return done(null, {})
    const result = parseJson(bytes)
    return result.ok ? done(null, result.value) : done(jsonRefusal(result))
  })
  app.addHook('preValidation', (request, _reply, done) => {
    if (request.body === undefined && !BODYLESS.has(request.method)) request.body = {}
    done()
  })
}

/** The refusal for a body, or a line of it, that could not be read. */
export const jsonRefusal = (result: Exclude<JsonResult, { ok: true }>): Refusal =>
  'excess' in result ? invalidData([result.excess]) : new Refusal('invalid_json', { message: result.problem })

/**
 * Throws 415 for bodies that the parsers would misread: compressed ones, or JSON in another charset. Call it before
 * parsing.
 */
export function refuseUnreadable(request: FastifyRequest): void {
  if (BODYLESS.has(request.method)) return
  const encoding = request.headers['content-encoding']
  if (encoding !== undefined && encoding.toLowerCase() !== 'identity') throw unsupportedMediaType(request)
  const type = request.headers['content-type']
  if (type === undefined ? hasBody(request) : isOtherJson(type)) throw unsupportedMediaType(request)
}

function isOtherJson(type: string): boolean {
  return /^application\/(?:json|x-ndjson)\b/i.test(type) && !JSON_TYPE.test(type)
}

function hasBody({ raw, headers }: FastifyRequest): boolean {
  // In HTTP/2, the end of the stream shows whether there is a body, not a header.
  if ('stream' in raw) return !(raw.stream as { endAfterHeaders: boolean }).endAfterHeaders
  return headers['transfer-encoding'] !== undefined || (headers['content-length'] ?? '0') !== '0'
}
