// Limits of invitations and new accounts.
import { DAY_MS } from '../../kernel/lib/time/units.ts'

export const INVITATION_LIFETIME_MS = 7 * DAY_MS
/** Time in which a generated password has to be replaced. */
export const GENERATED_PASSWORD_LIFETIME_MS = 7 * DAY_MS
