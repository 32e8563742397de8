// Parameters and error responses that routes share.
import Type from 'typebox'
import { ref } from '../../schema/common.ts'
import { ProblemDetails } from '../../schema/problems.ts'

export const API = '/api/external/v1'

const problem = (description: string) => ({
  description,
  content: { 'application/problem+json': { schema: ref(ProblemDetails) } },
})

const everywhere = {
  400: problem('The request is not valid HTTP, or a header is not valid.'),
  401: problem('The API key is missing or invalid.'),
  403: problem('The request did not use HTTPS, or the API key lacks permission.'),
  429: problem('Too many requests. Wait for the number of seconds in Retry-After.'),
  431: problem('The headers are too large.'),
  500: problem('An unexpected error. The request was not executed.'),
  503: problem('The store cannot be reached. Wait for the number of seconds in Retry-After.'),
}
/** Errors of bulk requests. */
const busy = {
  503: problem(
    'The store cannot be reached, or too many large bodies are being processed. Wait for the number of seconds in Retry-After.',
  ),
}
const notFound = {
  404: problem('No object has this identifier.'),
  414: problem('The identifier is too long.'),
}
const stale = { 412: problem('The object does not match If-Match or If-None-Match.') }
const otherRequest = { 422: problem('The Idempotency-Key was used for a different request.') }
const unreadable = {
  400: problem('The body is not valid JSON, or a header is not valid.'),
  408: problem('The request did not arrive in time.'),
  413: problem('The body is too large.'),
  415: problem('The body is not application/json.'),
}
const badBody = {
  ...unreadable,
  422: problem(
    'The data is not valid (`errors` lists every problem), or the Idempotency-Key was used for a different request.',
  ),
}
const invalid = { 422: problem('The data is not valid. `errors` lists every problem.') }
/** A conflict, or the first request with the same idempotency key is still in progress. */
const conflict = (...others: string[]) => ({
  409: problem(
    [
      ...others,
      'A request with this Idempotency-Key is still in progress, or was executed before the API key was rotated.',
    ].join(' Or: '),
  ),
})
const TAKEN = 'The e-mail, username, or externalId is taken.'

const OFF = 'The feature is off for the talk.'
const off = { 409: problem(OFF) }
const offForAll = { 409: problem('The feature is off for the platform.') }

export const problems = {
  read: { ...everywhere, ...notFound },
  list: { ...everywhere, ...invalid },
  create: { ...everywhere, ...stale, ...badBody, ...conflict(TAKEN) },
  update: { ...everywhere, ...notFound, ...stale, ...badBody, ...conflict(TAKEN) },
  remove: {
    ...everywhere,
    ...notFound,
    ...stale,
    ...unreadable,
    ...otherRequest,
    ...conflict('Another object still needs this one.'),
  },
  /** Errors of objects that belong to a feature of a talk. */
  live: {
    read: { ...everywhere, ...notFound, ...off },
    list: { ...everywhere, ...notFound, ...invalid, ...off },
    write: { ...everywhere, ...notFound, ...stale, ...badBody, ...conflict(OFF) },
    stream: { ...everywhere, ...notFound, ...invalid },
  },
  favorites: { ...everywhere, ...notFound, ...invalid },
  addFavorite: {
    ...everywhere,
    ...notFound,
    ...stale,
    ...unreadable,
    ...otherRequest,
    ...conflict('The person has too many favorites.'),
  },
  removeFavorite: { ...everywhere, ...notFound, ...stale, ...unreadable, ...otherRequest, ...conflict() },
  file: {
    ...everywhere,
    ...busy,
    ...stale,
    ...badBody,
    400: problem('A header is not valid.'),
    415: problem('The body is not a file of a supported type.'),
    422: problem(
      'The file cannot be used (`errors` says why), or the Idempotency-Key was used for a different request.',
    ),
    501: problem('The installation cannot process pictures.'),
    ...conflict(),
  },
  ledger: { ...everywhere, ...notFound, ...invalid, ...offForAll },
  leaderboard: { ...everywhere, ...invalid, ...offForAll },
  entry: {
    ...everywhere,
    ...notFound,
    ...stale,
    ...badBody,
    ...conflict('The feature is off, or there is not enough to take.'),
  },
  batch: {
    ...everywhere,
    ...busy,
    ...badBody,
    415: problem('The body is neither application/json nor application/x-ndjson.'),
    ...conflict(),
  },
  programme: {
    ...everywhere,
    ...busy,
    ...badBody,
    ...conflict('Pruning would remove more than the allowed share.'),
  },
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
