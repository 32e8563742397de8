// Headers: those that every answer carries, and a reading of the request's that hides no repetition.
import type { FastifyRequest } from 'fastify'

const YEAR_SECONDS = 31_536_000
const NOTHING_MAY_LOAD = "default-src 'none'; frame-ancestors 'none'"

/** What every answer carries, errors included; HSTS only over https (RFC 6797 section 7.2). */
export function standardHeaders(requestId: string, isSecure: boolean): Record<string, string> {
  const headers: Record<string, string> = {
    'x-request-id': requestId,
    'cache-control': 'no-store',
    'x-content-type-options': 'nosniff',
    'content-security-policy': NOTHING_MAY_LOAD,
  }
  if (isSecure) headers['strict-transport-security'] = `max-age=${YEAR_SECONDS}`
  return headers
}

/** Every value sent under the name (lower case), in order; `request.headers` would drop a repeated Authorization. */
export function headerValues(request: Pick<FastifyRequest, 'raw'>, name: string): string[] {
  const { rawHeaders } = request.raw
  const values: string[] = []
  for (let i = 0; i + 1 < rawHeaders.length; i += 2) {
    const sent = rawHeaders[i] ?? ''
    if (sent.length === name.length && sent.toLowerCase() === name) values.push(rawHeaders[i + 1] ?? '')
  }
  return values
}
