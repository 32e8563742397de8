// When a continuous backup sends changes, and when it makes a new snapshot.
export const SHIP_EVERY_MS = 250
export const SNAPSHOT_EVERY_MS = 24 * 3_600_000
/**
 * A restore reads all of these objects, so their number limits how long it takes. Constant changes make this many in
 * 3.5 hours.
 */
export const MAX_OBJECTS_SINCE_SNAPSHOT = 50_000
export const RETRY_MS = 1_000
export const SNAPSHOT_RETRY_MS = 10_000
