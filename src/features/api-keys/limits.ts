// Limits of API keys.
import { DAY_MS, MINUTE_MS } from '../../kernel/lib/time/units.ts'

/** Keys are cached for this long, so every node refuses a revoked key within this time. */
export const KEY_CACHE_MS = 500
/** Requests with invalid keys, by address. */
export const INVALID_KEYS_PER_MINUTE = 60
/** The last use of a key is recorded at most this often. */
export const USE_RECORDED_EVERY_MS = MINUTE_MS
/** Staff are warned this long before a key expires. */
export const EXPIRY_WARNING_MS = 30 * DAY_MS
/** The longest grace period of an old secret. */
export const MAX_GRACE_MINUTES = 7 * 24 * 60
/** The grace period of an old secret, unless somebody chooses another. */
export const DEFAULT_GRACE_MINUTES = 60
