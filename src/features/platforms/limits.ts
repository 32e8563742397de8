// Limits of platforms.
import { HOUR_MS } from '../../kernel/lib/time/units.ts'

/** The number of levels of sponsors. */
export const SPONSOR_LEVELS = 5
/** How often data is deleted that is past the time for which it is kept. */
export const RETENTION_EVERY_MS = HOUR_MS
