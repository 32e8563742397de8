// Rules for the start and framing of a request that Node's parser does not enforce.
import type { FastifyRequest } from 'fastify'
import { headerValues } from './headers.ts'
import { isValidHost } from './hosts.ts'

const VERSIONS = new Set(['1.0', '1.1', '2.0'])

/** What is wrong with the framing of the request; undefined if nothing is. */
export function framingProblem(request: FastifyRequest): string | undefined {
  const { httpVersion } = request.raw
  // A request line without a version is a request of HTTP/0.9, which has no headers.
  if (!VERSIONS.has(httpVersion)) return 'The request line must name HTTP/1.1.'
  if (httpVersion === '2.0') return undefined
  const hosts = headerValues(request, 'host')
  // RFC 9112, section 3.2.
  if (hosts.length > 1 || (httpVersion === '1.1' && hosts.length === 0))
    return 'A request must have exactly one Host header.'
  if (!hosts.every(isValidHost)) return 'The Host header is not a valid host.'
  // RFC 9112, section 6.1. The parser decodes only `chunked`, and refuses bodies that do not end with it by itself.
  const codings = headerValues(request, 'transfer-encoding').join(',').toLowerCase()
  const isOnlyChunked = codings.trim() === 'chunked'
  return isOnlyChunked || !codings.includes('chunked')
    ? undefined
    : 'The only supported transfer coding is chunked.'
}
