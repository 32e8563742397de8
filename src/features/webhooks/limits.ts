// Limits of webhooks and their deliveries.
import { DAY_MS, HOUR_MS, MINUTE_MS, SECOND_MS } from '../../kernel/lib/time/units.ts'

export const MAX_WEBHOOKS_PER_PLATFORM = 50

// Deliveries.
/** Time that an endpoint has to answer. */
export const TIMEOUT_MS = 15 * SECOND_MS
/** Requests that a node sends to one webhook at the same time. */
export const MAX_CONCURRENT_REQUESTS = 8
/** The part of the answer of an endpoint that is kept. */
export const KEPT_BYTES = 1024
/** The connection is closed after this much of a response. */
export const MAX_READ_BYTES = 64 * 1024
/** Attempts that a delivery lists. */
export const MAX_ATTEMPTS = 100
/** The delays between the ten attempts of a delivery. */
export const RETRY_DELAYS_MS = [
  5 * SECOND_MS,
  5 * MINUTE_MS,
  30 * MINUTE_MS,
  2 * HOUR_MS,
  5 * HOUR_MS,
  10 * HOUR_MS,
  14 * HOUR_MS,
  20 * HOUR_MS,
  24 * HOUR_MS,
] as const
/** A webhook is disabled if all its deliveries have failed for this long. */
export const MAX_FAILING_MS = 5 * DAY_MS

// Redelivery. Events are kept for good; we promise 30 days.
/** The start of the time span. */
export const MAX_REDELIVERY_AGE_MS = 30 * DAY_MS
/** Counting this many events holds the store for about a tenth of a second. */
export const MAX_REDELIVERED_EVENTS = 100_000

// Secrets.
/** Time in which requests are also signed with the old secret, unless the request says otherwise. */
export const DEFAULT_GRACE_MINUTES = 24 * 60
export const MAX_GRACE_MINUTES = 7 * 24 * 60
