// Limits of deleted objects.
import { DAY_MS } from '../../kernel/lib/time/units.ts'

/** Time in which a deleted object can be restored. */
export const DELETION_RETENTION_MS = 30 * DAY_MS
