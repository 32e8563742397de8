// Limits of the start page of the Back Office.

/** Days of the chart of new attendees. */
export const SIGN_UP_DAYS = 30
/** The latest changes; several of the same kind by the same person count once. */
export const MAX_CHANGES = 6
/** The changes that are read for them. */
export const MAX_CHANGES_READ = 100
/** Speakers that are counted. */
export const MAX_COUNTED = 1_000
/** The next talks. */
export const MAX_TALKS = 6
