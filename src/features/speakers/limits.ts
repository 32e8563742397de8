// Limits of the list of speakers.

export const PEOPLE_PER_PAGE = 60
/** Tags by which the list can be filtered. */
export const MAX_TAG_CHOICES = 60
/** A list of so many people has an index of letters. */
export const FEWEST_INDEXED = 50
/** Talks of a profile with a line of their description. */
export const MAX_ABSTRACTS = 50
