// The error catalog: every code the API can answer with, its status, title, and advice.
// The page at /problems/<code> is made from it.

export type Problem = {
  /** JSON Pointer (RFC 6901) into the body; '' is the body itself. */
  pointer?: string
  /** Name of the query parameter, where the problem is not in the body. */
  parameter?: string
  /** Of an object that would go for lack of a place in the list at `pointer`. */
  id?: string
  code: string
  message: string
}

type CatalogEntry = { status: number; title: string; message: string; advice: string }

const entry = (status: number, title: string, message: string, advice: string): CatalogEntry => ({
  status,
  title,
  message,
  advice,
})

export const errorCatalog = {
  bad_request: entry(
    400,
    'Bad request',
    'The request is not valid HTTP.',
    'The message says what could not be read. Where it names a header (Idempotency-Key, If-Match, If-None-Match), send that as it says. Else the request is not HTTP/1.1 (RFC 9112): look at its line, its headers and its framing; a proxy that rewrites them is the usual cause.',
  ),
  invalid_json: entry(
    400,
    'Invalid JSON',
    'The body is not valid JSON.',
    'Send one JSON value (RFC 8259) in UTF-8 in which no member stands twice and every number fits a double without loss.',
  ),
  missing_authorization: entry(
    401,
    'Missing Authorization header',
    'Missing Authorization header',
    'Send exactly one header “Authorization: Bearer <API key>”. Keys are made in the Back Office, Settings > Advanced, or with “lectern key create”.',
  ),
  invalid_api_key: entry(
    401,
    'Invalid API key',
    'Invalid API key',
    'The key is unknown, mistyped, revoked or expired, or may not be used from this address. The answer is the same for all of these; the Back Office tells them apart.',
  ),
  https_required: entry(
    403,
    'HTTPS required',
    'This API is served over HTTPS only.',
    'Use https://. The request was not executed. A key that was sent without TLS should be rotated: somebody may have read it.',
  ),
  insufficient_permissions: entry(
    403,
    'Insufficient permissions',
    'Access denied: Insufficient permissions.',
    'This operation needs a privileged key (lecp_…). An owner can make one in the Back Office, Settings > Advanced.',
  ),
  foreign_form: entry(
    403,
    'Form of another site',
    'The form did not come from a page of this site, or is too old.',
    'Open the page again and send the form from there. Cookies must be allowed for this site.',
  ),
  protected_account: entry(
    403,
    'Protected account',
    'The account is an admin or an owner; a standard key may not do this to it.',
    'The e-mail and the username of admins and owners, and their deletion, are reserved to privileged keys.',
  ),
  not_found: entry(
    404,
    'Not found',
    'There is nothing at this address.',
    'Look at the path. The operations are listed at /docs.',
  ),
  talk_not_found: entry(
    404,
    'Talk not found',
    'There is no talk with this identifier.',
    'Use the id that the platform answered with, or ext:<externalId> of your own. Objects of other platforms do not exist for a key.',
  ),
  sponsor_not_found: entry(
    404,
    'Sponsor not found',
    'There is no sponsor with this identifier.',
    'Use the id that the platform answered with, or ext:<externalId> of your own. Objects of other platforms do not exist for a key.',
  ),
  user_not_found: entry(
    404,
    'User not found',
    'There is no user with this identifier.',
    'Use the id that the platform answered with, the e-mail, or ext:<externalId> of your own. Objects of other platforms do not exist for a key.',
  ),
  webhook_not_found: entry(
    404,
    'Webhook not found',
    'There is no webhook with this id.',
    'Use an id of GET /webhooks. Webhooks of other platforms do not exist for a key.',
  ),
  delivery_not_found: entry(
    404,
    'Delivery not found',
    'There is no delivery with this id to this webhook.',
    'Use an id of GET /webhooks/<id>/deliveries. Deliveries are kept for 30 days.',
  ),
  method_not_allowed: entry(
    405,
    'Method not allowed',
    'This address does not take this method.',
    'The Allow header of the answer lists the methods that it takes.',
  ),
  request_timeout: entry(
    408,
    'Request timeout',
    'The request did not arrive in time.',
    'Send it again. Nothing was executed.',
  ),
  email_taken: entry(
    409,
    'E-mail taken',
    'An account with this e-mail exists already.',
    'Update the existing account (PUT /users/<email>) or use another e-mail. E-mails are compared without regard to case.',
  ),
  username_taken: entry(
    409,
    'Username taken',
    'An account with this username exists already.',
    'Choose another username, or leave it out: one is made from the name.',
  ),
  external_id_taken: entry(
    409,
    'External identifier taken',
    'Another object of this kind has this externalId already.',
    'An externalId names one object of a kind in a platform. Update that object (ext:<externalId>), or clear its externalId first.',
  ),
  sole_speaker: entry(
    409,
    'Only speaker of a talk',
    'The account is the only speaker of a talk.',
    'A talk has at least one speaker. Give the talk another speaker, or delete the talk, and try again.',
  ),
  last_owner: entry(
    409,
    'Last owner',
    'The account is the last owner of the platform.',
    'Create another owner first (POST /users/owner).',
  ),
  idempotency_key_in_use: entry(
    409,
    'Request is running',
    'The request with this Idempotency-Key is still being executed.',
    'Wait for the number of seconds in Retry-After and send it again: the answer is then that of the first request.',
  ),
  prune_too_large: entry(
    409,
    'Removal too large',
    'Pruning would remove more than the share that may go at once.',
    'Look whether the programme that was sent is complete. If it is, send it again with "confirm": true, or with a larger "maxRemovedShare". Nothing was changed.',
  ),
  webhook_disabled: entry(
    409,
    'Webhook disabled',
    'The webhook is disabled: nothing is sent to it.',
    'Enable it first (PUT /webhooks/<id> with "enabled": true).',
  ),
  too_many_webhooks: entry(
    409,
    'Too many webhooks',
    'The platform has as many webhooks as it may have.',
    'Delete one that is no longer needed, or let one endpoint take more types of events.',
  ),
  precondition_failed: entry(
    412,
    'Precondition failed',
    'The object is not as If-Match or If-None-Match says.',
    'Somebody else has changed, made or deleted it since. Read it again, apply the change to what you read, and send it with the new ETag.',
  ),
  body_too_large: entry(
    413,
    'Body too large',
    'The body is larger than 256 KiB.',
    'A body has up to 256 KiB, one of /batch or /programme up to 32 MiB, a stream up to 10,000 lines of 256 KiB. Send less in one request; images are given by address, not by content.',
  ),
  uri_too_long: entry(
    414,
    'Address too long',
    'The address is too long.',
    'Identifiers have at most 200 characters; a cursor is to be sent back as it was given.',
  ),
  unsupported_media_type: entry(
    415,
    'Unsupported media type',
    'The body must be application/json in UTF-8, not compressed.',
    'Send “Content-Type: application/json” and no Content-Encoding. POST /batch takes application/x-ndjson as well.',
  ),
  invalid_data: entry(
    422,
    'Invalid data',
    'The data is not valid.',
    'The list “errors” names every problem with a JSON Pointer into the body. Nothing was changed.',
  ),
  idempotency_key_reused: entry(
    422,
    'Idempotency key reused',
    'The Idempotency-Key was used for another request within the last 24 hours.',
    'A key stands for one request: the same method, path and body, under the same API key. Use a new one for anything else.',
  ),
  atomic_refused: entry(
    422,
    'Refused as a whole',
    'Part of the request was refused, and it was to be done whole or not at all.',
    'The list “errors” names every refused part by a JSON Pointer, and by its id what could not be removed. Nothing was changed.',
  ),
  too_many_requests: entry(
    429,
    'Too many requests',
    'Too many requests, please try again later.',
    'Wait for the number of seconds in Retry-After; the next request is then accepted. A refused request costs nothing.',
  ),
  headers_too_large: entry(
    431,
    'Headers too large',
    'The headers of the request are too large.',
    'Send fewer or shorter headers: 16 KiB in all.',
  ),
  internal_error: entry(
    500,
    'Internal error',
    'Something went wrong on our side.',
    'The request was not executed. Give the request id to the operator: it leads to the cause in the log.',
  ),
  unavailable: entry(
    503,
    'Unavailable',
    'The service cannot reach its store at the moment.',
    'Wait for the number of seconds in Retry-After and send the request again. What was not answered may have been done where the store broke off in the middle of it: a PUT can be repeated without harm.',
  ),
} as const satisfies Record<string, CatalogEntry>

