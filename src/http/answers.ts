// What the routes of one kind of object have in common in their documents and answers.
import Type from 'typebox'
import { ref } from '../schema/common.ts'
import { ProblemDetails } from '../schema/problem.ts'

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
const badBody = {
  400: problem('The body is not valid JSON.'),
  413: problem('The body is too large.'),
  415: problem('The body is not application/json.'),
  422: problem('The data is not valid; `errors` names every problem.'),
}

export const problems = {
  read: { ...everywhere, ...notFound },
  list: { ...everywhere, 422: badBody[422] },
  create: { ...everywhere, ...badBody, 409: problem('The e-mail, username or externalId is taken.') },
  update: {
    ...everywhere,
    ...notFound,
    ...stale,
    ...badBody,
    409: problem('The e-mail, username or externalId is taken.'),
  },
  remove: { ...everywhere, ...notFound, ...stale, 409: problem('Something else needs the object.') },
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
