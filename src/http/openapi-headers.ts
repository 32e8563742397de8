// The headers of answers, as the OpenAPI document tells them.

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
  Location: text(
    'Where the new object is read.',
    '/api/external/v1/talks/01980b5c-7a40-7c3e-9f21-6d2f5b1f0a11',
  ),
  'WWW-Authenticate': text('RFC 6750, section 3.', 'Bearer realm="external-api", error="invalid_token"'),
  'Retry-After': {
    description: 'Seconds after which the request may be sent again.',
    schema: { type: 'integer' },
    example: 12,
  },
} as const satisfies Record<string, Header>
type HeaderName = keyof typeof headers

/** Those of an answer with this status. Before a key is known there is no limit to tell of. */
export function headersOf(status: string): HeaderName[] {
  const limit: HeaderName[] = status === '401' ? [] : ['RateLimit', 'RateLimit-Policy']
  return ['X-Request-Id', ...limit, ...(byStatus[status] ?? [])]
}

const byStatus: Record<string, HeaderName[]> = {
  201: ['Location'],
  401: ['WWW-Authenticate'],
  429: ['Retry-After'],
  503: ['Retry-After'],
}
