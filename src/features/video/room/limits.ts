// The limits of a video room.

/** What one core carries with reserves (docs/video.md). */
export const MAX_VIEWERS = 150
/** Connections of one person to a room at the same time. Those that a closed page leaves behind count for some seconds. */
export const MAX_OF_PERSON = { publish: 2, watch: 6 } as const
/** Of an account. */
export const JOINS_PER_MINUTE = 60
/** By address, because all visitors of a venue can share one. */
export const VISITOR_JOINS_PER_MINUTE = 600
/** A browser that has not read this much of the events of a room is disconnected. */
export const MAX_UNREAD_BYTES = 256 * 1024
