// Limits of the pages of the own account.

/** Each export of personal data reads everything about a person. */
export const EXPORTS_PER_MINUTE = 5
/** Previews of formatted texts. */
export const PREVIEWS_PER_MINUTE = 60
