// Mailings, which are kept for 30 days, like their e-mails.
import type { Retention } from '../../kernel/changes/retention.ts'
import { DAY_MS } from '../../kernel/lib/time/units.ts'
import { removeMailingsBefore } from './store.ts'

export const mailingsRetention: Retention = {
  writes: ({ now }) => [removeMailingsBefore({ before: now - 30 * DAY_MS })],
}
