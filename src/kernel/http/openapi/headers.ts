// The response headers that the OpenAPI document describes.
import { entityTag } from '../../schema/examples.ts'

type Header = { description: string; schema: { type: 'string' | 'integer' }; example: string | number }

const text = (description: string, example: string): Header => ({
  description,
  schema: { type: 'string' },
  example,
})

export const headers = {
  'X-Request-Id': text(
    'Identifies the request in the logs and in `instance`.',
    '01980b5c-7a40-7c3e-9f21-6d2f5b1f0a11',
  ),
  RateLimit: text(
    'The requests left in the window, and the seconds until another one is available.',
    '"per-key";r=99;t=60',
  ),
  'RateLimit-Policy': text(
    'The number of requests allowed, and the length of the window in seconds.',
    '"per-key";q=100;w=60',
  ),
  ETag: text(
    'Identifies this representation for If-None-Match. For a single object, the part before the hyphen is its version; If-Match compares only that part.',
    entityTag,
  ),
  Location: text('The URL of the new object.', '/api/external/v1/talks/01980b5c-7a40-7c3e-9f21-6d2f5b1f0a11'),
  'WWW-Authenticate': text('RFC 6750, section 3.', 'Bearer realm="external-api", error="invalid_token"'),
  'Idempotent-Replayed': text(
    'The response is that of an earlier request with the same Idempotency-Key.',
    'true',
  ),
  'Retry-After': {
    description: 'The number of seconds to wait before you send the request again.',
    schema: { type: 'integer' },
    example: 12,
  },
} as const satisfies Record<string, Header>
type HeaderName = keyof typeof headers

/** The headers of a response by method and status. A 401 has no rate limit, because no key was recognized. */
export function headersOf(method: string, status: string): HeaderName[] {
  const limit: HeaderName[] = status === '401' ? [] : ['RateLimit', 'RateLimit-Policy']
  const tag: HeaderName[] = method === 'get' && TAGGED.includes(status) ? ['ETag'] : []
  return ['X-Request-Id', ...limit, ...tag, ...(byStatus[status] ?? [])]
}

const TAGGED = ['200', '304']

const byStatus: Record<string, HeaderName[]> = {
  201: ['Location'],
  401: ['WWW-Authenticate'],
  429: ['Retry-After'],
  503: ['Retry-After'],
}
