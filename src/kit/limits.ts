// Limits of pages and forms.

/** Renderings of public pages, by address. Pages from the cache do not count, because all visitors of a venue can share an address. */
export const RENDERS_PER_MINUTE = 600
/** More fields than any form has. */
export const MAX_FIELDS = 5_000
/** Texts of a form. Three times the limit of the API, because forms encode each byte outside ASCII as three. */
export const MAX_TEXT_BYTES = 768 * 1024
/** For a profile, with each byte as three, or a thousand identifiers. */
export const LONG_FORM_BYTES = 128 * 1024
/** For all other forms of visitors. Longer ones are refused before they arrive, so that they cost no time. */
export const SHORT_FORM_BYTES = 32 * 1024
/** A value in the query of a page, in characters. */
export const MAX_QUERY_VALUE_LENGTH = 200
/** Values of one parameter in the query of a page. */
export const MAX_QUERY_VALUES = 20
