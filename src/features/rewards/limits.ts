// Limits of points and credits.
import { MINUTE_MS } from '../../kernel/lib/time/units.ts'

/** One question earns points in each interval of this length. */
export const QUESTION_INTERVAL_MS = 5 * MINUTE_MS
/** Entries of a ledger that pages show. */
export const SHOWN_ENTRIES = 20
/** People on the leaderboard. */
export const SHOWN_PEOPLE = 100
/** People who get credits at once. */
export const MAX_ROWS = 2_000
/** The note of an entry, in characters. */
export const MAX_NOTE_LENGTH = 200
