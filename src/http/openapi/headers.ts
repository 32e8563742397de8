// The headers of answers, as the OpenAPI document tells them.
import { entityTag } from '../../schema/examples.ts'

type Header = { description: string; schema: { type: 'string' | 'integer' }; example: string | number }

const text = (description: string, example: string): Header => ({
  description,
  schema: { type: 'string' },
  example,
})

export const headers = {
  'X-Request-Id': text(
    'Names the request in the log and in `instance`.',
    '01980b5c-7a40-7c3e-9f21-6d2f5b1f0a11',
  ),
  RateLimit: text('What is left, and the seconds until a place frees.', '"per-key";r=99;t=60'),
  'RateLimit-Policy': text('Requests accepted within so many seconds.', '"per-key";q=100;w=60'),
  ETag: text(
    'Names what was answered, for If-None-Match; in one of an object the part before the hyphen is its version, which alone counts for If-Match.',
    entityTag,
  ),
  Location: text(
    'Where the new object is read.',
    '/api/external/v1/talks/01980b5c-7a40-7c3e-9f21-6d2f5b1f0a11',
  ),
  'WWW-Authenticate': text('RFC 6750, section 3.', 'Bearer realm="external-api", error="invalid_token"'),
  'Idempotent-Replayed': text('The answer of an earlier request with the same Idempotency-Key.', 'true'),
  'Retry-After': {
    description: 'Seconds after which the request may be sent again.',
    schema: { type: 'integer' },
    example: 12,
  },
} as const satisfies Record<string, Header>
type HeaderName = keyof typeof headers

/** Those of an answer to this method with this status. Before a key is known there is no limit to tell of. */
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
