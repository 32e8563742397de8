// Limits of the timetable editor.

/** Talks that the editor shows, by start. */
export const MAX_SHOWN_TALKS = 2_000
/** Talks that are published at once. They are one transaction, which others wait for. */
export const MAX_MOVED_TALKS = 500
/** Days that a platform's dates add to the tabs. */
export const MAX_EVENT_DAYS = 31
