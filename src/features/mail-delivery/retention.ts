// E-mails, which are kept for 30 days.
import type { Retention } from '../../kernel/changes/retention.ts'
import { DAY_MS } from '../../kernel/lib/time/units.ts'
import { endExpiredCounts } from '../../kernel/outbox/daily-counts-store.ts'
import { endExpiredEmails, removeEmailsBefore } from '../../kernel/outbox/store.ts'

export const mailDeliveryRetention: Retention = {
  writes: ({ now }) => [
    endExpiredCounts({ now }),
    ...endExpiredEmails(now),
    removeEmailsBefore({ before: now - 30 * DAY_MS }),
  ],
}
