// The limits of a video room.

/** What one core carries with reserves (docs/video.md). */
export const MAX_VIEWERS = 150
/** Joins of one account or address in a minute: reloading a page is fine, filling the room is not. */
export const JOINS_PER_MINUTE = 60
