// Mailings, which are kept for 30 days, like their e-mails, and notes about changes that are too old to be announced.
import type { Retention } from '../../kernel/changes/retention.ts'
import { DAY_MS } from '../../kernel/lib/time/units.ts'
import { MAX_AGE_MS } from './limits.ts'
import { removeMailingsBefore } from './store.ts'
import { removeUnannouncedVersionsBefore } from './talk-announcements-store.ts'

export const mailingsRetention: Retention = {
  writes: ({ now }) => [
    removeMailingsBefore({ before: now - 30 * DAY_MS }),
    removeUnannouncedVersionsBefore({ before: now - MAX_AGE_MS }),
  ],
}
