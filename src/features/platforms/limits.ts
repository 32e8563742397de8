// Limits of the settings of platforms.

/** The number of levels of sponsors. */
export const SPONSOR_LEVELS = 5
