// Limits of mailings: when and how often people get e-mails.
import { DAY_MS, MINUTE_MS } from '../../kernel/lib/time/units.ts'

/** Changes of talks are announced once a platform has had none for this time. */
export const QUIET_MS = 5 * MINUTE_MS
/** They are announced earlier if the first of them has waited this long. */
export const MAX_WAIT_MS = 15 * MINUTE_MS
/** Older changes are no longer news, such as those from before a mail server was configured. */
export const MAX_AGE_MS = DAY_MS
/** Time between a reminder and the start of the talks. */
export const REMINDER_MS = 30 * MINUTE_MS
/** Messages to groups that their list shows. */
export const MAX_LISTED = 100
/** Tags that the form of a message suggests. */
export const MAX_TAG_CHOICES = 500
/** Time by which a message can be scheduled ahead. */
export const MAX_AHEAD_MS = 366 * DAY_MS
