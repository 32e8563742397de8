// Limits of the home page and of cards.

// Entries of the sections of the home page.
export const MAX_LIVE = 12
export const MAX_NEXT = 6
/** More than anyone features. It only bounds the page. */
export const MAX_FEATURED = 300
export const MAX_RECORDED = 6
export const MAX_PEOPLE = 6

/** Pictures for link previews and tabs, by address. Each request reads from the store, and may draw in a separate process. */
export const CARDS_PER_MINUTE = 600
