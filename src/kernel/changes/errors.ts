// Refusals: every code that a request can be refused with, and its message. http/problems has the statuses and advice.
import { MAX_PROBLEMS } from '../limits.ts'

export type Problem = {
  /** JSON Pointer (RFC 6901) into the body; '' is the body itself. */
  pointer?: string
  /** The name of the query parameter if the problem is not in the body. */
  parameter?: string
  /** The object that pruning would remove because the list at `pointer` does not contain it. */
  id?: string
  code: string
  message: string
  /** The bound that a chosen password violates, in characters. */
  limit?: number
}

/** Codes that a repeat of the same request gets again. */
const lasting = {
  bad_request: 'The request is not valid HTTP.',
  misdirected_request: 'This service is not available under this host name.',
  invalid_json: 'The body is not valid JSON.',
  https_required: 'This API is available over HTTPS only.',
  insufficient_permissions: 'Access denied: Insufficient permissions.',
  foreign_form: 'The form was not submitted from this site, or it has expired.',
  protected_account: 'The account belongs to an admin or owner. A standard key cannot make this change.',
  not_found: 'Nothing was found at this address.',
  talk_not_found: 'No talk has this identifier.',
  sponsor_not_found: 'No sponsor has this identifier.',
  user_not_found: 'No user has this identifier.',
  message_not_found: 'No message of this talk has this id.',
  favorite_not_found: 'The person has not starred this talk.',
  survey_not_found: 'No survey has this identifier.',
  question_not_found: 'No question of this talk has this id.',
  admins_only: 'Only admins and owners can do this.',
  moderators_only: 'Only moderators can do this.',
  speakers_only: 'Only the speakers and moderators of a talk can go on stage.',
  removed_from_stage: 'A moderator has removed this person from the stage.',
  stage_locked: 'A moderator has locked the stage.',
  watching_restricted: 'Only attendees with an accepted registration can take part.',
  muted: 'A moderator has muted this account.',
  webhook_not_found: 'No webhook has this id.',
  delivery_not_found: 'This webhook has no delivery with this id.',
  method_not_allowed: 'This address does not support this method.',
  precondition_failed: 'The object does not match the precondition.',
  uri_too_long: 'The URL is too long.',
  invalid_data: 'The data is not valid.',
  invalid_file: 'The file cannot be used.',
  idempotency_key_reused: 'The idempotency key was used for a different request within the last 24 hours.',
  atomic_refused: 'Part of the request was refused, so none of it was applied.',
  headers_too_large: 'The request headers are too large.',
}

/** Codes that depend on the moment or on the request itself, so a repeat is executed again. */
const passing = {
  unconfirmed_host: 'Links are made only for a confirmed host name and port, and these are not.',
  missing_authorization: 'Missing Authorization header',
  invalid_api_key: 'Invalid API key',
  invalid_stream_key: 'The stream key is missing or wrong.',
  request_timeout: 'The request did not arrive in time.',
  email_taken: 'An account with this e-mail already exists.',
  username_taken: 'An account with this username already exists.',
  feature_off: 'This feature is off for the talk.',
  chat_paused: 'A moderator has paused the chat.',
  question_closed: 'The question is not open.',
  question_limit: 'You have asked as many questions as you can for now.',
  message_held: 'The message waits for a moderator.',
  message_removed: 'The message has been removed.',
  insufficient_credits: 'The account does not have enough credits.',
  insufficient_points: 'The account does not have that many points.',
  talk_cancelled: 'The talk was canceled.',
  talk_is_draft: 'The talk is a draft. It is not published yet.',
  talk_not_open: 'The talk cannot be watched like this now.',
  room_full: 'The room of the talk is full.',
  room_unavailable: 'Video rooms do not work on this server right now.',
  stream_not_open: 'The talk of this stream key takes no stream now.',
  survey_not_shown: 'The survey is not shown at this talk now.',
  survey_not_open: 'The survey is not open.',
  survey_answered: 'You have already answered this survey.',
  survey_in_use: 'The survey has responses, so its questions and its anonymity cannot be changed.',
  survey_anonymous: 'An anonymous survey cannot be opened again.',
  external_id_taken: 'Another object of this kind already has this externalId.',
  other_source: 'The object belongs to another source.',
  sole_speaker: 'The account is the only speaker of a talk.',
  last_owner: 'The account is the last owner of the platform.',
  idempotency_key_in_use: 'A request with this idempotency key is still in progress.',
  idempotency_key_rotated:
    'This request was executed before the API key was rotated, so its response can no longer be read.',
  prune_too_large: 'Pruning would remove more than the allowed share.',
  webhook_disabled: 'The webhook is disabled, so nothing can be sent to it.',
  too_many_favorites: 'The person has reached the limit of 1,000 favorites.',
  too_many_webhooks: 'The platform has reached its limit of webhooks.',
  body_too_large: 'The body is larger than 256 KiB.',
  unsupported_media_type: 'The body must be uncompressed application/json in UTF-8.',
  too_many_requests: 'Too many requests, please try again later.',
  internal_error: 'Something went wrong on our side.',
  room_busy: 'The server is too busy for more people in its video rooms.',
  stream_unavailable: 'The server cannot take this stream right now. Try again, or push it by RTMP.',
  pictures_unsupported: 'This installation cannot process pictures.',
  unavailable: 'The service cannot reach its store right now.',
}

/** Messages of refusals whose detail has no message of its own. They never contain a submitted value. */
export const refusalMessages = { ...lasting, ...passing }

export type RefusalCode = keyof typeof refusalMessages

export type RefusalDetail = {
  /** Replaces the message of the catalog. It must not contain a submitted value. */
  message?: string
  /** Every problem of the body, if there is more to report than the code. */
  errors?: readonly Problem[]
  retryAfterSeconds?: number
  /** The feature that is off. */
  feature?: string
  /** The source that the object belongs to. */
  source?: string
  /** The id of the first request that was refused, if this one repeats it. */
  replayOf?: string
}

/** An expected error caused by the request. http/problems turns it into problem+json (RFC 9457). */
export class Refusal extends Error {
  override readonly name = 'Refusal'
  readonly code: RefusalCode
  readonly detail: RefusalDetail

  constructor(code: RefusalCode, detail: RefusalDetail = {}) {
    super(detail.message ?? refusalMessages[code])
    this.code = code
    this.detail = detail
  }
}

/** A 409 for a value of the body that another object already has. */
export const takenValue = (
  code: 'email_taken' | 'username_taken' | 'external_id_taken',
  pointer: string,
): Refusal => new Refusal(code, { errors: [{ pointer, code, message: refusalMessages[code] }] })

/** A 422 with the problems of a body; `problems` must not be empty. */
export function invalidData(problems: readonly Problem[]): Refusal {
  const errors = problems.slice(0, MAX_PROBLEMS)
  const count = errors.length === 1 ? '1 problem' : `${errors.length} problems`
  return new Refusal('invalid_data', { message: `The data is not valid: ${count}.`, errors })
}

type RefusalData = { code: RefusalCode; detail: RefusalDetail }

/** Refusals as plain data, which crosses from the writer thread and is stored in idempotency records. */
export const refusalCodec = {
  toData(error: unknown): RefusalData | undefined {
    return error instanceof Refusal ? { code: error.code, detail: error.detail } : undefined
  },
  fromData(data: unknown): Refusal {
    // `data` was returned by `toData`.
    const { code, detail } = data as RefusalData
    return new Refusal(code, detail)
  },
  isFinal(data: unknown): boolean {
    return Object.hasOwn(lasting, refusalCodec.fromData(data).code)
  },
}
