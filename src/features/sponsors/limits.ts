// Limits of sponsors.

/** The content of the page of a sponsor, in characters. */
export const MAX_PAGE_CONTENT = 65_536
