// Limits of the request log.

/** Requests that are kept for each platform. */
export const MAX_KEPT = 100_000
/** The part of a request body that is kept. */
export const MAX_BODY_BYTES = 4 * 1024
/** Hours that the chart of the traffic shows. */
export const HOURS_SHOWN = 24
