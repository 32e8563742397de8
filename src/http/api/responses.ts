// What the routes of one kind of object have in common in their documents and answers.
import Type from 'typebox'
import { ref } from '../../schema/common.ts'
import { ProblemDetails } from '../../schema/problems.ts'

export const API = '/api/external/v1'

const problem = (description: string) => ({
  description,
  content: { 'application/problem+json': { schema: ref(ProblemDetails) } },
})

const everywhere = {
  401: problem('No valid API key.'),
  403: problem('Not over HTTPS, or not with this key.'),
  429: problem('Too many requests: wait for Retry-After.'),
  503: problem('The store cannot be reached: wait for Retry-After.'),
}
const notFound = { 404: problem('There is no such object.') }
const stale = { 412: problem('The object is not as If-Match or If-None-Match says.') }
const badHeader = { 400: problem('A header cannot be read.') }
const otherRequest = { 422: problem('The Idempotency-Key was used for another request.') }
const badBody = {
  400: problem('The body is not valid JSON, or a header cannot be read.'),
  413: problem('The body is too large.'),
  415: problem('The body is not application/json.'),
  422: problem(
    'The data is not valid: `errors` names every problem. Or the Idempotency-Key was used for another request.',
  ),
}
const invalid = { 422: problem('The data is not valid: `errors` names every problem.') }
/** Or else, the first request with the idempotency key runs. */
const conflict = (...others: string[]) => ({
  409: problem([...others, 'The request with this Idempotency-Key is still running.'].join(' Or: ')),
})
const TAKEN = 'The e-mail, username or externalId is taken.'

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
    ...conflict('Something else needs the object.'),
  },
  batch: {
    ...everywhere,
    ...badBody,
    415: problem('The body is neither application/json nor application/x-ndjson.'),
    ...conflict(),
  },
  programme: { ...everywhere, ...badBody, ...conflict('Pruning would remove more than may go at once.') },
}

export const IdParams = Type.Object({
  id: Type.String({
    description: 'The id, or `ext:` and your own identifier.',
    examples: ['ext:crm-4711'],
  }),
})
export const UserParams = Type.Object({
  param: Type.String({
    description: 'The id, the e-mail, or `ext:` and your own identifier.',
    examples: ['ext:crm-4711', 'ada@example.org'],
  }),
})
