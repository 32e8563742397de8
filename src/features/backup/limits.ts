// Limits of backups: when a continuous backup sends changes, when it makes a new snapshot, and what it keeps.
import { DAY_MS, SECOND_MS } from '../../kernel/lib/time/units.ts'

export const SHIP_EVERY_MS = 250
export const SNAPSHOT_EVERY_MS = DAY_MS
/**
 * A restore reads all of these objects, so their number limits how long it takes. Constant changes make this many in
 * 3.5 hours.
 */
export const MAX_OBJECTS_SINCE_SNAPSHOT = 50_000
export const RETRY_MS = SECOND_MS
export const SNAPSHOT_RETRY_MS = 10 * SECOND_MS
/** Older backups are removed. */
export const KEEP_MS = 7 * DAY_MS
/** Maximum disk space used while the storage is unavailable. */
export const MAX_WAL_BYTES = 1024 ** 3
/** Time that a stop waits for the last changes to be sent. */
export const LAST_CHANGES_MS = 5 * SECOND_MS
