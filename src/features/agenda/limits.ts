// Limits of the public agenda.

/** Talks of one page: less than 40 kB, compressed. A larger day has several pages. */
export const MAX_TALKS_AT_ONCE = 510
/** Talks of one page that shows faces and abstracts. */
export const MAX_DETAILED = 120
/** Shorter talks have no room for an abstract in a timetable. */
export const MIN_ABSTRACT_MINUTES = 30
/** Talks from earlier windows that have not ended. */
export const MAX_RUNNING = 60
/** Rooms, tracks, languages, and tags by which the agenda can be filtered, of each. */
export const MAX_CHOICES = 60
/** Consecutive calendar days in which one query looks for talks. */
export const DAYS_AT_ONCE = 60
/** Queries for days that are farther from the shown one: enough for a talk a week in five years. */
export const MAX_DAY_QUERIES = 30
/** Tracks and rooms that are offered as chips, of each. */
export const MAX_CHIPS = 30
/** Pages of a sitemap. A fifth of what the protocol allows; about 1 MB. */
export const MAX_PAGES = 10_000
