// Limits of favorites and of personal calendars.

/**
 * Maximum number of favorites of one person: far more than anyone stars, and few enough for one page and one calendar.
 */
export const MAX_FAVORITES = 1_000
/** Of an account. Far more than a person makes. */
export const CHANGES_PER_MINUTE = 240
/** Requests with more stars than this have a limit of their own. */
export const MANY = 20
/** A browser sends all its stars when somebody signs in. */
export const MANY_PER_MINUTE = 5
/** Of My agenda, by address. Generous, because all visitors of a venue can share an address. */
export const AGENDAS_PER_MINUTE = 600
/** By address. Generous, because services such as Google Calendar read the calendars of many people from few addresses. */
export const CALENDARS_PER_MINUTE = 600
/** Overlapping talks that My agenda names for each talk. */
export const MAX_CLASHES = 10
