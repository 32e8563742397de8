// Limits of invitations, new accounts, and registrations.
import { DAY_MS, MINUTE_MS } from '../../kernel/lib/time/units.ts'

export const INVITATION_LIFETIME_MS = 7 * DAY_MS
/** Time in which a generated password has to be replaced. */
export const GENERATED_PASSWORD_LIFETIME_MS = 7 * DAY_MS

/** How often places that became free are filled. */
export const REGISTRATIONS_EVERY_MS = MINUTE_MS
/** The time of the day at which the summary of registrations ends, in the time zone of the platform. */
export const SUMMARY_AT = '08:00'
/** It is sent this long after, when all registrations before have been stored. */
export const SUMMARY_DELAY_MS = MINUTE_MS
/** A summary reaches back to the one before, which is known as long as e-mails are kept. */
export const SUMMARY_REACH_MS = 30 * DAY_MS
