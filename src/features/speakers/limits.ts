// Limits of the list of speakers.

export const PEOPLE_PER_PAGE = 60
/** Tags by which the list can be filtered. */
export const MAX_TAG_CHOICES = 60
