// Limits of the chat.
import { MINUTE_MS, SECOND_MS } from '../../kernel/lib/time/units.ts'

export const MAX_MESSAGE_LENGTH = 500
/** A person can send a message in each of these intervals. */
export const MESSAGE_INTERVAL_MS = 2 * SECOND_MS
/** Messages that a person can send at once after a pause. */
export const MESSAGE_BURST = 5
/** A repeat of the last message within this time waits for a moderator. */
export const REPEAT_MS = MINUTE_MS
/** More messages than this in a chat start a slow mode. */
export const CROWD_PER_SECOND = 50
/** The time between two messages of a person in this slow mode. */
export const CROWDED_SLOW_SECONDS = 5
/** The slow mode ends this long after a second with too many messages. */
export const CROWDED_MS = 30 * SECOND_MS
/** Messages that a page shows, and loads further back. */
/** Of one minute of a talk, when the chat follows its recording. */
export const MESSAGES_OF_MINUTE = 200
export const SHOWN_MESSAGES = 50
/** Messages for review that moderators see. */
export const MAX_REVIEWED = 100
/** Talks with messages for review on the dashboard. */
export const MAX_TALKS_TO_REVIEW = 5
