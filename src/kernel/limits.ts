// Limits of the API, the server, and e-mails.
import { DAY_MS, HOUR_MS, MINUTE_MS, SECOND_MS } from './lib/time/units.ts'

// Requests.
/** Of a request for one object, of an item of a bulk request, and of a line of a stream. */
export const BODY_LIMIT_BYTES = 256 * 1024
export const BULK_LIMIT_BYTES = 32 * 1024 * 1024
export const HEADERS_LIMIT_BYTES = 16 * 1024
export const MAX_PARAMETER_LENGTH = 4096
/** In characters. */
export const MAX_EXTERNAL_ID = 200
/** Maximum number of problems reported for one body. */
export const MAX_PROBLEMS = 50
/** The part of a response that the request log keeps: enough for every answer to a write and every problem. */
export const LOGGED_RESPONSE_BYTES = 2 * 1024
/** A repeat of a request with an idempotency key gets the result of the first one within this time. */
export const IDEMPOTENCY_LIFETIME_MS = DAY_MS

// Batches, streams, and changes of many objects.
/** Operations of a batch, atomic or not. */
export const MAX_OPERATIONS = 100
export const MAX_STREAM_OPERATIONS = 10_000
/** Members of the JSON of all operations of a batch together. */
export const MAX_BATCH_MEMBERS = 200_000
/** Items of a bulk request in one transaction: few enough that other requests wait only milliseconds. */
export const CHUNK_SIZE = 25
/** Objects that the Back Office changes at once. More would take too long for one request. */
export const MAX_EDITED = 2_000

// Pages of lists.
/** Items of a page of the API, unless the query says otherwise. */
export const DEFAULT_LIMIT = 50
export const MAX_LIMIT = 200
/** Events of a page of the change feed. */
export const MAX_EVENTS_LIMIT = 500
/** Of the Back Office. */
export const ROWS_PER_PAGE = 50
/** Rows counted after the start of a page. The cost of a page must not grow with the list. */
export const MAX_COUNTED_ROWS = 1_000

// Connections.
export const MAX_CONNECTIONS = 20_000
export const HANDSHAKE_TIMEOUT_MS = 10 * SECOND_MS
export const HEADERS_TIMEOUT_MS = 15 * SECOND_MS
export const BODY_TIMEOUT_MS = 30 * SECOND_MS
/** Node's limit for the whole server, because routes cannot raise it. */
export const BULK_BODY_TIMEOUT_MS = 10 * MINUTE_MS
/** A bulk body that takes longer to arrive is refused if other clients need its memory. */
export const BULK_BODY_ARRIVAL_MS = 5 * SECOND_MS
/** A bulk body that waits longer for memory is refused. */
export const BULK_BODY_WAIT_MS = 10 * SECOND_MS
/** Longer than the usual 60 s of proxies, so that the proxy closes idle connections and not this server. */
export const KEEP_ALIVE_MS = 72 * SECOND_MS
/** A stop takes at most 25 s. */
export const SHUTDOWN_TIMEOUT_MS = 24_500
/** Counted from the signal. The rest of the 25 s is for the background jobs and the store. */
export const CONNECTIONS_CLOSED_MS = 22 * SECOND_MS
/** Of the certificate that the server makes for itself. */
export const CERTIFICATE_YEARS = 10

// E-mails.
/**
 * The most e-mails a day. An account and a recipient are one person. An address can be a venue with thousands of people,
 * so its limit only bounds floods.
 */
export const MAX_DAILY_EMAILS = { recipient: 3, account: 5, address: 1_000, platform: 10_000 } as const
/** Number of e-mails sent at the same time. Their connections are reused. */
export const MAIL_CONNECTIONS = 5
export const MAIL_SERVER_TIMEOUT_MS = 10 * SECOND_MS
/** Time that an e-mail without a link waits for the mail server. */
export const EMAIL_LIFETIME_MS = 3 * DAY_MS
/** The delays between the eight attempts of an e-mail. */
export const EMAIL_RETRY_DELAYS_MS = [
  30 * SECOND_MS,
  2 * MINUTE_MS,
  10 * MINUTE_MS,
  30 * MINUTE_MS,
  2 * HOUR_MS,
  6 * HOUR_MS,
  12 * HOUR_MS,
] as const

// PostgreSQL.
/** PostgreSQL cancels a statement after this time. */
export const STATEMENT_TIMEOUT_MS = 8 * SECOND_MS
/**
 * Longest wait for a connection, and then for the locks of others. Including a check of the server, requests are
 * answered within two seconds if the server is gone.
 */
export const MAX_CONNECTION_WAIT_MS = 1_500
/** The node that delivers to webhooks is replaced after this time if it loses power or network. */
export const LEASE_MS = 6 * SECOND_MS
/** A clock of the machine that is off by more is reported. */
export const MAX_CLOCK_OFFSET_MS = SECOND_MS
