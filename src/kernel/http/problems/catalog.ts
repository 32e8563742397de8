// The status and title of every refusal, and how to fix its cause. The page at /problems/<code> is generated from it.
import type { Refusal, RefusalCode } from '../../changes/errors.ts'

type CatalogEntry = { status: number; title: string; advice: string }

const entry = (status: number, title: string, advice: string): CatalogEntry => ({ status, title, advice })

export const problemCatalog: Record<RefusalCode, CatalogEntry> = {
  bad_request: entry(
    400,
    'Bad request',
    'The message says what could not be read. If it names a header (Idempotency-Key, If-Match, If-None-Match), fix that header. Otherwise the request is not valid HTTP/1.1 (RFC 9112): check the request line, the headers, and the framing. A proxy that rewrites requests is the usual cause.',
  ),
  misdirected_request: entry(
    421,
    'Misdirected request',
    'Use the host name of LECTERN_PUBLIC_URL, or one that an owner has added to a platform in the Back Office under Settings. Behind a proxy, the Host or X-Forwarded-Host header must contain that name.',
  ),
  unconfirmed_host: entry(
    409,
    'Address not confirmed',
    'Set LECTERN_PUBLIC_URL, or add the host name in the Back Office under Settings > General and use port 443 or LECTERN_PORT. Otherwise a forged Host header could send a link to another site.',
  ),
  invalid_json: entry(
    400,
    'Invalid JSON',
    'Send one JSON value (RFC 8259) in UTF-8. Member names must be unique within an object and contain no quotation mark, backslash, or control character, and every number must fit a double without loss of precision.',
  ),
  missing_authorization: entry(
    401,
    'Missing Authorization header',
    'Send exactly one “Authorization: Bearer <API key>” header. Create API keys in the Back Office under Settings > Advanced, or with “lectern key create”.',
  ),
  invalid_api_key: entry(
    401,
    'Invalid API key',
    'The key is unknown, mistyped, revoked, or expired, or it may not be used from this address. The response is the same in all of these cases. The request log in the Back Office shows the reason.',
  ),
  invalid_stream_key: entry(
    401,
    'Invalid stream key',
    'Send “Authorization: Bearer <stream key>” to a host name of the platform. The page “Stream” of the talk creates the key, and a renewed key replaces it.',
  ),
  https_required: entry(
    403,
    'HTTPS required',
    'Use https://. The request was not executed. Rotate any API key that was sent without TLS, because others may have read it.',
  ),
  insufficient_permissions: entry(
    403,
    'Insufficient permissions',
    'This operation requires a privileged key (lecp_…). An owner can create one in the Back Office under Settings > Advanced.',
  ),
  foreign_form: entry(
    403,
    'Cross-site request rejected',
    'Reload the page and submit the form again. Cookies must be enabled for this site.',
  ),
  protected_account: entry(
    403,
    'Protected account',
    'Use a privileged key to change the e-mail or username of an admin or owner, or to delete the account.',
  ),
  not_found: entry(404, 'Not found', 'Check the path. All operations are listed at /docs.'),
  talk_not_found: entry(
    404,
    'Talk not found',
    'Use the id from an earlier response, or ext:<externalId> with your own identifier. An API key cannot see the objects of other platforms.',
  ),
  sponsor_not_found: entry(
    404,
    'Sponsor not found',
    'Use the id from an earlier response, or ext:<externalId> with your own identifier. An API key cannot see the objects of other platforms.',
  ),
  user_not_found: entry(
    404,
    'User not found',
    'Use the id from an earlier response, the e-mail address, or ext:<externalId> with your own identifier. An API key cannot see the objects of other platforms.',
  ),
  message_not_found: entry(
    404,
    'Message not found',
    'Use an id from GET /talks/<id>/messages of the same talk.',
  ),
  favorite_not_found: entry(
    404,
    'Favorite not found',
    'GET /users/<id>/favorites lists the talks that the person has starred.',
  ),
  survey_not_found: entry(
    404,
    'Survey not found',
    'Use the id from an earlier response, or ext:<externalId> with your own identifier. An API key cannot see the objects of other platforms.',
  ),
  question_not_found: entry(
    404,
    'Question not found',
    'Use an id from GET /talks/<id>/questions of the same talk.',
  ),
  admins_only: entry(403, 'Admins only', 'Sign in with an account that has the role admin or owner.'),
  moderators_only: entry(
    403,
    'Moderators only',
    'Admins, owners, and the moderators of the talk can moderate it. A listed moderator needs the role speaker, admin, or owner.',
  ),
  speakers_only: entry(
    403,
    'Speakers only',
    'The speakers and moderators of a talk, admins, owners, and people whom a moderator has invited can go on stage.',
  ),
  removed_from_stage: entry(
    403,
    'Removed from the stage',
    'A moderator of the talk can let the person back in, on the page of its stage.',
  ),
  stage_locked: entry(
    403,
    'Stage locked',
    'Only moderators can go on stage until one of them unlocks it. People who were on stage when it was locked can come back.',
  ),
  watching_restricted: entry(
    403,
    'Not open to everyone',
    'Who may watch and take part is set in the Back Office under Settings > Live. A talk that costs credits is open to people who have paid for it.',
  ),
  muted: entry(
    403,
    'Muted',
    'The account can read, but not write, until the mute ends. A moderator can end it earlier.',
  ),
  webhook_not_found: entry(
    404,
    'Webhook not found',
    'Use an id from GET /webhooks. An API key cannot see the webhooks of other platforms.',
  ),
  delivery_not_found: entry(
    404,
    'Delivery not found',
    'Use an id from GET /webhooks/<id>/deliveries. Deliveries are kept for 30 days.',
  ),
  method_not_allowed: entry(
    405,
    'Method not allowed',
    'The Allow header of the response lists the supported methods.',
  ),
  request_timeout: entry(408, 'Request timeout', 'Send the request again. Nothing was executed.'),
  email_taken: entry(
    409,
    'E-mail taken',
    'Update the existing account (PUT /users/<email>) or use another e-mail. E-mails are not case-sensitive.',
  ),
  username_taken: entry(
    409,
    'Username taken',
    'Choose another username, or omit it to have one generated from the name.',
  ),
  feature_off: entry(
    409,
    'Feature off',
    'A feature works where it is on for both the platform (Back Office, Settings > Features) and the talk (“features” of PUT /talks/<id>).',
  ),
  chat_paused: entry(
    409,
    'Chat paused',
    'Nobody can write until a moderator continues the chat on the page of the talk.',
  ),
  question_closed: entry(
    409,
    'Question closed',
    'Only open questions get votes and can be on stage. Pending and open questions can be merged into one that was not dismissed, and a merged question cannot be changed.',
  ),
  question_limit: entry(
    409,
    'Too many open questions',
    'A person can have 10 unanswered questions in a talk. Withdraw one, or wait until one is answered.',
  ),
  message_held: entry(
    409,
    'Message not visible',
    'A message can be pinned once a moderator has approved it.',
  ),
  message_removed: entry(409, 'Message removed', 'A removed message cannot be changed, pinned, or answered.'),
  insufficient_credits: entry(
    409,
    'Not enough credits',
    'Grant credits to the account (POST /users/<id>/credits), or send a smaller amount.',
  ),
  insufficient_points: entry(
    409,
    'Not enough points',
    'A person never has less than 0 points. Read the points (GET /users/<id>/points) and take fewer away.',
  ),
  talk_cancelled: entry(
    409,
    'Talk canceled',
    'Nobody can watch a canceled talk or take part in it. To undo the cancellation, send “state”: “published” with PUT /talks/<id>.',
  ),
  talk_is_draft: entry(
    409,
    'Talk not published',
    'Nobody can take part in a draft. To publish it, send “state”: “published” with PUT /talks/<id>.',
  ),
  talk_not_open: entry(
    409,
    'Talk not open',
    'A talk can be watched live from its start to its end, and as a replay once the replay is open.',
  ),
  stream_not_open: entry(
    409,
    'Talk takes no stream',
    'A published talk takes a stream from an hour before its start until its end, unless its “video” is an address elsewhere.',
  ),
  room_full: entry(
    409,
    'Room full',
    'Eight people can be on stage, and 150 can watch by WebRTC. Try again when somebody has left.',
  ),
  survey_not_shown: entry(
    409,
    'Survey not shown',
    'A survey can be on stage once it was opened, unless it is closed and its results are only for moderators. A survey about the whole event can be on stage while it is open.',
  ),
  survey_not_open: entry(
    409,
    'Survey not open',
    'Answers are accepted while a survey is open. Moderators open and close it.',
  ),
  survey_answered: entry(
    409,
    'Already answered',
    'Everyone answers a survey once. Answers can be changed while it is open, if it is editable.',
  ),
  survey_in_use: entry(
    409,
    'Survey has responses',
    'Create another survey with the new questions. All other attributes can still be changed.',
  ),
  survey_anonymous: entry(
    409,
    'Anonymous survey closed',
    'When it was closed, who took part was erased, so people could answer twice. Create another survey.',
  ),
  external_id_taken: entry(
    409,
    'External identifier taken',
    'An externalId identifies one object of its kind within a platform. Update that object (ext:<externalId>), or clear its externalId first.',
  ),
  other_source: entry(
    409,
    'Object of another source',
    'An import changes only objects of its own source. To import a newer version of the same programme, send its source. If it is another programme, give its objects other externalIds, for example with a prefix.',
  ),
  sole_speaker: entry(
    409,
    'Only speaker of a talk',
    'Every talk needs at least one speaker. Add another speaker to the talk, or delete the talk, and try again.',
  ),
  last_owner: entry(409, 'Last owner', 'Create another owner first (POST /users/owner).'),
  idempotency_key_in_use: entry(
    409,
    'Request in progress',
    'Wait for the number of seconds in Retry-After and send the request again. You will get the response of the first request.',
  ),
  idempotency_key_rotated: entry(
    409,
    'API key rotated since the first request',
    'Responses to requests with an Idempotency-Key are encrypted with the API key. Until the old API key expires, repeat the request with it to get the response. Otherwise read the objects: the request was executed and is not executed again. For 24 hours, use a new Idempotency-Key to send it once more.',
  ),
  prune_too_large: entry(
    409,
    'Removal too large',
    'Check that the programme you sent is complete. If it is, send it again with "confirm": true or a larger "maxRemovedShare". Nothing was changed.',
  ),
  webhook_disabled: entry(
    409,
    'Webhook disabled',
    'Enable it first (PUT /webhooks/<id> with "enabled": true).',
  ),
  too_many_favorites: entry(
    409,
    'Too many favorites',
    'Remove a favorite that is no longer needed: DELETE /users/<id>/favorites/<talk>.',
  ),
  too_many_webhooks: entry(
    409,
    'Too many webhooks',
    'Delete a webhook that is no longer needed, or subscribe an existing one to more event types.',
  ),
  precondition_failed: entry(
    412,
    'Precondition failed',
    'The object has been created, changed, or deleted since you last read it. Read it again, apply your change to the current version, and send the new ETag.',
  ),
  body_too_large: entry(
    413,
    'Body too large',
    'The limit is 256 KiB for a body, 32 MiB for /batch, /programme, and /files, and 10,000 lines of 256 KiB each for a stream. An item of /batch or /programme can have 256 KiB as well. Send less in one request. Upload images with POST /files, and send their paths.',
  ),
  uri_too_long: entry(
    414,
    'URL too long',
    'Identifiers have at most 200 characters. Send cursors back unchanged.',
  ),
  unsupported_media_type: entry(
    415,
    'Unsupported media type',
    'Send “Content-Type: application/json” and no Content-Encoding. POST /batch also accepts application/x-ndjson, and POST /files the types of files.',
  ),
  invalid_data: entry(
    422,
    'Invalid data',
    '“errors” lists every problem with a JSON Pointer into the body. Nothing was changed.',
  ),
  invalid_file: entry(
    422,
    'Invalid file',
    'Send a JPEG, PNG, WebP, GIF, AVIF, or SVG picture of up to 16 MiB and 50 million pixels, or a PDF of up to 32 MiB. “errors” says what is wrong. Nothing was stored.',
  ),
  idempotency_key_reused: entry(
    422,
    'Idempotency key reused',
    'An idempotency key identifies one request: the same method, path, and body, sent with the same API key. Use a new key for every other request.',
  ),
  atomic_refused: entry(
    422,
    'Atomic request refused',
    '“errors” lists every refused part with a JSON Pointer. For an object that could not be removed, it also gives the id. Nothing was changed.',
  ),
  too_many_requests: entry(
    429,
    'Too many requests',
    'Wait for the number of seconds in Retry-After before you send the next request. Refused requests do not count toward the limit.',
  ),
  headers_too_large: entry(
    431,
    'Headers too large',
    'Send fewer or shorter headers. The limit is 16 KiB in total.',
  ),
  internal_error: entry(
    500,
    'Internal error',
    'The request was not executed. Give the request id to the operator, who can find the cause in the server log.',
  ),
  pictures_unsupported: entry(
    501,
    'Pictures not supported',
    'Its operator installed Lectern without the package “sharp” or its optional dependencies. Install it without “--omit=optional”, on a platform that sharp supports.',
  ),
  room_busy: entry(
    503,
    'Video rooms busy',
    'The thread that forwards video is more than 50 ms late, so more viewers would stop the pictures of all. Those who watch already stay. Try again after the number of seconds in Retry-After.',
  ),
  stream_unavailable: entry(
    503,
    'Stream not possible',
    'Four streams can run on a platform, and 16 on a server. With several processes, the one that takes the streams did not answer. Try again in a few seconds.',
  ),
  room_unavailable: entry(
    503,
    'Video rooms unavailable',
    'Another program may use the port of the rooms (LECTERN_MEDIA_PORT), or the process that has the room does not answer. docs/video.md says what rooms need.',
  ),
  unavailable: entry(
    503,
    'Service unavailable',
    'The service cannot reach its store, or it is processing too many large bodies. Wait for the number of seconds in Retry-After and send the request again. If the connection to the store broke during the request, the change may have been applied. Repeating a PUT is safe.',
  ),
}

/** The status of the response to a refused request. */
export const statusOf = ({ code }: Pick<Refusal, 'code'>): number => problemCatalog[code].status
