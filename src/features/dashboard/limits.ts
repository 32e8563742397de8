// Limits of the start page of the Back Office.

/** Days of the chart of new attendees. */
export const SIGN_UP_DAYS = 30
/** The latest changes. */
export const MAX_CHANGES = 6
/** The next talks. */
export const MAX_TALKS = 6
