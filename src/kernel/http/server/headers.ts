// Headers: the standard headers of every response, and reading repeated headers of a request.
import type { FastifyRequest } from 'fastify'

const YEAR_SECONDS = 31_536_000
const LOAD_NOTHING = "default-src 'none'; frame-ancestors 'none'"

/** The headers of every response, including errors. HSTS is sent only over https (RFC 6797 section 7.2). */
export function standardHeaders(requestId: string, isSecure: boolean): Record<string, string> {
  const headers: Record<string, string> = {
    'x-request-id': requestId,
    'cache-control': 'no-store',
    'x-content-type-options': 'nosniff',
    'content-security-policy': LOAD_NOTHING,
  }
  if (isSecure) headers['strict-transport-security'] = `max-age=${YEAR_SECONDS}`
  return headers
}

/** All values of a header (lowercase name), in order. `request.headers` would drop a repeated Authorization header. */
export function headerValues(request: Pick<FastifyRequest, 'raw'>, name: string): string[] {
  const { rawHeaders } = request.raw
  const values: string[] = []
  for (let i = 0; i + 1 < rawHeaders.length; i += 2) {
    const sent = rawHeaders[i] ?? ''
    if (sent.length === name.length && sent.toLowerCase() === name) values.push(rawHeaders[i + 1] ?? '')
  }
  return values
}
