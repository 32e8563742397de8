// The size of request bodies.

/** Of a request for one object, of an item of a bulk request, and of a line of a stream. */
export const BODY_LIMIT_BYTES = 256 * 1024
export const BULK_LIMIT_BYTES = 32 * 1024 * 1024
