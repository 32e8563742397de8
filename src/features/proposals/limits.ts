// Limits of proposals.

/** Open proposals that their list shows. */
export const MAX_LISTED = 200
/** The reason for a rejection, in characters. */
export const MAX_REASON_LENGTH = 1000
