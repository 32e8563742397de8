// Limits of live talks and their streams.
import { SECOND_MS } from '../../kernel/lib/time/units.ts'

/** Live actions of an account. Far more than a person makes with chat, questions, and surveys open. */
export const ACTIONS_PER_MINUTE = 240
/** The slowest chat that moderators can set. */
export const MAX_SLOW_SECONDS = 3600
/** The most credits of a price or an entry of a ledger. */
export const MAX_CREDITS = 1_000_000

// Streams.
/** Talks in one stream of the API. */
export const MAX_STREAM_TALKS = 20
/** Talks in the stream of a browser: more than it usually has open in tabs. */
export const MAX_BROWSER_TALKS = 20
/** Open streams of an API key on a node. */
export const MAX_STREAMS_PER_KEY = 5
/**
 * All tabs of a browser in one language share a stream. The oldest is ended for a new one, because its connection may
 * have been lost without notice.
 */
export const MAX_SESSION_STREAMS = 10
/** A stream is silent for at most twice this time. */
export const HEARTBEAT_MS = 10 * SECOND_MS
/** Time between two updates of what features send beside the journal, such as the number of viewers. */
export const UPDATE_MS = 2 * SECOND_MS
/** Time that a stream can stay open after its session has ended. */
export const SESSIONS_MS = 3 * SECOND_MS
/** Clients reconnect within this time, spread evenly. */
export const RECONNECT_MS = 5 * SECOND_MS
/** A page that is further behind starts over with a snapshot, which takes no longer to render. */
export const MAX_BEHIND_PAGE = 50
/** Other systems keep more than a snapshot has, and JSON takes much less time. */
export const MAX_BEHIND_API = 1_000
/**
 * The places from which an account, or all visitors of one address, can return in a minute. Those that others have
 * returned from do not count, because a whole venue can share an address. Beyond that, they get a shared snapshot.
 */
export const CATCH_UPS_PER_MINUTE = 120
