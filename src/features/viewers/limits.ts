// Limits of viewers and attendance.
import { MINUTE_MS, SECOND_MS } from '../../kernel/lib/time/units.ts'

/** Pages send a heartbeat every minute while they are visible. After this time without one, the viewer has left. */
export const VIEWER_TIMEOUT_MS = 90 * SECOND_MS
/** Heartbeats of an account in a minute. Enough for many tabs of one person. */
export const HEARTBEATS_PER_ACCOUNT = 60
/** Heartbeats of an address in a minute. Generous, because all visitors of a venue can share an address. */
export const HEARTBEATS_PER_ADDRESS = 1_200
/** Someone who comes and goes more often is still credited, but without further intervals. */
export const MAX_INTERVALS = 500
/** Attendance earns points for each step of this length. */
export const POINTS_STEP_MS = 5 * MINUTE_MS
/** Names that the panel of a talk shows. */
export const SHOWN_NAMES = 3
export const VIEWERS_PER_PAGE = 50
/** People that the attendance report of a talk lists. */
export const REPORTED_PEOPLE = 100
