// Parameters and error responses that the routes share.
import Type from 'typebox'
import { ref } from '../../schema/common.ts'
import { ProblemDetails } from '../../schema/problems.ts'

export const API = '/api/external/v1'

const problem = (description: string) => ({
  description,
  content: { 'application/problem+json': { schema: ref(ProblemDetails) } },
})

const everywhere = {
  401: problem('The API key is missing or invalid.'),
  403: problem('The request did not use HTTPS, or the API key lacks permission.'),
  429: problem('Too many requests. Wait for the number of seconds in Retry-After.'),
  503: problem('The store cannot be reached. Wait for the number of seconds in Retry-After.'),
}
const notFound = { 404: problem('No object has this identifier.') }
const stale = { 412: problem('The object does not match If-Match or If-None-Match.') }
const badHeader = { 400: problem('A header is not valid.') }
const otherRequest = { 422: problem('The Idempotency-Key was used for a different request.') }
const badBody = {
  400: problem('The body is not valid JSON, or a header is not valid.'),
  413: problem('The body is too large.'),
  415: problem('The body is not application/json.'),
  422: problem(
    'The data is not valid (`errors` lists every problem), or the Idempotency-Key was used for a different request.',
  ),
}
const invalid = { 422: problem('The data is not valid. `errors` lists every problem.') }
/** A conflict, or the first request with the same idempotency key is still in progress. */
const conflict = (...others: string[]) => ({
  409: problem([...others, 'A request with this Idempotency-Key is still in progress.'].join(' Or: ')),
})
const TAKEN = 'The e-mail, username, or externalId is taken.'

export const problems = {
  read: { ...everywhere, ...notFound },
  list: { ...everywhere, ...invalid },
  create: { ...everywhere, ...badBody, ...conflict(TAKEN) },
  update: { ...everywhere, ...notFound, ...stale, ...badBody, ...conflict(TAKEN) },
  remove: {
    ...everywhere,
    ...notFound,
    ...stale,
    ...badHeader,
    ...otherRequest,
    ...conflict('Another object still needs this one.'),
  },
  batch: {
    ...everywhere,
    ...badBody,
    415: problem('The body is neither application/json nor application/x-ndjson.'),
    ...conflict(),
  },
  programme: { ...everywhere, ...badBody, ...conflict('Pruning would remove more than the allowed share.') },
}

export const IdParams = Type.Object({
  id: Type.String({
    description: 'The id, or `ext:` followed by your own identifier.',
    examples: ['ext:crm-4711'],
  }),
})
export const UserParams = Type.Object({
  param: Type.String({
    description: 'The id, the e-mail, or `ext:` followed by your own identifier.',
    examples: ['ext:crm-4711', 'ada@example.org'],
  }),
})
