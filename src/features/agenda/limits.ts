// Limits of the public agenda.

/** Talks of one page: about 20 kB, compressed. */
export const MAX_TALKS_AT_ONCE = 160
/** Talks from earlier windows that have not ended. */
export const MAX_RUNNING = 60
/** Rooms, tracks, languages, and tags by which the agenda can be filtered, of each. */
export const MAX_CHOICES = 60
/** Calendar days before and after the shown one in which the navigation looks for talks. */
export const MAX_DAYS_ASIDE = 30
/** Pages of a sitemap. A fifth of what the protocol allows; about 1 MB. */
export const MAX_PAGES = 10_000
