// Limits on e-mails that people without rights can cause, so that nobody uses the platform to write to strangers. They
// are counted by day (UTC) in the store, which all nodes share.

import type { Services } from '../changes/services.ts'
import { keyedHash } from '../lib/security/api-key-format.ts'
import { canonicalEmail } from '../lib/text/email.ts'
import { DAY_MS } from '../lib/time/units.ts'
import { MAX_DAILY_EMAILS } from '../limits.ts'
import type { Write } from '../store/sql/statements.ts'
import { dailyCountsForChange, dailyCountWrites } from './daily-counts-store.ts'
import type { DailyCountRow } from './tables.ts'

export type EmailLimit = keyof typeof MAX_DAILY_EMAILS

/** Who causes an e-mail, and who gets it. */
export type EmailCause = {
  /** Each kind has its own limit of the platform, so that a flood of sign-ups does not end sign-in links. */
  kind: 'sign_up' | 'sign_in' | 'change'
  recipient: string
  /** The client address. */
  address: string
  /** The id of the signed-in account. */
  accountId?: string
}
/** The counts of an e-mail: the ids of their rows by limit. */
export type EmailCounts = Readonly<Partial<Record<EmailLimit, string>>>
type CountServices = { secret: Buffer } & Pick<Services, 'clock'>

const countId = (
  { secret, clock }: CountServices,
  platform: { id: string },
  limit: EmailLimit,
  subject: string,
) => keyedHash(secret, `e-mails ${Math.floor(clock.now() / DAY_MS)} ${platform.id} ${limit} ${subject}`)

/** The id of the count of a recipient, which the use of a link resets: it shows that the recipient asked for it. */
export const recipientCountId = (
  services: CountServices,
  platform: { id: string },
  recipient: string,
): string => countId(services, platform, 'recipient', canonicalEmail(recipient))

/** The counts of an e-mail today. Their ids are hashes, so that the store does not reveal who wrote to whom. */
export const emailCounts = (
  services: CountServices,
  platform: { id: string },
  { kind, recipient, address, accountId }: EmailCause,
): EmailCounts => ({
  recipient: recipientCountId(services, platform, recipient),
  address: countId(services, platform, 'address', address),
  platform: countId(services, platform, 'platform', kind),
  ...(accountId === undefined ? {} : { account: countId(services, platform, 'account', accountId) }),
})

/** Loads what `countEmail` needs. */
export const loadEmailCounts = (counts: EmailCounts) => dailyCountsForChange({ ids: Object.values(counts) })

/** Counts an e-mail, or says which limit it exceeds. */
export function countEmail(
  rows: readonly DailyCountRow[],
  counts: EmailCounts,
  now: number,
): { exceeded: EmailLimit } | { exceeded?: undefined; writes: Write[] } {
  const writes: Write[] = []
  const expiresAt = (Math.floor(now / DAY_MS) + 1) * DAY_MS
  for (const [limit, most] of Object.entries(MAX_DAILY_EMAILS) as [EmailLimit, number][]) {
    const id = counts[limit]
    if (id === undefined) continue
    const row = rows.find((one) => one.id === id)
    if (row && row.count >= most) return { exceeded: limit }
    writes.push(
      row
        ? dailyCountWrites.replace({ ...row, count: row.count + 1 })
        : dailyCountWrites.insert({ id, count: 1, expiresAt }),
    )
  }
  return { writes }
}

/** Seconds until a limit of today no longer applies. */
export const secondsUntilTomorrow = (now: number): number => Math.ceil((DAY_MS - (now % DAY_MS)) / 1000)

/** Resets a count. */
export const forgetCount = (id: string): Write => dailyCountWrites.remove({ id })