export type RefusalCode = keyof typeof errorCatalog

export type RefusalDetail = {
  /** Replaces the message of the error catalog; never holds a submitted value. */
  message?: string
  /** Every problem of the body, where there is more to say than the code. */
  errors?: readonly Problem[]
  retryAfterSeconds?: number
  /** The request that was first refused so, where this one repeats it. */
  replayOf?: string
}

/** What the caller may not or cannot have. Thrown by whoever finds out; becomes problem+json (RFC 9457) in http/problems. */
export class Refusal extends Error {
  override readonly name = 'Refusal'
  readonly code: RefusalCode
  readonly detail: RefusalDetail

  constructor(code: RefusalCode, detail: RefusalDetail = {}) {
    super(detail.message ?? errorCatalog[code].message)
    this.code = code
    this.detail = detail
  }

  get status(): number {
    return errorCatalog[this.code].status
  }
}

/** Of a body: what comes behind is told once these are mended. */
export const MOST_PROBLEMS = 50

/** 422 with the problems of a body, of which there must be one. */
export function invalidData(problems: readonly Problem[]): Refusal {
  const errors = problems.slice(0, MOST_PROBLEMS)
  const count = errors.length === 1 ? '1 problem' : `${errors.length} problems`
  return new Refusal('invalid_data', { message: `The data is not valid: ${count}.`, errors })
}

// Statuses that depend on the moment or on the request itself: a repeat is executed again.
const PASSING = new Set([401, 408, 409, 413, 415, 429])

type RefusalData = { code: RefusalCode; detail: RefusalDetail }

/** Refusals as plain data, which crosses from the writer thread and is stored in receipts. */
export const refusalCodec = {
  toData(error: unknown): RefusalData | undefined {
    return error instanceof Refusal ? { code: error.code, detail: error.detail } : undefined
  },
  fromData(data: unknown): Refusal {
    // Only what toData returned comes back.
    const { code, detail } = data as RefusalData
    return new Refusal(code, detail)
  },
  isFinal(data: unknown): boolean {
    const { status } = refusalCodec.fromData(data)
    return !PASSING.has(status) && status < 500
  },
}
