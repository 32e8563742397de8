// Limits of video.
import { DAY_MS, HOUR_MS, MINUTE_MS, SECOND_MS } from '../../kernel/lib/time/units.ts'

// Streams that encoders push, and those that are pulled from other servers.
/** How long before its start a talk takes a stream. */
export const EARLY_MS = HOUR_MS
/** How long before the start of a talk its stream is pulled. */
export const PULL_EARLY_MS = 5 * MINUTE_MS
/** Waits before a source is tried again. They double. */
export const FIRST_RETRY_MS = SECOND_MS
export const MAX_RETRY_MS = 30 * SECOND_MS
export const MAX_STREAMS_OF_PLATFORM = 4
/** Of all platforms. */
export const MAX_STREAMS = 16

export const MAX_BITS_PER_SECOND = 8_000_000
/** The longest time from one key frame to the next. */
export const MAX_KEY_FRAMES_MS = 4 * SECOND_MS

/** Of the segments of a stream that are in memory. */
export const MAX_STREAM_BYTES = 32 * 1024 * 1024

/** A connection has this much until its key is accepted, or until the first picture of its source. */
export const FIRST_MS = 10 * SECOND_MS
export const MAX_FIRST_BYTES = 64 * 1024
/** Connections of an address whose keys are not accepted yet. */
export const MAX_WAITING = 5
export const MAX_CONNECTIONS = 64
/** A connection without pictures ends after this time, or if it sends this much without a picture or sound. */
export const SILENCE_MS = 15 * SECOND_MS
export const MAX_SILENT_BYTES = 4 * 1024 * 1024
/** Requests by WHIP, by address, because the encoders of a venue share one. */
export const PUSHES_PER_MINUTE = 60
/** Of commands and acknowledgements that the other end does not read. */
export const MAX_UNSENT_BYTES = 64 * 1024

// Rooms.
/** As many as an audience can tell apart, and one row of buttons can show. */
export const MAX_ON_STAGE = 8
/** The share of the places of viewers from which on rooms are also streams, so that the next viewers need not wait. */
export const NEARLY_FULL = 0.9
/** The stream of a room ends when nobody has asked for it for this long, or nobody has been on stage. */
export const UNUSED_MS = 30 * SECOND_MS
/** Of all rooms of a process, so that people with an account find places. */
export const MAX_VISITORS = 100
/** Of all rooms of a process. Many at a venue share one address. */
export const MAX_VISITORS_OF_ADDRESS = 50
/** Nobody else can watch while the thread of the rooms is later than this (p99): everybody would see pictures that stop. */
export const MAX_LOOP_DELAY_MS = 50
/** Connections of one person to a room at the same time. Those that a closed page leaves behind count for some seconds. */
export const MAX_OF_PERSON = { publish: 2, watch: 6, follow: 6 } as const
/** Of an account. */
export const JOINS_PER_MINUTE = 60
/** By address, because all visitors of a venue can share one. */
export const VISITOR_JOINS_PER_MINUTE = 600
/** Of a form with the offer of a page that watches, which has 18 sections. */
export const MAX_OFFER_BYTES = 64 * 1024
/** Of a connection that watches. */
export const RESIZES_PER_MINUTE = 60
/** A browser that has not read this much of the events of a room is disconnected. */
export const MAX_UNREAD_BYTES = 256 * 1024
/** How long before the start speakers and moderators can enter the stage. The audience does not see them yet. */
export const GREEN_ROOM_MS = 30 * MINUTE_MS
/** Of a person. */
export const HANDS_PER_MINUTE = 10
/** Raised at the same time in a talk. */
export const MAX_HANDS = 100
/** How long after the end of a talk its raised hands, invitations, mutes, and removals are kept. */
export const STAGE_KEPT_MS = 2 * DAY_MS
/** Of a message between processes: more than the offer of a request can have. */
export const MAX_FORWARDED_BYTES = 512 * 1024
/** Requests of a process that wait for another process at the same time. */
export const MAX_FORWARDED_CALLS = 500
/** A process that ends without a word is replaced after this time. */
export const CLAIM_MS = 4 * SECOND_MS

// Recordings.
/** A recording is stored in parts of about this length, and a process that is killed loses no more. */
export const RECORDING_PART_MS = 10 * SECOND_MS
/** Of the parts of all talks that wait for the storage of files. */
export const MAX_WAITING_BYTES = 128 * 1024 * 1024

// Captions.
/** Of a file: about ten hours of speech. */
export const MAX_CAPTIONS_BYTES = 1024 * 1024

/** How far behind the newest segment the stream of a room plays. Its segments last a second. */
export const ROOM_STREAM_BEHIND_MS = 2_500
