// Limits of sponsors.

/** The content of the page of a sponsor, in characters. */
export const MAX_PAGE_CONTENT = 65_536
/** Talks on the page of a sponsor. */
export const MAX_SPONSOR_TALKS = 20
/** Other sponsors on the page of a sponsor. */
export const MAX_OTHER_SPONSORS = 6
