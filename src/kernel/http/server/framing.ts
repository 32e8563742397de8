// Rules for the start and framing of a request that Node's parser does not enforce.
import type { FastifyRequest } from 'fastify'
import { headerValues } from './headers.ts'
import { isValidHost } from './hosts.ts'

const VERSIONS = new Set(['1.0', '1.1', '2.0'])

/** The problem with the framing of the request; undefined if there is none. */
export function framingProblem(request: FastifyRequest): string | undefined {
  const { httpVersion } = request.raw
  // A request line without a version is an HTTP/0.9 request, which has no headers.
  if (!VERSIONS.has(httpVersion)) return 'The request line must name HTTP/1.1.'
  if (httpVersion === '2.0') return undefined
  const hosts = headerValues(request, 'host')
  // RFC 9112, section 3.2.
  if (hosts.length > 1 || (httpVersion === '1.1' && hosts.length === 0))
    return 'A request must have exactly one Host header.'
  if (!hosts.every(isValidHost)) return 'The Host header is not a valid host.'
  // The parser decodes only `chunked`, and itself refuses bodies that do not end with it (RFC 9112, section 6.1).
  const codings = headerValues(request, 'transfer-encoding').join(',').toLowerCase()
  const isOnlyChunked = codings.trim() === 'chunked'
  return isOnlyChunked || !codings.includes('chunked')
    ? undefined
    : 'The only supported transfer coding is chunked.'
}
