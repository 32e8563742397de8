// Limits of talks, of their lists, and of the checks of the programme.
import { DAY_MS } from '../../kernel/lib/time/units.ts'

/** The details of a talk, in characters. */
export const MAX_DETAILS = 10_000
/** The length of a talk. With this bound on the start, the indexes by start can serve searches for running talks. */
export const MAX_TALK_MS = DAY_MS
/** A shift of many talks at once: one year. */
export const MAX_SHIFT_MINUTES = 525_600

// Checks.
/** Talks that are checked, so that a large programme does not take longer. */
export const MAX_CHECKED = 1_000
/** Conflicts that a talk shows. */
export const MAX_CONFLICTS = 20

// Lists.
/** Rooms, tracks, and languages that filters and forms offer, of each. */
export const MAX_CHOICES = 200
/** Talks that a form offers. */
export const MAX_OFFERED_TALKS = 2_000
/** Talks that the page of an account lists. */
export const MAX_MEMBERSHIPS = 100
/** Tracks beyond this number have no color. */
export const MAX_COLORED_TRACKS = 200
